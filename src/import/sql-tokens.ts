import { UnreadableFile } from './record.ts'

/**
 * A token of SQL as MySQL writes it: a bare word or number, a quoted name, a string without its quotes, or one other
 * character.
 */
export interface SqlToken {
  kind: 'word' | 'name' | 'string' | 'mark'
  text: string
}

const MAX_TOKEN = 1024 * 1024
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', 0: '\0', b: '\b', Z: '\x1a' }
const WORD = /[A-Za-z0-9_$+\-.\u0080-\uffff]/
const WORD_START = /[A-Za-z0-9_$+\-\u0080-\uffff]/

/**
 * Reads the tokens of a dump, without its comments. What `/*!40000 … *\/` contains is treated as a comment too, because
 * it has no rows.
 */
export async function* sqlTokens(texts: AsyncIterable<string>): AsyncGenerator<SqlToken> {
  let text = ''
  let isOver = false
  const source = texts[Symbol.asyncIterator]()
  // Reads more text until the last token is complete.
  const more = async () => {
    if (text.length > MAX_TOKEN)
      throw new UnreadableFile('The dump has a value of more than 1 MiB, or a quote that is not closed.')
    const { done, value } = await source.next()
    if (done) isOver = true
    else text += value
  }
  while (true) {
    const tokens: SqlToken[] = []
    const end = scan(text, isOver, tokens)
    yield* tokens
    text = text.slice(end)
    if (isOver && end === 0 && tokens.length === 0) {
      if (text.trim() !== '') throw new UnreadableFile('The dump ends within a quote or a comment: it was cut off.')
      return
    }
    if (!isOver) await more()
  }
}

/** Adds the complete tokens to `tokens` and returns the index of the first incomplete one. */
function scan(text: string, isOver: boolean, tokens: SqlToken[]): number {
  let at = 0
  while (at < text.length) {
    const mark = text[at] as string
    const two = text.slice(at, at + 2)
    if (mark === ' ' || mark === '\n' || mark === '\r' || mark === '\t') at++
    else if (mark === "'" || mark === '"' || mark === '`') {
      const end = endOfQuote(text, at)
      if (end === -1 || (end === text.length && !isOver)) return at
      const inner = unquote(text.slice(at + 1, end - 1), mark)
      tokens.push({ kind: mark === '`' ? 'name' : 'string', text: inner })
      at = end
    } else if (two === '/*' || two === '--' || mark === '#') {
      const end = two === '/*' ? text.indexOf('*/', at + 2) : text.indexOf('\n', at)
      if (end === -1) {
        if (two === '/*' || !isOver) return at
        return text.length
      }
      at = end + (two === '/*' ? 2 : 1)
    } else if (two.length === 1 && !isOver && (mark === '-' || mark === '/')) return at
    else if (WORD_START.test(mark)) {
      let end = at + 1
      while (end < text.length && WORD.test(text[end] as string)) end++
      if (end === text.length && !isOver) return at
      tokens.push({ kind: 'word', text: text.slice(at, end) })
      at = end
    } else {
      tokens.push({ kind: 'mark', text: mark })
      at++
    }
  }
  return at
}

/** The index after the closing quote; -1 if the text ends before it. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start] as string
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote !== '`') at++
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1
      at++
    }
  }
  return -1
}

function unquote(text: string, quote: string): string {
  const single = text.includes(quote) ? text.replaceAll(quote + quote, quote) : text
  if (quote === '`' || !single.includes('\\')) return single
  return single.replaceAll(/\\([\s\S])/g, (_whole, letter: string) => ESCAPES[letter] ?? letter)
}

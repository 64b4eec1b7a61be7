// Values are escaped for text and quoted attributes. Anywhere else (scripts, styles, comments, unquoted attributes, tag
// names) they could inject code, so that templates with such placeholders are rejected.

const RAW_ELEMENTS = ['script', 'style', 'textarea', 'title', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext']
const ADDRESS_START = /(?:^|\s)(?:src|href|srcset|action|formaction|data|poster|srcdoc|style|on\w+)\s*=\s*["']?\s*$/i

/** The fault of a template's markup as a sentence; null if every placeholder has a safe position. */
export function placeholderFault(markup: string): string | null {
  if (/\son\w+\s*=/i.test(markup)) return 'event attributes (on…) are blocked by the page; use "script".'
  if (/\snonce\s*=/i.test(markup)) return 'leave "nonce" out; it is set for every script element.'
  const contexts = contextsOf(markup)
  for (const match of markup.matchAll(/\{\{/g)) {
    const rest = markup.slice(match.index)
    if (!/^\{\{tag(:url)?\}\}/.test(rest)) return 'only {{tag}} and {{tag:url}} are allowed.'
    const context = contexts[match.index]
    if (context !== 'text' && context !== 'quoted') {
      return '{{tag}} may only be in text or inside a quoted attribute; for scripts use "script".'
    }
    if (/<\/?$/.test(markup.slice(0, match.index))) return '{{tag}} may not be the name of an element.'
    let start = match.index
    while (start > 0 && (contexts[start - 1] === 'quoted' || contexts[start - 1] === 'tag')) start--
    const opening = markup.slice(start, match.index)
    if (context === 'quoted' && ADDRESS_START.test(opening)) return '{{tag}} may not be the beginning of a URL.'
    if (context === 'quoted' && /\s(style|srcdoc)\s*=\s*("[^"]*|'[^']*)$/i.test(opening)) {
      return '{{tag}} may not be in "style" or "srcdoc".'
    }
  }
  return null
}

type Context = 'text' | 'tag' | 'quoted' | 'inert'

// The context of every character, by the states of an HTML tokenizer.
function contextsOf(markup: string): Context[] {
  const contexts: Context[] = []
  let at = 0
  const mark = (end: number, context: Context) => {
    while (at < end) contexts[at++] = context
  }
  while (at < markup.length) {
    if (markup.startsWith('<!--', at)) {
      const end = markup.indexOf('-->', at)
      mark(end === -1 ? markup.length : end + 3, 'inert')
    } else if (/^<[a-z/!?]/i.test(markup.slice(at, at + 2))) {
      const name = /^<([a-z]+)/i.exec(markup.slice(at, at + 20))?.[1]?.toLowerCase() ?? ''
      markTag(markup, mark, () => at)
      if (RAW_ELEMENTS.includes(name)) {
        const end = markup.toLowerCase().indexOf(`</${name}`, at)
        mark(end === -1 ? markup.length : end, 'inert')
      }
    } else mark(at + 1, 'text')
  }
  return contexts
}

function markTag(markup: string, mark: (end: number, context: Context) => void, position: () => number): void {
  while (position() < markup.length) {
    const character = markup[position()]
    const opensValue = (character === '"' || character === "'") && /=\s*$/.test(markup.slice(0, position()))
    if (opensValue && character !== undefined) {
      mark(position() + 1, 'tag')
      const end = markup.indexOf(character, position())
      mark(end === -1 ? markup.length : end, 'quoted')
      mark(position() + 1, 'tag')
    } else {
      mark(position() + 1, 'tag')
      if (character === '>') return
    }
  }
}

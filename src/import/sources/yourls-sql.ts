import { type SourceRow, UnreadableFile } from '../record.ts'
import { type SqlToken, sqlTokens } from '../sql-tokens.ts'
import { readText } from '../text.ts'
import { yourlsRow } from './yourls-row.ts'

const TABLE = /(^|_)url$/i
// Words between `insert` and the name of its table, and between `table` and that in `create table`.
const BEFORE_TABLE = /^(?:low_priority|delayed|high_priority|ignore|into|if|not|exists)$/i
// What a definition of a key begins with, where names of columns are not quoted.
const KEY = /^(?:primary|key|unique|index|fulltext|spatial|constraint|foreign|check)$/i
const STANDARD = ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks']
const MAX_COLUMNS = 100

/** A dump of YOURLS's tables as mysqldump writes it: the rows of the table `yourls_url`, with any prefix. */
export async function* yourlsSql(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
  const reader = createReader(sqlTokens(readText(bytes)))
  let columns = STANDARD
  let row = 0
  let isFound = false
  for (let token = await reader.next(); token; token = await reader.next()) {
    if (isWord(token, 'create') && isWord(await reader.next(), 'table')) {
      const table = await reader.table()
      if (TABLE.test(table)) columns = (await reader.definitions()) ?? columns
    } else if (isWord(token, 'delimiter')) await reader.skipRoutines()
    else if (isWord(token, 'insert') || isWord(token, 'replace')) {
      if (!TABLE.test(await reader.table())) {
        await reader.skipStatement(token)
        continue
      }
      isFound = true
      const named = await reader.columnList()
      for await (const values of reader.tuples()) yield { row: ++row, kind: 'link', ...rowOf(named ?? columns, values) }
    } else await reader.skipStatement(token)
  }
  if (!isFound)
    throw new UnreadableFile('The dump has no INSERT into a table whose name ends in `url`, such as `yourls_url`.')
}

function rowOf(columns: readonly string[], values: readonly (string | null)[]) {
  const cell = (name: string) => values[columns.indexOf(name)] ?? ''
  const row = yourlsRow({
    keyword: cell('keyword'),
    url: cell('url'),
    title: cell('title'),
    timestamp: cell('timestamp'),
    clicks: cell('clicks'),
  })
  if (values.length === columns.length) return row
  return { ...row, faults: [{ path: '', message: `has ${values.length} values for ${columns.length} columns` }] }
}

const isWord = (token: SqlToken | undefined, word: string) =>
  token?.kind === 'word' && token.text.toLowerCase() === word
const isMark = (token: SqlToken | undefined, mark: string) => token?.kind === 'mark' && token.text === mark

function createReader(tokens: AsyncGenerator<SqlToken>) {
  const waiting: SqlToken[] = []
  const next = async (): Promise<SqlToken | undefined> => {
    const token = waiting.pop()
    if (token) return token
    const read = await tokens.next()
    return read.done ? undefined : read.value
  }
  const back = (token: SqlToken | undefined) => {
    if (token) waiting.push(token)
  }
  const skipStatement = async (token: SqlToken | undefined) => {
    let one = token
    while (one && !isMark(one, ';')) one = await next()
  }

  return {
    next,
    skipStatement,

    /** Skips routines and triggers: up to the next `delimiter`, which sets `;` again. */
    async skipRoutines(): Promise<void> {
      for (let token = await next(); token && !isWord(token, 'delimiter'); ) token = await next()
    },

    /** The name of a table, after words such as `if not exists` or `into`, without the name of its database. */
    async table(): Promise<string> {
      let token = await next()
      while (token?.kind === 'word' && BEFORE_TABLE.test(token.text)) token = await next()
      for (let name = token?.text ?? ''; ; ) {
        const dot = await next()
        if (!isMark(dot, '.')) {
          back(dot)
          return name
        }
        name = (await next())?.text ?? ''
      }
    },

    /** The names of the columns of a `create table`. */
    async definitions(): Promise<string[] | undefined> {
      const names: string[] = []
      let depth = 0
      let isStart = false
      for (let token = await next(); token && !isMark(token, ';'); token = await next()) {
        if (isMark(token, '(')) depth++
        if (isMark(token, ')')) depth--
        const isColumn = token.kind !== 'mark' && !(token.kind === 'word' && KEY.test(token.text))
        if (isStart && isColumn && names.length < MAX_COLUMNS) names.push(token.text.toLowerCase())
        isStart = depth === 1 && (isMark(token, '(') || isMark(token, ','))
      }
      return names.includes('keyword') && names.includes('url') ? names : undefined
    },

    /** The columns that an `insert` names; undefined if it names none, which means all columns of the table. */
    async columnList(): Promise<string[] | undefined> {
      const token = await next()
      if (!isMark(token, '(')) {
        back(token)
        return undefined
      }
      const names: string[] = []
      for (let one = await next(); one && !isMark(one, ')'); one = await next())
        if (one.kind !== 'mark' && names.length < MAX_COLUMNS) names.push(one.text.toLowerCase())
      return names
    },

    /** The tuples after `values`; reads up to the end of the statement. What a function makes is null. */
    async *tuples(): AsyncGenerator<(string | null)[]> {
      let values: (string | null)[] = []
      let depth = 0
      let isHex = false
      for (let token = await next(); token && !isMark(token, ';'); token = await next()) {
        // `on duplicate key update`, or the name of the new row for it.
        if (depth === 0 && (isWord(token, 'on') || isWord(token, 'as'))) return skipStatement(token)
        if (isMark(token, '(') && ++depth === 1) values = []
        else if (isMark(token, '(')) values[values.length - 1] = null
        else if (isMark(token, ')') && --depth === 0) yield values
        else if (depth === 1 && token.kind !== 'mark') {
          // A character set, such as _binary, stands before its string, as the x of x'2f' does.
          const isPrefix = token.kind === 'word' && /^(?:_\w+|x)$/i.test(token.text)
          if (!isPrefix && values.length < MAX_COLUMNS) values.push(isHex ? hexText(token.text) : literalOf(token))
          isHex = isWord(token, 'x')
        }
      }
      if (depth > 0) throw new UnreadableFile('The dump ends within a row: it was cut off.')
    },
  }
}

const hexText = (digits: string) => Buffer.from(digits, 'hex').toString('utf8')

function literalOf({ kind, text }: SqlToken): string | null {
  if (kind !== 'word') return text
  if (/^null$/i.test(text)) return null
  return /^0x[0-9a-f]*$/i.test(text) ? hexText(text.slice(2)) : text
}

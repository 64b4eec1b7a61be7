import { UnreadableFile } from './record.ts'

const MAX_RECORD = 256 * 1024

/** How the rows of a CSV file are written. */
export interface CsvDialect {
  delimiter: ',' | ';' | '\t' | '|'
  lineEnd: '\n' | '\r'
  /** What stands before a quote within a quoted cell. */
  quoteEscape: '"' | '\\'
}

interface CsvRow {
  /** Blank lines count, and a cell with several lines is in one row, as in a spreadsheet. */
  row: number
  cells: string[]
  /** Why the quotes of the row do not tell where its cells end. */
  fault?: string | undefined
}

/**
 * Splits the text of a CSV file into rows; the first is row `before` + 1. A cell may have quotes without being quoted,
 * such as `5" nails`, and spaces around its quotes. Throws UnreadableFile if a quote is not closed.
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  dialect: CsvDialect,
  before: number,
): AsyncGenerator<CsvRow> {
  const readRow = rowReader(dialect)
  let row = before
  let text = ''
  const refuse = (reason: string) => new UnreadableFile(`The CSV cannot be read after row ${row}: ${reason}.`)
  const tooLong = () => refuse(`a row is longer than ${MAX_RECORD / 1024} KiB, or a quote is not closed`)
  for await (const next of texts) {
    text += next
    let start = 0
    for (let read = readRow(text, start, false); read; read = readRow(text, start, false)) {
      if (read.end - start > MAX_RECORD) throw tooLong()
      yield { row: ++row, cells: read.cells, fault: read.fault }
      start = read.end
    }
    text = text.slice(start)
    if (text.length > MAX_RECORD) throw tooLong()
  }
  if (text === '') return
  const last = readRow(text, 0, true)
  if (!last) throw refuse('a quote is not closed')
  yield { row: row + 1, cells: last.cells, fault: last.fault }
}

const FAULTS = {
  '"': 'has quotes that are written as \\", which the beginning of the file has not: write them as ""',
  '\\': 'has quotes that are not written as \\", as the beginning of the file has them',
}

/** Reads the row that starts at a place; undefined if the text ends before the row does. */
function rowReader({ delimiter, lineEnd, quoteEscape }: CsvDialect) {
  const space = [' ', '\t', '\r'].filter((mark) => mark !== delimiter && mark !== lineEnd).join('')
  const endOf = (run: RegExp, text: string, from: number) => {
    run.lastIndex = from
    run.test(text)
    return run.lastIndex
  }
  const spaces = new RegExp(`[${space}]*`, 'y')
  const unquoted = new RegExp(`[^${delimiter}${lineEnd}]*`, 'y')
  const isEnd = (mark: string | undefined) => mark === undefined || mark === delimiter || mark === lineEnd

  return (text: string, start: number, isLast: boolean) => {
    const cells: string[] = []
    let hasBackslash = false
    let hasStray = false
    for (let place = start; ; place++) {
      place = endOf(spaces, text, place)
      if (text[place] === '"') {
        const close = closingQuote(text, place + 1, quoteEscape)
        if (close === -1 || (close === text.length - 1 && !isLast)) return undefined
        const content = unescaped(text.slice(place + 1, close), quoteEscape)
        hasBackslash ||= text.slice(place, close + 1).includes('\\"')
        place = endOf(spaces, text, close + 1)
        if (isEnd(text[place])) cells.push(content)
        else {
          hasStray = true
          place = endOf(unquoted, text, place)
          cells.push(`"${content}"${text.slice(close + 1, place)}`)
        }
      } else {
        const from = place
        place = endOf(unquoted, text, place)
        const cell = text.slice(from, place)
        hasStray ||= cell.includes('"')
        cells.push(cell)
      }
      if (place === text.length && !isLast) return undefined
      if (text[place] === delimiter) continue
      // A quote of the other kind ends a cell where it should not, so that the cells are others than those written.
      const fault = hasStray && (hasBackslash || quoteEscape === '\\') ? FAULTS[quoteEscape] : undefined
      return { cells, fault, end: Math.min(place + 1, text.length) }
    }
  }
}

/** The place of the quote that ends a cell; -1 if the text has none. */
function closingQuote(text: string, from: number, quoteEscape: CsvDialect['quoteEscape']): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    if (quoteEscape === '"') {
      if (text[quote + 1] !== '"') return quote
      quote++
    } else {
      let start = quote
      while (start > from && text[start - 1] === '\\') start--
      if ((quote - start) % 2 === 0) return quote
    }
  }
  return -1
}

const unescaped = (content: string, quoteEscape: CsvDialect['quoteEscape']) =>
  quoteEscape === '"' ? content.replaceAll('""', '"') : content.replaceAll(/\\([\s\S])/g, '$1')

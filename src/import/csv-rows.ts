import { Readable } from 'node:stream'
import { type CastingContext, parse } from 'csv-parse'
import { UnreadableFile } from './record.ts'

const MAX_RECORD = 256 * 1024

/** How the rows of a CSV file are written. */
export interface CsvDialect {
  delimiter: ',' | ';' | '\t' | '|'
  /** What ends a row: old programs ended all rows with a carriage return alone. */
  record_delimiter: ['\r'] | ['\r\n', '\n']
  /** What stands before a quote within a quoted cell. */
  escape: '"' | '\\'
}

interface CsvRow {
  /** Blank lines count, and a cell with several lines is in one row, as in a spreadsheet. */
  row: number
  cells: string[]
  /** The message of a row that cannot be split into cells because of its quotes; undefined for other rows. */
  fault: string | undefined
}

// A quote within a quoted cell, as databases write it, and as it usually is. An empty cell has two quotes as well.
const BACKSLASHED = /\\"(?![,;|\t\r\n"]|$)/
const DOUBLED = /[^,;|\t\r\n "\\]""/

/** What the beginning of a file shows to stand before quotes within its cells. */
export const escapeOf = (start: string): CsvDialect['escape'] =>
  BACKSLASHED.test(start) && !DOUBLED.test(start) ? '\\' : '"'

interface Cell {
  text: string
  isQuoted: boolean
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
  const parser = parse({
    ...dialect,
    // Rows may lack their last cells, and have empty ones too many.
    relax_column_count: true,
    relax_quotes: true,
    ltrim: true,
    max_record_size: MAX_RECORD,
    raw: true,
    cast: (text: string, { quoting }: CastingContext) => ({ text, isQuoted: quoting }),
  })
  let row = before
  const source = Readable.from(texts)
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, raw } of source.pipe(parser) as AsyncIterable<{ record: Cell[]; raw: string }>) {
      const fault = hasOtherQuotes(record, raw, dialect) ? FAULTS[dialect.escape] : undefined
      yield { row: ++row, cells: record.map(unquoted), fault }
    }
  } catch (error) {
    const { code = '', records = 0 } = error as { code?: string; records?: number }
    if (!code.startsWith('CSV_')) throw error
    throw new UnreadableFile(`The CSV cannot be read after row ${before + records}: ${csvFault(code)}.`)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

const csvFault = (code: string) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${MAX_RECORD / 1024} KiB, or a quote is not closed`
    : code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quote is not closed'
      : 'its quotes are not closed where a cell ends'

const FAULTS = {
  '"': 'has quotes that are written as \\", which the beginning of the file has not: write them as ""',
  '\\': 'has quotes that are not written as \\", as the beginning of the file has them',
}

// Such a quote ends a cell where it should not, so that the cells are others than those written.
const hasOtherQuotes = (cells: readonly Cell[], raw: string, { escape: mark }: CsvDialect): boolean =>
  mark === '"'
    ? BACKSLASHED.test(raw) ||
      cells.some(({ text, isQuoted }) => text.includes('\\"') && (!isQuoted || text[0] === '"'))
    : DOUBLED.test(raw) || cells.some(({ text }) => text.startsWith('""'))

// With spaces after its last quote the parser takes the quotes for a part of the cell.
const unquoted = ({ text, isQuoted }: Cell): string => (isQuoted ? text.replace(/^"([\s\S]*)"[ \t\r]+$/, '$1') : text)

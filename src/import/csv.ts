import { parse } from 'csv-parse'
import type { SourceRow } from './record.ts'
import { UnreadableFile } from './record.ts'
import { readText } from './text.ts'

const MAX_RECORD = 256 * 1024
const MAX_HEADER = 16 * 1024
const MAX_COLUMNS = 200

const DELIMITERS = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' }
type Delimiter = keyof typeof DELIMITERS

/** The cells of a row by field; "" for a field without a column. */
export type Cells<F extends string> = Record<F, string>

/** How the columns of a CSV file are found, and how a row is read. */
export interface CsvFormat<F extends string> {
  /** The possible names of each field's column, in order of preference, ignoring case, spaces and punctuation. */
  columns: Record<F, readonly string[]>
  /** The file must have one column of each group. */
  required: readonly (readonly NoInfer<F>[])[]
  /** The fields in the order of the columns, for a file without a header. */
  unnamed?(first: readonly string[]): readonly (NoInfer<F> | null)[] | undefined
  /** Never throws: errors of a row are its `faults`. */
  read(cells: Cells<NoInfer<F>>): Omit<SourceRow, 'row' | 'kind'>
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Reads links from a CSV file with a header line. A row's number is that which a spreadsheet shows. */
export function csvSource<F extends string>(format: CsvFormat<F>) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
    const texts = readText(bytes)
    const { start, skipped, ...delimiters } = await readHeader(texts)
    const parser = parse({
      ...delimiters,
      // Rows may lack their last cells, and have empty ones too many.
      relax_column_count: true,
      // Cells such as `5" nails`, which other programs write without quoting them.
      relax_quotes: true,
      // Of `a, "b, c"` the second cell is quoted, as people write it.
      ltrim: true,
      max_record_size: MAX_RECORD,
      info: true,
    })
    const feeding = feed(parser, start, texts)
    let places: Map<F, number> | undefined
    let width = 0
    let row = skipped
    try {
      for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
        row++
        if (places === undefined) {
          width = record.length
          const unnamed = format.unnamed?.(record)
          places = unnamed ? placesOf(unnamed) : findColumns(format, record)
          if (!unnamed) continue
        }
        const cells = record.findLastIndex((cell) => cell.trim() !== '') + 1
        if (cells === 0) continue
        const message = `has ${cells} cells, the first row ${width}: is ${DELIMITERS[delimiters.delimiter]} not quoted?`
        yield cells > width
          ? { row, kind: 'link', record: {}, faults: [{ path: '', message }] }
          : { row, kind: 'link', ...format.read(cellsOf(format, places, record)) }
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
        ? new UnreadableFile(`The CSV cannot be read after row ${row}: ${csvFault(String(error.code))}.`)
        : error
    } finally {
      parser.destroy()
      // An error of the file also fails the parser, which has reported it.
      await feeding.catch(() => {})
    }
    if (places === undefined) throw new UnreadableFile('The file has no header line.')
  }
}

const csvFault = (code: string) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${MAX_RECORD / 1024} KiB, or a quote is not closed`
    : code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quote is not closed'
      : 'its quotes are not closed where a cell ends'

// Skips empty lines, and the line `sep=…`, which spreadsheets read.
const LEADING = /^(?:[ \t]*\r?\n|sep=.\r?\n)*/i

// A quote within a quoted cell, as databases write it, and as it usually is.
const BACKSLASHED = /\\"(?![,;|\t\r\n"]|$)/
const DOUBLED = /[^,;|\t\r\n"]""/

async function readHeader(texts: AsyncGenerator<string>) {
  let text = ''
  let before = ''
  while (!text.includes('\n', before.length) && text.length <= MAX_HEADER) {
    const next = await texts.next()
    if (next.done) break
    text += next.value
    before = LEADING.exec(text)?.[0] ?? ''
  }
  const start = text.slice(before.length)
  const [header = ''] = start.split(/\r\n?|\n/, 1)
  if (header.length > MAX_HEADER) throw new UnreadableFile('The header line is longer than 16 KiB.')
  const names = header.replaceAll(/"[^"]*"/g, '')
  const counts = (Object.keys(DELIMITERS) as Delimiter[]).map((mark) => ({ mark, count: names.split(mark).length }))
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most))
  if (best.count > MAX_COLUMNS) throw new UnreadableFile(`The file has more than ${MAX_COLUMNS} columns.`)
  // Rows of one file may end differently: old programs ended all of them with a carriage return alone.
  const record_delimiter = start[header.length] === '\r' && start[header.length + 1] !== '\n' ? ['\r'] : ['\r\n', '\n']
  const quoteEscape = BACKSLASHED.test(start) && !DOUBLED.test(start) ? '\\' : '"'
  return { start, skipped: before.split('\n').length - 1, delimiter: best.mark, record_delimiter, escape: quoteEscape }
}

async function feed(parser: ReturnType<typeof parse>, start: string, texts: AsyncGenerator<string>): Promise<void> {
  const write = async (text: string) => {
    if (parser.destroyed || parser.write(text)) return
    await new Promise<void>((resolve) => {
      const done = () => {
        parser.off('drain', done)
        parser.off('close', done)
        resolve()
      }
      parser.once('drain', done)
      parser.once('close', done)
    })
  }
  try {
    await write(start)
    for await (const text of texts) {
      if (parser.destroyed) return
      await write(text)
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

const placesOf = <F extends string>(fields: readonly (F | null)[]): Map<F, number> =>
  new Map(fields.flatMap((field, place) => (field === null ? [] : [[field, place]])))

function findColumns<F extends string>({ columns, required }: CsvFormat<F>, header: string[]): Map<F, number> {
  const names = header.map(plain)
  const places = new Map<F, number>()
  for (const [field, accepted] of Object.entries(columns) as [F, readonly string[]][])
    for (const name of accepted) {
      const place = names.indexOf(plain(name))
      if (place < 0) continue
      places.set(field, place)
      break
    }
  for (const group of required)
    if (!group.some((field) => places.has(field))) {
      const wanted = group.flatMap((field) => columns[field].slice(0, 2)).join('” or “')
      throw new UnreadableFile(
        `The file has no column “${wanted}”; its columns are: ${header.slice(0, 20).join(', ').slice(0, 300)}.`,
      )
    }
  return places
}

function cellsOf<F extends string>({ columns }: CsvFormat<F>, places: Map<F, number>, record: string[]): Cells<F> {
  const fields = Object.keys(columns) as F[]
  return Object.fromEntries(
    fields.map((field) => [field, unescapeFormula((record[places.get(field) ?? -1] ?? '').trim())]),
  ) as Cells<F>
}

// Exports put a quote before cells that a spreadsheet would run as a formula.
const unescapeFormula = (cell: string) => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

import { type CsvDialect, csvRows, escapeOf } from './csv-rows.ts'
import type { SourceRow } from './record.ts'
import { UnreadableFile } from './record.ts'
import { readText } from './text.ts'

const MAX_HEADER = 16 * 1024
// In characters: how much of a file shows how its quotes are written.
const LOOKED_AT = 1024 * 1024
const MAX_COLUMNS = 200

const DELIMITERS: Record<CsvDialect['delimiter'], string> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
}

/** The cells of a row by field; "" for a field without a column. */
export type Cells<F extends string> = Record<F, string>

/** How the columns of a CSV file are found, and how a row is read. */
export interface CsvFormat<F extends string> {
  /** The possible names of each field's column, in order of preference, ignoring case, spaces and punctuation. */
  columns: Record<F, readonly string[]>
  /** The file must have one column of each group. */
  required: readonly (readonly NoInfer<F>[])[]
  /** Whether a note of the first row names the columns that are not read. */
  notesUnread?: boolean
  /** The fields in the order of the columns, for a file without a header. */
  unnamed?(first: readonly string[]): readonly (NoInfer<F> | null)[] | undefined
  /** Never throws: errors of a row are its `faults`. */
  read(cells: Cells<NoInfer<F>>): Omit<SourceRow, 'row' | 'kind'>
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Reads links from a CSV file with a header line. A row's number is that which a spreadsheet shows. */
export function csvSource<F extends string>(format: CsvFormat<F>) {
  return async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
    const { texts, skipped, dialect } = await readStart(readText(bytes))
    let places: Map<F, number> | undefined
    let width = 0
    let unread: string[] = []
    for await (const { row, cells, fault } of csvRows(texts, dialect, skipped)) {
      if (places === undefined) {
        width = cells.length
        const unnamed = format.unnamed?.(cells)
        places = unnamed ? placesOf(unnamed) : findColumns(format, cells)
        if (!unnamed) {
          if (format.notesUnread) unread = unreadColumns(cells, places)
          continue
        }
      }
      const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      if (count === 0) continue
      const message =
        fault ??
        (count > width
          ? `has ${count} cells, the first row ${width}: is ${DELIMITERS[dialect.delimiter]} not quoted?`
          : undefined)
      const read =
        message === undefined
          ? format.read(cellsOf(format, places, cells))
          : { record: {}, faults: [{ path: '', message }] }
      yield { row, kind: 'link', ...read, notes: [...unread, ...(read.notes ?? [])] }
      unread = []
    }
    if (places === undefined) throw new UnreadableFile('The file has no header line.')
  }
}

// Skips empty lines, and the line `sep=…`, which spreadsheets read.
const LEADING = /^(?:[ \t]*\r?\n|sep=.\r?\n)*/i

/** Reads the beginning of a file, which shows how its rows are written; `texts` are those of its rows. */
async function readStart(all: AsyncGenerator<string>) {
  let text = ''
  while (text.length < LOOKED_AT) {
    const next = await all.next()
    if (next.done) break
    text += next.value
  }
  const before = LEADING.exec(text)?.[0] ?? ''
  const start = text.slice(before.length)
  const [header = ''] = start.split(/\r\n?|\n/, 1)
  if (header.length > MAX_HEADER) throw new UnreadableFile('The header line is longer than 16 KiB.')
  const names = header.replaceAll(/"[^"]*"/g, '')
  const counts = (Object.keys(DELIMITERS) as CsvDialect['delimiter'][]).map((mark) => ({
    mark,
    count: names.split(mark).length,
  }))
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most))
  if (best.count > MAX_COLUMNS) throw new UnreadableFile(`The file has more than ${MAX_COLUMNS} columns.`)
  const dialect: CsvDialect = {
    delimiter: best.mark,
    record_delimiter: start[header.length] === '\r' && start[header.length + 1] !== '\n' ? ['\r'] : ['\r\n', '\n'],
    escape: escapeOf(start),
  }
  return { texts: joined(start, all), skipped: before.split('\n').length - 1, dialect }
}

async function* joined(start: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* others
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

/** A note on the columns that are not read, such as the second of two with one meaning. */
function unreadColumns(header: readonly string[], places: ReadonlyMap<unknown, number>): string[] {
  const read = new Set(places.values())
  const names = header.flatMap((name, place) =>
    read.has(place) || name.trim() === '' ? [] : `${place + 1} “${name.trim().slice(0, 60)}”`,
  )
  return names.length === 0 ? [] : [`Columns that are not read: ${names.join(', ').slice(0, 250)}.`]
}

function cellsOf<F extends string>({ columns }: CsvFormat<F>, places: Map<F, number>, row: string[]): Cells<F> {
  const fields = Object.keys(columns) as F[]
  return Object.fromEntries(
    fields.map((field) => [field, unescapeFormula((row[places.get(field) ?? -1] ?? '').trim())]),
  ) as Cells<F>
}

// Exports put a quote before cells that a spreadsheet would run as a formula.
const unescapeFormula = (cell: string) => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

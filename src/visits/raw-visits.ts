import { stringify } from 'csv-stringify/sync'
import type { Database } from '../../db/open.ts'
import { listRawVisits, type RawVisits } from '../../db/queries/raw-visits.ts'
import { readSettledId, tryReadSettledId } from '../../db/queries/visit-counters.ts'
import type { Visit } from '../../schemas/visits.ts'

// Visits that are read from the database at a time.
const STRETCH = 500
// How long an id is taken as the last settled one while visits are being recorded.
const MAX_AGE_MS = 1000
// RFC 4180. Values that spreadsheets would run as a formula are escaped, and values with line breaks are quoted.
const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const
const COLUMNS: readonly (keyof Visit)[] = [
  ...(['id', 'date', 'class', 'reason', 'unique', 'country', 'referrer'] as const),
  ...(['browser', 'os', 'device', 'language', 'campaign', 'agent'] as const),
]
const VERSION = 'v1:'

/** An opaque cursor after the visit with this id. */
export const cursorOf = (id: number): string => Buffer.from(`${VERSION}${id}`).toString('base64url')

/** The id in a cursor; undefined if it is none. */
export function readCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = Number(/^v1:(0|[1-9]\d{0,15})$/.exec(text)?.[1])
  return Number.isSafeInteger(id) && cursorOf(id) === cursor ? id : undefined
}

/**
 * Reads up to which id all visits are committed, so that a cursor skips none. No visits are recorded while this waits
 * for those in progress: it waits once a second at most, and takes the last known id otherwise. Requests at the same
 * time share a read.
 */
export function createSettledReader(db: Database): () => Promise<number> {
  let running: Promise<number> | undefined
  let known = { id: 0, until: 0 }
  const read = async () => {
    const isRecent = performance.now() < known.until
    const id = isRecent ? await tryReadSettledId(db) : await readSettledId(db)
    if (id !== undefined) known = { id, until: performance.now() + MAX_AGE_MS }
    return known.id
  }
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}

/** The visits in pieces of a text, each read when the one before was taken; no connection is held in between. */
export async function* visitPieces(db: Database, visits: RawVisits, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'csv') yield stringify([COLUMNS], CSV)
  for (let after = visits.after; after < visits.last; ) {
    const rows = await listRawVisits(db, { ...visits, after }, STRETCH)
    const end = rows.at(-1)
    if (!end) return
    yield format === 'csv'
      ? stringify(
          rows.map((row) => COLUMNS.map((name) => (typeof row[name] === 'boolean' ? String(row[name]) : row[name]))),
          CSV,
        )
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    after = end.id
  }
}

import type { Database } from '../../db/open.ts'
import { listRawVisits, type RawVisits } from '../../db/queries/raw-visits.ts'
import { readSettledId, tryReadSettledId } from '../../db/queries/visit-counters.ts'
import { DETAILS } from '../../db/queries/visit-groups.ts'
import type { Visit } from '../../schemas/visits.ts'
import { writeCsv } from '../csv/write-csv.ts'

// Visits that are read from the database at a time.
const BATCH = 500
// How long the last settled id is used again while visits are being recorded.
const MAX_AGE_MS = 1000
const COLUMNS: readonly (keyof Visit)[] = [
  ...(['id', 'date', 'class', 'reason', 'unique', 'country', 'referrer'] as const),
  ...(['browser', 'os', 'device', 'language', 'campaign', 'agent', 'domain', 'channels'] as const),
  ...DETAILS,
]
const VERSION = 'v1:'

/** An opaque cursor after the visit with this id. */
export const cursorOf = (id: number): string => Buffer.from(`${VERSION}${id}`).toString('base64url')

/** The id in a cursor; undefined if the cursor is not valid. */
export function readCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  const id = Number(/^v1:(0|[1-9]\d{0,15})$/.exec(text)?.[1])
  return Number.isSafeInteger(id) && cursorOf(id) === cursor ? id : undefined
}

/**
 * Reads the id up to which all visits are committed, so that a cursor skips none. Reading blocks the recording of
 * visits until open transactions end, so it happens at most once a second; otherwise the last known id is used.
 * Concurrent requests share a read.
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

/** The visits as chunks of text, each read when the previous one was consumed; no connection is held in between. */
export async function* visitPieces(db: Database, visits: RawVisits, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'csv') yield writeCsv([COLUMNS])
  for (let after = visits.after; after < visits.last; ) {
    const rows = await listRawVisits(db, { ...visits, after }, BATCH)
    const end = rows.at(-1)
    if (!end) return
    yield format === 'csv'
      ? writeCsv(rows.map((row) => COLUMNS.map((name) => cellOf(row[name]))))
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    after = end.id
  }
}

const cellOf = (value: Visit[keyof Visit]) =>
  typeof value === 'boolean' ? String(value) : Array.isArray(value) ? value.join(' ') : value

import type { Database } from '../../db/open.ts'
import { beginImport, QR_ROWS, type StagedRow, stageRows } from '../../db/queries/imports.ts'
import { createPauses } from '../time/turns.ts'
import { MAX_PASSWORDS, type Passwords } from './passwords.ts'
import { type SourceRow, UnreadableFile } from './record.ts'
import type { CheckRecord } from './record-check.ts'

const BATCH = 500
// Other requests are served when checking has taken so long: a row may have megabytes.
const MAX_TURN_MS = 20
const MAX_ROWS = 5_000_000
const NOTE = 300

/** The progress of reading a source. */
export interface ReadState {
  /** Stored rows; `failed` and `skipped` of them are already finished. */
  total: number
  failed: number
  skipped: number
  /** The cursor of the next page of an API. */
  cursor: string
  /** The number of the last row. */
  row: number
}

export const START: ReadState = { total: 0, failed: 0, skipped: 0, cursor: '', row: 0 }

interface Staging {
  db: Database
  jobId: number
  check: CheckRecord
  passwords: Passwords
  /** Set while the file is read: the base URL in the header of an export of Waymark; "" if there is none. */
  origin?: { service: string }
  onRows?: (total: number) => void
}

/** The import was removed while it was being read. */
export class ImportGone extends Error {}

/** Checks and stores rows of a source, with hashed passwords. Returns the new progress. */
export async function stageBatch(
  { db, jobId, check, passwords, onRows }: Staging,
  rows: readonly SourceRow[],
  state: ReadState,
): Promise<ReadState> {
  const staged: StagedRow[] = []
  const pause = createPauses(MAX_TURN_MS)
  for (const row of rows) {
    await pause()
    staged.push(await stagedRow(row, check, passwords))
  }
  const count = (outcome: string) => staged.filter((row) => row.outcome === outcome).length
  const next = {
    ...state,
    total: state.total + staged.length,
    failed: state.failed + count('failed'),
    skipped: state.skipped + count('skipped'),
    row: rows.at(-1)?.row ?? state.row,
  }
  if (next.total > MAX_ROWS) throw new UnreadableFile(`The source has more than ${MAX_ROWS} rows: import it in parts.`)
  if (!(await stageRows(db, jobId, staged, { ...next }))) throw new ImportGone()
  onRows?.(next.total)
  return next
}

/** Reads all rows of a source, stores them for import in batches, and then starts the job that writes them. */
export async function stageAll(staging: Staging, rows: AsyncIterable<SourceRow>): Promise<ReadState> {
  let state = START
  let batch: SourceRow[] = []
  let weight = 0
  for await (const row of rows) {
    batch.push(row)
    weight += row.kind === 'qr' || row.kind === 'qrtemplate' ? BATCH / QR_ROWS : 1
    if (weight < BATCH) continue
    state = await stageBatch(staging, batch, state)
    batch = []
    weight = 0
  }
  if (batch.length > 0) state = await stageBatch(staging, batch, state)
  await handOver(staging, state)
  return state
}

/** Ends the reading of an import, so that background jobs process its rows. */
export const handOver = ({ db, jobId, origin }: Staging, { total, failed, skipped }: ReadState): Promise<void> =>
  beginImport(db, jobId, {
    ...{ row: 0, total, failed, skipped, created: 0, replaced: 0, renamed: 0 },
    ...(origin ? { service: origin.service } : {}),
  })

async function stagedRow(source: SourceRow, check: CheckRecord, passwords: Passwords): Promise<StagedRow> {
  const { row, kind, sourceId = null, notes = [], skipped } = source
  const { record, faults } = source.faults
    ? { record: source.record, faults: source.faults }
    : check(kind, source.record)
  const alias =
    typeof record['custom'] === 'string' ? record['custom'] : typeof record['name'] === 'string' ? record['name'] : null
  const shown = alias === null ? null : shownText(alias)
  const base = { row, kind, source_id: sourceId, alias: shown, notes: notes.length > 0 ? notes.map(shownText) : null }
  if (skipped !== undefined)
    return { ...base, record: null, outcome: 'skipped', errors: null, notes: [...notes, skipped].map(shownText) }
  if (faults.length > 0) {
    const errors = faults.map(({ path, message }) => ({ path: shownText(path), message: shownText(message) }))
    return { ...base, record: null, outcome: 'failed', errors }
  }
  const { password, ...rest } = record
  if (typeof password !== 'string') return { ...base, record, outcome: null, errors: null }
  const passwordhash = await passwords(password)
  if (passwordhash !== null) return { ...base, record: { ...rest, passwordhash }, outcome: null, errors: null }
  const errors = [{ path: '/password', message: `must be one of at most ${MAX_PASSWORDS} in an import` }]
  return { ...base, record: null, outcome: 'failed', errors }
}

// A report may show values of rows that are not valid.
const shownText = (text: string) => text.slice(0, NOTE).toWellFormed().replaceAll('\u0000', '\ufffd')

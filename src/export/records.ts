import type { Database } from '../../db/open.ts'
import {
  type ExportedRow,
  type ExportedTable,
  findExportedAccount,
  findLastId,
  listExported,
} from '../../db/queries/export.ts'
import { exportDays } from '../../db/queries/export-days.ts'
import type { Subject } from '../../db/tables/visits.ts'
import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import { formatTimestamp } from '../time/timestamps.ts'

export const EXPORT_FORMAT = 'waymark-export'
export const EXPORT_VERSION = 1

/** A line of an export; `kind` says what it describes. */
export type ExportRecord = { kind: string } & Record<string, unknown>

export interface ExportSource {
  db: Database
  config: Pick<Config, 'baseUrl'>
  accountId: number
  /** Whether the hashes of links' passwords are included. */
  withPasswords: boolean
}

const BATCH = 500
// A code or template may have a logo of up to 1 MiB.
const QR_BATCH = 20

// Referenced records come before those that refer to them.
const tables: { table: ExportedTable; kind: string; subject?: Subject }[] = [
  { table: 'domains', kind: 'domain' },
  { table: 'pixels', kind: 'pixel' },
  { table: 'overlays', kind: 'overlay' },
  { table: 'splashes', kind: 'splash' },
  { table: 'campaigns', kind: 'campaign' },
  { table: 'channels', kind: 'channel' },
  { table: 'webhooks', kind: 'webhook' },
  { table: 'qr_templates', kind: 'qrtemplate' },
  { table: 'links', kind: 'link', subject: 'link' },
  { table: 'bios', kind: 'bio', subject: 'bio' },
  { table: 'bio_answers', kind: 'answer' },
  { table: 'qr_codes', kind: 'qr', subject: 'qr' },
]

/** The rows of a table in batches, by ascending id. Rows created after the start are left out. */
export async function* batchesOf(db: Database, accountId: number, table: ExportedTable): AsyncGenerator<ExportedRow[]> {
  const last = await findLastId(db, accountId, table)
  const limit = table === 'qr_codes' || table === 'qr_templates' ? QR_BATCH : BATCH
  for (let after = 0; after < last; ) {
    const rows = await listExported(db, accountId, table, { after, last, limit })
    const end = rows.at(-1)
    if (!end) return
    yield rows
    after = end.id
  }
}

/**
 * All records of an account, in batches. Each batch is a query of its own, so that a slow reader holds no connection; a
 * record that changes during the export is read in its state before or after the change.
 */
export async function* exportRecords({
  db,
  config,
  accountId,
  withPasswords,
}: ExportSource): AsyncGenerator<ExportRecord[]> {
  let records = 0
  const { id: _, ...account } = await findExportedAccount(db, accountId)
  yield [
    {
      kind: 'export',
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      created: formatTimestamp(new Date()),
      service: config.baseUrl,
      release,
      passwords: withPasswords,
    },
    { kind: 'account', ...account },
  ]
  for (const { table, kind, subject } of tables)
    for await (const rows of batchesOf(db, accountId, table)) {
      const made = rows.map((row) => ({ kind, ...(kind === 'link' ? shownLink(row, withPasswords) : row) }))
      records += made.length
      yield made
      if (subject === undefined) continue
      const ids = rows.map(({ id }) => id)
      for await (const days of exportDays(db, accountId, subject, ids)) {
        records += days.length
        yield days.map((day) => ({ kind: 'day', ...day }))
      }
    }
  yield [{ kind: 'end', records }]
}

function shownLink({ passwordhash, ...link }: ExportedRow, withPasswords: boolean): ExportedRow {
  return {
    ...link,
    haspassword: passwordhash !== null,
    ...(withPasswords && passwordhash !== null ? { passwordhash } : {}),
  } as ExportedRow
}

/** An export as chunks of NDJSON. `onRecords` is called with the number of records written so far. */
export async function* exportLines(
  source: ExportSource,
  onRecords: (count: number) => Promise<void> | void = () => {},
) {
  for await (const records of exportRecords(source)) {
    yield `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
    await onRecords(records.length)
  }
}

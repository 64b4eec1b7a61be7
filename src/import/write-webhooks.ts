import { listMade, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import { createWebhook, findEqualWebhook, MAX_WEBHOOKS } from '../../db/queries/webhooks.ts'
import type { ImportedWebhook } from '../../schemas/import-records.ts'
import { failed, type WriteContext } from './write-context.ts'

// No file has secrets, and what is sent to a receiver is signed: nothing is sent before somebody rotates the secret.
const NO_SECRET = ''
const NOTE = 'It is disabled and has no secret: rotate the secret, then enable the webhook.'

/** Writes webhooks, disabled; equal ones that exist are reused. */
export async function writeWebhooks(
  { db, accountId, jobId, options }: WriteContext,
  rows: readonly PendingRow[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const taken = await listMade(db, jobId, 'webhook')
  for (const row of rows) {
    const { date, url, types = [], description = null } = row.record as ImportedWebhook
    if (!options.withWebhooks) {
      results.push(failed(row, '', 'needs a key with the scope `admin`'))
      continue
    }
    const webhook = { url, types, description }
    const found = await findEqualWebhook(db, accountId, webhook, taken)
    if (found) {
      taken.add(found.id)
      results.push({ row: row.row, outcome: 'skipped', id: found.id })
      continue
    }
    const id = await createWebhook(db, accountId, { ...webhook, enabled: false, date }, NO_SECRET)
    if (typeof id !== 'number')
      results.push(failed(row, '', `would be one more than the ${MAX_WEBHOOKS} of an account`))
    else {
      taken.add(id)
      results.push({ row: row.row, outcome: 'created', id, notes: [NOTE] })
    }
  }
  return results
}

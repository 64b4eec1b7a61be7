import { listMade, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import { createTemplate, findEqualTemplate, MAX_TEMPLATES } from '../../db/queries/qr-templates.ts'
import type { ImportedQrTemplate } from '../../schemas/import-records.ts'
import { ApiError } from '../errors/api-error.ts'
import { NO_LOOK, readAppearance } from '../qr/templates.ts'
import { readTimestamp } from '../time/timestamps.ts'
import { logoOf, storedLogoReader } from './imported-logo.ts'
import { failed, type WriteContext } from './write-context.ts'

const createdAt = (date: string | null | undefined) => (date ? { created_at: readTimestamp(date) } : {})

/** Writes templates of QR codes; equal ones that exist are reused. */
export async function writeTemplates(
  { db, config, accountId, jobId }: WriteContext,
  rows: readonly PendingRow[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const taken = await listMade(db, jobId, 'qrtemplate')
  for (const row of rows) {
    const { name, date, logo, logoimage, background, foreground, design } = row.record as ImportedQrTemplate
    try {
      const look = { background, foreground, design, logo: logoOf(logoimage) }
      const columns = { ...NO_LOOK, ...(await readAppearance(look, storedLogoReader(config))), name }
      const template = { ...columns, logo: logoimage === undefined ? null : (logo ?? null) }
      const found = await findEqualTemplate(db, accountId, template, taken)
      const id = found ?? (await createTemplate(db, accountId, { ...template, ...createdAt(date) }))
      if (id === 'full') results.push(failed(row, '', `would be one more than the ${MAX_TEMPLATES} of an account`))
      else {
        taken.add(id)
        results.push({ row: row.row, outcome: found === undefined ? 'created' : 'skipped', id })
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const [fault] = error.errors ?? []
      results.push(failed(row, fault?.path ?? '', fault?.message ?? error.message))
    }
  }
  return results
}

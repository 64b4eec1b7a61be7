import { createDays } from '../../db/queries/import-days.ts'
import { listReplaced, mapIds, NOT_KEPT, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import type { ImportedDay } from '../../schemas/import-records.ts'
import { failed, type WriteContext } from './write-context.ts'

type Counts = Record<string, [number, number]>

/** Adds daily visits to the links, bio pages and QR codes that the import wrote. */
export async function writeDays(
  { db, accountId, jobId, isOwnExport }: WriteContext,
  rows: readonly PendingRow[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const campaigns = await mapIds(
    db,
    jobId,
    'campaign',
    rows.flatMap((row) => campaignsIn(dayOf(row))),
  )
  for (const subject of ['link', 'bio', 'qr'] as const) {
    const mine = rows.filter((row) => dayOf(row).subject === subject)
    const sourceIds = mine.map((row) => dayOf(row).id)
    const ids = await mapIds(db, jobId, subject, sourceIds)
    const replaced = await listReplaced(db, jobId, subject, sourceIds)
    const days = new Map<string, { row: PendingRow; day: ImportedDay & { id: number; isReplaced: boolean } }>()
    for (const row of mine) {
      const day = dayOf(row)
      const id = ids.get(day.id)
      const key = `${id} ${day.date} ${day.class}`
      if (id === undefined)
        results.push({ row: row.row, outcome: 'skipped', notes: ['What was visited was not imported.'] })
      else if (id === NOT_KEPT) results.push({ row: row.row, outcome: 'created' })
      else if (days.has(key)) results.push(failed(row, '/date', 'has a record already'))
      else {
        const facets = withCampaigns(day.facets, campaigns)
        days.set(key, { row, day: { ...day, id, isReplaced: isOwnExport && replaced.has(id), facets } })
      }
    }
    const added = await createDays(
      db,
      accountId,
      subject,
      [...days.values()].map(({ day }) => day),
    )
    for (const [key, { row }] of days) results.push({ row: row.row, outcome: added.has(key) ? 'created' : 'skipped' })
  }
  return results
}

const dayOf = ({ record }: PendingRow) => record as unknown as ImportedDay

const campaignsIn = ({ facets }: ImportedDay): number[] =>
  Object.keys(facets['campaign'] ?? {}).flatMap((name) => (/^[1-9]\d{0,14}$/.test(name) ? [Number(name)] : []))

// Campaigns get new ids in an import. Visits by a campaign that is not in the file count as visits without one.
function withCampaigns(facets: ImportedDay['facets'], ids: ReadonlyMap<number, number>): ImportedDay['facets'] {
  if (facets['campaign'] === undefined) return facets
  const campaign: Counts = {}
  for (const [name, [visits, uniques]] of Object.entries(facets['campaign'])) {
    const key = name === '*' ? name : String(ids.get(Number(name)) || '')
    const [before, uniquesBefore] = campaign[key] ?? [0, 0]
    campaign[key] = [before + visits, uniquesBefore + uniques]
  }
  return { ...facets, campaign }
}

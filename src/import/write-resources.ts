import { type ComparedTable, findEqualRows, type ImportedResource } from '../../db/queries/equal-records.ts'
import { createResource } from '../../db/queries/import-resources.ts'
import type { PendingRow, RowResult } from '../../db/queries/imports.ts'
import { failed, type WriteContext, type WriteRows } from './write-context.ts'

interface Wanted {
  row: PendingRow
  values: ImportedResource
  date: string | undefined
}

const SLUG_TAKEN = 'Its slug is taken: it has no rotator until you give it another one.'

/** Writes rows of resources that have no id of their own, such as pixels: equal ones that exist are reused. */
export function resourceWriter(table: ComparedTable): WriteRows {
  return async (context, rows) => {
    const taken = new Set<number>()
    const wanted = rows.map((row) => wantedOf(table, row))
    const { results, refused } = await writeEqual(context, table, wanted, taken)
    if (refused.length === 0) return results
    // The slug of a campaign is unique on the service.
    const others = refused.map((one) => ({ ...one, values: { ...one.values, slug: undefined } }))
    const withoutSlug = await writeEqual(context, table, others, taken)
    for (const result of withoutSlug.results)
      results.push({
        ...result,
        outcome: result.outcome === 'created' ? 'renamed' : result.outcome,
        notes: [SLUG_TAKEN],
      })
    for (const { row } of withoutSlug.refused) results.push(failed(row, '', 'could not be stored'))
    return results
  }
}

function wantedOf(table: ComparedTable, row: PendingRow): Wanted {
  const { date, ...values } = row.record as { date?: string } & ImportedResource
  if (table === 'campaigns') values['name'] ??= 'Campaign'
  if (table === 'channels')
    Object.assign(values, { description: values['description'] ?? '', color: values['color'] ?? '#000000' })
  return { row, values, date }
}

/** Reuses equal rows or adds new ones, and adds their ids to `taken`; `refused`: a unique column is taken. */
async function writeEqual(
  { db, by, accountId, jobId }: WriteContext,
  table: ComparedTable,
  wanted: readonly Wanted[],
  taken: Set<number>,
): Promise<{ results: RowResult[]; refused: Wanted[] }> {
  const records = wanted.map(({ values }) => values)
  const kind = wanted[0]?.row.kind ?? ''
  const existing = await findEqualRows(db, accountId, table, { jobId, kind, records, taken })
  const results: RowResult[] = []
  const refused: Wanted[] = []
  for (const [i, one] of wanted.entries()) {
    const found = existing[i]
    const id = found ?? (await createResource(db, by, table, one.values, one.date))
    if (id === undefined) refused.push(one)
    else {
      taken.add(id)
      results.push({ row: one.row.row, outcome: found === undefined ? 'created' : 'skipped', id })
    }
  }
  return { results, refused }
}

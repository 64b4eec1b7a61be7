import { createDomain, listDomainsByHost } from '../../db/queries/domains.ts'
import { type ComparedTable, findEqualRows, type ImportedResource } from '../../db/queries/equal-records.ts'
import { createResource } from '../../db/queries/import-resources.ts'
import type { PendingRow, RowResult } from '../../db/queries/imports.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import { parseDomain } from '../domains/domain-name.ts'
import { redirectFaults } from '../routing/domain-redirects.ts'
import { readTimestamp } from '../time/timestamps.ts'
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

/** Writes domains. Missing ones are added only if domain checks are turned off. */
export async function writeDomains(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) results.push(await writeDomain(context, row))
  return results
}

async function writeDomain({ db, config, accountId, by }: WriteContext, row: PendingRow): Promise<RowResult> {
  const { domain, date, ...more } = row.record as { domain?: string; date?: string; redirectroot?: string }
  const { redirectroot } = more
  const name = parseDomain(domain ?? '')
  if (typeof name === 'string') return failed(row, '/domain', name)
  const owned = (await listDomainsByHost(db, accountId, [name.host])).get(name.host)
  if (owned !== undefined) return { row: row.row, outcome: 'skipped', id: owned.id }
  if (config.domainCheck)
    return failed(row, '/domain', 'is not a domain of the account: add it, which checks its DNS, and import again')
  const [rootFault] = await redirectFaults(
    { db, config },
    { host: name.host, caseinsensitive: false },
    { redirectroot },
  )
  if (rootFault) return failed(row, rootFault.path, rootFault.message)
  const made = await withRoom({ db, plans: config.plans }, accountId, 'domains', 1, async (db, room, full) =>
    room === 0
      ? full()
      : createDomain(db, by, {
          ...name,
          ...more,
          ...(date === undefined ? {} : { created_at: readTimestamp(date) }),
        }),
  )
  if (made instanceof Error) return failed(row, '', made.message)
  if (typeof made === 'object' && 'id' in made) return { row: row.row, outcome: 'created', id: made.id }
  return failed(row, '/domain', 'belongs to another account, or is reserved for one')
}

import { createDomain, listDomainsByHost } from '../../db/queries/domains.ts'
import { findOrCreateResource, type NaturalTable } from '../../db/queries/import-resources.ts'
import { listMade, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import { parseDomain } from '../domains/domain-name.ts'
import { redirectFaults } from '../routing/domain-redirects.ts'
import { readTimestamp } from '../time/timestamps.ts'
import { failed, type WriteContext, type WriteRows } from './write-context.ts'

/** Writes rows of resources that have no id of their own, such as pixels: equal ones that exist are reused. */
export function resourceWriter(table: NaturalTable): WriteRows {
  return async ({ db, by, jobId }, rows) => {
    const results: RowResult[] = []
    const taken = await listMade(db, jobId, rows[0]?.kind ?? '')
    for (const row of rows) {
      const { date, ...values } = row.record as { date?: string } & Record<string, unknown>
      if (table === 'campaigns') values['name'] ??= 'Campaign'
      if (table === 'channels')
        Object.assign(values, { description: values['description'] ?? '', color: values['color'] ?? '#000000' })
      const found = await findOrCreateResource(db, by, table, values, { date, taken })
      const result = await resultOf(row, found, () =>
        findOrCreateResource(db, by, table, { ...values, slug: undefined }, { date, taken }),
      )
      if (result.id !== undefined) taken.add(result.id)
      results.push(result)
    }
    return results
  }
}

// The slug of a campaign is unique on the service.
async function resultOf(
  row: PendingRow,
  found: { id: number; isNew: boolean } | undefined,
  withoutSlug: () => Promise<{ id: number; isNew: boolean } | undefined>,
): Promise<RowResult> {
  if (found) return { row: row.row, outcome: found.isNew ? 'created' : 'skipped', id: found.id }
  const other = await withoutSlug()
  if (!other) return failed(row, '', 'could not be stored')
  const notes = ['Its slug is taken: it has no rotator until you give it another one.']
  return { row: row.row, outcome: other.isNew ? 'renamed' : 'skipped', id: other.id, notes }
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

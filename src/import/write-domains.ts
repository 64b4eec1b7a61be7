import { isDeepStrictEqual } from 'node:util'
import { createDomain, findDomain, listDomainsByHost, updateDomain } from '../../db/queries/domains.ts'
import type { PendingRow, RowResult } from '../../db/queries/imports.ts'
import { domainSettings } from '../../db/tables/domains.ts'
import type { DomainChange, NewDomain } from '../../schemas/domains.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import { parseDomain } from '../domains/domain-name.ts'
import { redirectFaults } from '../routing/domain-redirects.ts'
import { readTimestamp } from '../time/timestamps.ts'
import { failed, type WriteContext } from './write-context.ts'

/** Writes domains: gives those of the account their settings; adds missing ones only if domain checks are turned off. */
export async function writeDomains(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const row of rows) results.push(await writeDomain(context, row))
  return results
}

async function writeDomain(context: WriteContext, row: PendingRow): Promise<RowResult> {
  const { db, config, accountId, by } = context
  const { domain, date, ...settings } = row.record as unknown as NewDomain & { date?: string }
  const name = parseDomain(domain)
  if (typeof name === 'string') return failed(row, '/domain', name)
  const owned = (await listDomainsByHost(db, accountId, [name.host])).get(name.host)
  if (owned !== undefined) return { row: row.row, ...(await takeOver(context, owned.id, settings)) }
  if (config.domainCheck)
    return failed(row, '/domain', 'is not a domain of the account: add it, which checks its DNS, and import again')
  const { redirectroot } = settings
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
          ...settings,
          ...(date === undefined ? {} : { created_at: readTimestamp(date) }),
        }),
  )
  if (made instanceof Error) return failed(row, '', made.message)
  if (typeof made === 'object' && 'id' in made) return { row: row.row, outcome: 'created', id: made.id }
  return failed(row, '/domain', 'belongs to another account, or is reserved for one')
}

const isDefault = (value: unknown) => value === null || value === false || isDeepStrictEqual(value, [])

/** Gives a domain those settings of a row that it does not have, or with `replace` all that the row has. */
async function takeOver(
  { db, config, accountId, by, options }: WriteContext,
  id: number,
  settings: DomainChange,
): Promise<Omit<RowResult, 'row'>> {
  const domain = await findDomain(db, accountId, id)
  if (!domain) return { outcome: 'skipped' }
  const notes: string[] = []
  const change: DomainChange = {}
  for (const name of domainSettings) {
    const value = settings[name]
    if (value === undefined || isDeepStrictEqual(value, domain[name])) continue
    if (options.conflicts === 'replace' || isDefault(domain[name])) Object.assign(change, { [name]: value })
    else if (!isDefault(value)) notes.push(`The domain has its own ${name}, which is kept.`)
  }
  const leaveOut = (name: string, reason: string) => {
    delete change[name as keyof DomainChange]
    notes.push(`The ${name} of the file is left out: ${reason}.`)
  }
  for (const { path, message } of await redirectFaults({ db, config }, domain, change))
    leaveOut(path.slice(1), `it ${message}`)
  const update = async () => (Object.keys(change).length > 0 ? await updateDomain(db, by, id, change) : undefined)
  let updated = await update()
  if (updated && 'conflicts' in updated) {
    leaveOut('caseinsensitive', `the domain has aliases that differ only in case: ${updated.conflicts.join('; ')}`)
    updated = await update()
  }
  return { outcome: updated === undefined ? 'skipped' : 'replaced', id, ...(notes.length > 0 ? { notes } : {}) }
}

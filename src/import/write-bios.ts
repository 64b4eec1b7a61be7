import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../db/open.ts'
import { createBio, findBio, updateBio } from '../../db/queries/bios.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import { listHolders } from '../../db/queries/import-addresses.ts'
import { assignAll, keepTotals } from '../../db/queries/import-resources.ts'
import { mapIds, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import type { ImportedBio } from '../../schemas/import-records.ts'
import { hostOf } from '../domains/domain-name.ts'
import { type ExternalIds, readExternalIds } from './external-ids.ts'
import { MAX_RENAMES, nextAlias } from './renames.ts'
import { failed, type WriteContext } from './write-context.ts'

/** Writes rows of bio pages, which share the aliases of a domain with links. */
export async function writeBios(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const { db, accountId, jobId, options } = context
  const records = rows.map(({ record }) => record as unknown as ImportedBio)
  const channels = await mapIds(
    db,
    jobId,
    'channel',
    records.flatMap(({ channels = [] }) => channels),
  )
  const hosts = records.flatMap(({ domain }) => (domain ? [hostOf(domain)] : []))
  const fallback = hostOf(options.domain)
  const domains = await listDomainsByHost(db, accountId, [...new Set([...hosts, ...(fallback ? [fallback] : [])])])
  const ids = await readExternalIds(
    context,
    'bios',
    records.map(({ externalid }) => externalid),
  )
  const results: RowResult[] = []
  for (const [i, row] of rows.entries())
    results.push(await writeBio(context, row, records[i] as ImportedBio, { channels, domains, ids }))
  return results
}

interface Known {
  channels: Map<number, number>
  domains: Awaited<ReturnType<typeof listDomainsByHost>>
  ids: ExternalIds
}

async function writeBio(
  { db, config, reservedAliases, accountId, by, isOwnExport, options }: WriteContext,
  pending: PendingRow,
  record: ImportedBio,
  { channels, domains, ids }: Known,
): Promise<RowResult> {
  const { row, notes: before } = pending
  const { custom, domain, channels: listed = [], date, clicks, uniqueclicks, ...columns } = record
  const host = domain ? hostOf(domain) : undefined
  const isKnown = host !== undefined && (domains.has(host) || host === config.baseHost)
  const domainId = domains.get(isKnown ? host : hostOf(options.domain))?.id ?? null
  if (domainId === null && custom !== undefined && reservedAliases.isReserved(custom, 'own'))
    return failed(pending, '/custom', 'is reserved')

  const findHolder = async () => (await listHolders(db, accountId, [{ domainId, alias: custom ?? '' }])).get(0)
  const known = custom ? await findHolder() : undefined
  const clash = ids.clashOf(columns.externalid, known?.bio_id ?? undefined)
  if (clash && !('leaveOut' in clash)) return { row, ...clash }
  if (clash) delete columns.externalid
  const notes = [...(before ?? []), ...(clash?.notes ?? [])]
  if (host !== undefined && !isKnown)
    notes.push(`The account has no domain ${host}: the page is on ${options.domain || config.baseHost}.`)

  const create = (alias: string | undefined) =>
    createBio(db, by, columns, { domainId, alias }, reservedAliases.generate)
  const finish = async (outcome: 'created' | 'renamed' | 'replaced', id: number, alias: string | undefined) => {
    const isShared = isOwnExport && outcome === 'replaced'
    await keepTotals(db, 'bios', [{ id, date, visits: clicks, uniques: uniqueclicks, isShared }])
    const assigned = listed.flatMap((channel) => channels.get(channel) || [])
    await assignAll(
      db,
      'bio_id',
      assigned.map((channel) => ({ channel, item: id })),
    )
    ids.take(columns.externalid, id)
    return { row, outcome, id, alias, ...(notes.length > 0 ? { notes } : {}) }
  }
  // A page of the account that has the alias also has its external id, which a second page could not be stored with.
  const made = known ? 'taken' : await create(custom)
  if (made !== 'taken') return finish('created', made, custom)
  if (options.conflicts === 'skip') return { row, outcome: 'skipped', notes: ['The alias is taken on this domain.'] }
  if (options.conflicts === 'replace') {
    const ownId = (known ?? (await findHolder()))?.bio_id ?? null
    if (ownId === null) return failed(pending, '/custom', 'is taken by a link, or by another account')
    await updateBio(db, by, ownId, columns, {})
    return finish('replaced', ownId, custom)
  }
  const aliases = [custom ?? '', ...Array.from({ length: MAX_RENAMES }, (_, tries) => nextAlias(custom ?? '', tries))]
  const addresses = aliases.map((alias) => ({ domainId, alias }))
  const holders = await listHolders(db, accountId, addresses)
  for (const [i, alias] of aliases.entries()) {
    const holder = holders.get(i)
    if (holder?.bio_id != null && (await hasContent(db, accountId, holder.bio_id, columns)))
      return { row, alias, outcome: 'skipped', notes: ['The account has this page already.'] }
    const renamed = i === 0 || holder ? 'taken' : await create(alias)
    if (renamed !== 'taken') return finish('renamed', renamed, alias)
  }
  return failed(pending, '/custom', 'is taken on this domain')
}

// What a page shows, with the values of one that does not say.
const content = {
  name: null,
  title: null,
  description: null,
  image: null,
  theme: 'plain',
  colors: null,
  font: null,
  language: null,
  blocks: [],
}

/** Whether a page of the account shows what that of a row does. */
async function hasContent(db: Database, accountId: number, id: number, columns: Partial<ImportedBio>) {
  const page = await findBio(db, accountId, id)
  const sent = { ...content, ...columns }
  const names = Object.keys(content) as (keyof typeof content)[]
  return names.every((name) => isDeepStrictEqual(page?.[name], sent[name]))
}

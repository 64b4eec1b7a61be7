import { createBio, updateBio } from '../../db/queries/bios.ts'
import { listDomainsByHost } from '../../db/queries/domains.ts'
import { listHolders } from '../../db/queries/import-addresses.ts'
import { assignAll, keepTotals } from '../../db/queries/import-resources.ts'
import { mapIds, type PendingRow, type RowResult } from '../../db/queries/imports.ts'
import type { ImportedBio } from '../../schemas/import-records.ts'
import { hostOf } from '../domains/domain-name.ts'
import { randomBase62 } from '../security/secrets.ts'
import { readExternalIds } from './external-ids.ts'
import type { WriteContext } from './write-context.ts'

/** Writes rows of bio pages, which share the aliases of a domain with links. */
export async function writeBios(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const { db, reservedAliases, accountId, by, jobId, options } = context
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
  for (const [i, row] of rows.entries()) {
    const { custom, domain, channels: listed = [], date, clicks, uniqueclicks, ...columns } = records[i] as ImportedBio
    const domainId = (domains.get(domain ? hostOf(domain) : '') ?? domains.get(fallback))?.id ?? null
    const assigned = listed.flatMap((id) => channels.get(id) || [])
    const notes = [...(row.notes ?? [])]
    const create = (alias: string | undefined) =>
      createBio(db, by, columns, { domainId, alias }, reservedAliases.generate)
    const finish = async (outcome: 'created' | 'renamed' | 'replaced', id: number, alias: string | undefined) => {
      await keepTotals(db, 'bios', [{ id, date, visits: clicks, uniques: uniqueclicks }])
      await assignAll(
        db,
        'bio_id',
        assigned.map((channel) => ({ channel, item: id })),
      )
      ids.take(columns.externalid, id)
      results.push({ row: row.row, outcome, id, alias, ...(notes.length > 0 ? { notes } : {}) })
    }
    if (domainId === null && custom !== undefined && reservedAliases.isReserved(custom, 'own')) {
      results.push({ row: row.row, outcome: 'failed', errors: [{ path: '/custom', message: 'is reserved' }] })
      continue
    }
    const before =
      columns.externalid && custom
        ? (await listHolders(db, accountId, [{ domainId, alias: custom }])).get(0)
        : undefined
    const clash = ids.clashOf(columns.externalid, before?.bio_id ?? undefined)
    if (clash && !('leaveOut' in clash)) {
      results.push({ row: row.row, ...clash })
      continue
    }
    if (clash) {
      delete columns.externalid
      notes.push(...clash.notes)
    }
    const made = await create(custom)
    if (made !== 'taken') {
      await finish('created', made, custom)
      continue
    }
    const holder = (await listHolders(db, accountId, [{ domainId, alias: custom ?? '' }])).get(0)
    const isOwn = holder?.bio_id != null
    if (options.conflicts === 'replace' && isOwn) {
      await updateBio(db, by, holder.bio_id as number, columns, {})
      await finish('replaced', holder.bio_id as number, custom)
    } else if (options.conflicts === 'rename' && !isOwn) {
      const alias = `${[...(custom ?? '')].slice(0, 40).join('')}-${randomBase62(5)}`
      const renamed = await create(alias)
      if (renamed !== 'taken') await finish('renamed', renamed, alias)
      else results.push({ row: row.row, outcome: 'failed', errors: [{ path: '/custom', message: 'is taken' }] })
    } else results.push({ row: row.row, outcome: 'skipped', notes: ['The alias is taken on this domain.'] })
  }
  return results
}

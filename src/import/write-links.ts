import { changedAddress, listAddresses } from '../../db/queries/address-changes.ts'
import { addExtraAliases } from '../../db/queries/aliases.ts'
import { listQuarantined } from '../../db/queries/bans.ts'
import { recordUpdates } from '../../db/queries/events.ts'
import { type Holder, listHolders } from '../../db/queries/import-addresses.ts'
import { assignAll, keepTotals } from '../../db/queries/import-resources.ts'
import type { PendingRow, RowResult } from '../../db/queries/imports.ts'
import { updateLinks } from '../../db/queries/link-changes.ts'
import { hasLinksTo } from '../../db/queries/new-links.ts'
import type { Fault } from '../errors/api-error.ts'
import { START_FAULT } from '../links/link-references.ts'
import { findSelfLinks } from '../links/self-links.ts'
import { addressOf, createWithinPlan } from './create-links.ts'
import { readExternalIds } from './external-ids.ts'
import { type LinkRow, readLinkRows } from './link-rows.ts'
import { MAX_RENAMES, nextAlias } from './renames.ts'
import type { WriteContext } from './write-context.ts'

interface Done {
  link: LinkRow
  outcome: 'created' | 'replaced' | 'renamed'
  id: number
  alias: string
}

/** Writes rows of links: creates them, or resolves conflicts over addresses as the options say. */
export async function writeLinks(context: WriteContext, rows: readonly PendingRow[]): Promise<RowResult[]> {
  const { links, results } = await readLinkRows(context, rows)
  const { fresh: wanted, found } = await findExisting(context, links)
  const { fresh, clashing } = await leaveOutClashes(context, wanted)
  results.push(...found, ...clashing)
  const done: Done[] = []
  // Each round tries the next alias of those that are renamed.
  let waiting = fresh.map((link) => ({ link, alias: link.alias, tries: 0 }))
  while (waiting.length > 0) {
    const made = await createWithinPlan(context, waiting)
    const taken: typeof waiting = []
    made.forEach((outcome, i) => {
      const one = waiting[i] as (typeof waiting)[number]
      if (outcome === 'taken') taken.push(one)
      else if (outcome instanceof Error) results.push(failedLink(one.link, '', outcome.message))
      else done.push({ link: one.link, outcome: one.tries > 0 ? 'renamed' : 'created', ...outcome })
    })
    waiting = []
    const holders = await listHolders(context.db, context.accountId, taken.map(addressOf))
    for (const [i, one] of taken.entries()) {
      const settled = settle(context, one, holders.get(i), done, results)
      if (!settled) waiting.push({ ...one, alias: nextAlias(one.link.alias ?? '', one.tries), tries: one.tries + 1 })
    }
  }
  const refused = await replace(context, done)
  for (const [{ link }, { path, message }] of refused) results.push(failedLink(link, path, message))
  const written = done.filter((one) => !refused.has(one))
  await keep(context, written)
  for (const { link, outcome, id, alias } of written)
    results.push({ row: link.row.row, outcome, id, alias, ...(link.notes.length > 0 ? { notes: link.notes } : {}) })
  return results
}

/** A row without an alias matches an existing link of the account to the same URL. */
async function findExisting({ db, accountId }: WriteContext, links: readonly LinkRow[]) {
  const found: RowResult[] = []
  const fresh: LinkRow[] = []
  const unnamed = links.filter(({ alias }) => alias === undefined)
  const existing = await hasLinksTo(
    db,
    accountId,
    unnamed.map(({ columns: { url }, domainId }) => ({ url, domainId })),
  )
  const known = new Map(unnamed.map((link, i) => [link, existing[i]]))
  const seen = new Set<string>()
  for (const link of links) {
    const place = `${link.domainId} ${link.columns.url}`
    const same = known.get(link)
    if (link.alias === undefined && (same || seen.has(place)))
      found.push(skippedLink(link, 'The account has a link to this URL already.'))
    else fresh.push(link)
    if (link.alias === undefined) seen.add(place)
  }
  return { fresh, found }
}

/** Rows whose external id another link or an earlier row has. Rows with the same address are one link. */
async function leaveOutClashes(context: WriteContext, links: readonly LinkRow[]) {
  const named = links.filter(({ columns }) => columns.externalid)
  const clashing: RowResult[] = []
  if (named.length === 0) return { fresh: links, clashing }
  const ids = await readExternalIds(
    context,
    'links',
    named.map(({ columns }) => columns.externalid),
  )
  const holders = await listHolders(
    context.db,
    context.accountId,
    named.map(({ domainId, alias = '' }) => ({ domainId, alias })),
  )
  // A link that does not exist yet is identified by its index in the batch.
  const made = new Map<string, number>()
  const left = new Set<LinkRow>()
  for (const [i, link] of named.entries()) {
    const place = link.alias === undefined ? `${i}` : `${link.domainId} ${link.alias}`
    const holder = holders.get(i)?.link_id ?? made.get(place) ?? -1 - i
    const clash = ids.clashOf(link.columns.externalid, holder)
    if (clash === undefined) {
      made.set(place, holder)
      ids.take(link.columns.externalid, holder)
    } else if ('leaveOut' in clash) {
      link.columns.externalid = null
      if (holders.get(i)?.url !== link.columns.url) link.notes.push(...clash.notes)
    } else {
      left.add(link)
      clashing.push({ row: link.row.row, ...clash, notes: [...link.notes, ...(clash.notes ?? [])] })
    }
  }
  return { fresh: links.filter((link) => !left.has(link)), clashing }
}

/** Resolves the conflict of a row whose address is in use; returns false if the row gets another alias. */
function settle(
  { options }: WriteContext,
  { link, alias = '', tries }: { link: LinkRow; alias: string | undefined; tries: number },
  holder: Holder | undefined,
  done: Done[],
  results: RowResult[],
): boolean {
  const isSame = holder?.link_id != null && holder.url === link.columns.url
  if (options.conflicts === 'replace' && holder?.link_id != null) {
    done.push({ link, outcome: 'replaced', id: holder.link_id, alias })
    return true
  }
  if (isSame) {
    results.push({ ...skippedLink(link, 'The account has this link already.'), alias })
    return true
  }
  if (options.conflicts === 'rename' && tries < MAX_RENAMES) return false
  if (options.conflicts === 'skip') results.push(skippedLink(link, 'The alias is taken on this domain.'))
  else {
    const where = options.conflicts === 'replace' ? 'by a page, or by another account' : 'on this domain'
    results.push(failedLink(link, '/custom', `is taken ${where}`))
  }
  return true
}

/** Updates the replaced links; the second of two rows for the same link updates it again. Returns the refusals. */
async function replace({ db, config, accountId, by }: WriteContext, done: readonly Done[]): Promise<Map<Done, Fault>> {
  const refused = new Map<Done, Fault>()
  const replaced = done.filter(({ outcome }) => outcome === 'replaced')
  const quarantined = await listQuarantined(
    db,
    replaced.map(({ id }) => id),
  )
  for (const one of replaced)
    if (quarantined.has(one.id)) refused.set(one, { path: '/custom', message: 'is that of a quarantined link' })
  let waiting = replaced.filter((one) => !refused.has(one))
  while (waiting.length > 0) {
    const first = new Map(waiting.toReversed().map((one) => [one.id, one]))
    const changeOf = ({ id, link }: Done) => ({
      id,
      columns: { ...link.cleared, ...link.columns },
      move: {},
      pixels: link.pixels,
    })
    const selfLinks = await findSelfLinks({ db, config }, accountId, [...first.values()].map(changeOf))
    const accepted = [...first.values()].filter((one) => {
      const [fault] = selfLinks.get(one.id) ?? []
      if (fault) refused.set(one, fault)
      return !fault
    })
    const changed = await updateLinks(db, by, accepted.map(changeOf))
    for (const [i, one] of accepted.entries()) {
      const link = changed[i]
      if (link && 'reason' in link && link.reason !== 'external')
        refused.set(one, { path: '/start', message: START_FAULT })
    }
    waiting = waiting.filter((one) => first.get(one.id) !== one)
  }
  return refused
}

/** Stores times of creation, totals, further aliases and channels of the written links. */
async function keep({ db, by, isOwnExport }: WriteContext, done: readonly Done[]): Promise<void> {
  const wanted = done.flatMap(({ link, id, alias }) =>
    link.aliases.filter((one) => one !== alias).map((one) => ({ link: id, alias: one })),
  )
  const replaced = [...new Set(done.flatMap(({ outcome, id }) => (outcome === 'replaced' ? [id] : [])))]
  const before = await listAddresses(db, 'link_id', replaced)
  const taken = await addExtraAliases(db, wanted)
  const after = await listAddresses(db, 'link_id', replaced)
  for (const { link: id, alias } of taken)
    done
      .find(({ link, ...one }) => one.id === id && link.aliases.includes(alias))
      ?.link.notes.push(`The further alias ${alias} is taken.`)
  await keepTotals(
    db,
    'links',
    done
      .filter(({ outcome }) => outcome === 'replaced')
      .map(({ link: { record }, id }) => ({
        id,
        date: record.date,
        visits: record.clicks,
        uniques: record.uniqueclicks,
        isShared: isOwnExport,
      })),
  )
  const assigned = await assignAll(
    db,
    'link_id',
    done.flatMap(({ link, id }) => link.channels.map((channel) => ({ channel, item: id }))),
  )
  const changes = replaced.map((id) => ({
    id,
    changed: [...changedAddress(before.get(id), after.get(id)), ...(assigned.has(id) ? ['channel'] : [])],
  }))
  await recordUpdates(db, by, 'link', changes)
}

const notesOf = (link: LinkRow, note: string) => ({ notes: [...link.notes, note] })

const skippedLink = (link: LinkRow, note: string): RowResult => ({
  row: link.row.row,
  outcome: 'skipped',
  ...notesOf(link, note),
})

const failedLink = (link: LinkRow, path: string, message: string): RowResult => ({
  row: link.row.row,
  outcome: 'failed',
  errors: [{ path, message }],
})

import { foldAlias } from '../../db/folded-alias.ts'
import type { Database } from '../../db/open.ts'
import { lockNames } from '../../db/queries/account.ts'
import { addExtraAliases } from '../../db/queries/aliases.ts'
import type { Actor } from '../../db/queries/events.ts'
import { claimExternalIds } from '../../db/queries/external-ids.ts'
import { discardLinks } from '../../db/queries/links.ts'
import { type CreatedLink, createLinks, type NewLinkRow } from '../../db/queries/new-links.ts'
import {
  type Comparable,
  comparable,
  findLinksTo,
  hasAllAsked,
  listCaselessDomains,
} from '../../db/queries/reusable-links.ts'
import { inTransaction } from '../../db/transaction.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import type { Plans } from '../config/plans.ts'
import { type ApiError, externalIdTaken } from '../errors/api-error.ts'
import { createPauses } from '../time/turns.ts'
import { aliasTaken } from './alias-taken.ts'

/** A requested link; with `reuse`, an existing equal link is returned instead. */
export type WantedLink = NewLinkRow & { reuse: boolean }

// Each turn takes a few statements.
const MAX_TURNS = 20
// A thousand items with `reuse` for the same URL take half a million comparisons.
const MAX_COMPARING_MS = 20

interface Needed {
  plans: Plans
  makeAlias: () => string
}

type Made = CreatedLink | ApiError

/**
 * Creates or finds links. The outcomes are the same as those of separate requests in this order, but in a constant
 * number of statements. For all-or-nothing, call it in a transaction.
 */
export async function makeLinks(
  db: Database,
  needed: Needed,
  by: Actor,
  wanted: readonly WantedLink[],
): Promise<Made[]> {
  if (!wanted.some(({ reuse }) => reuse)) return createAll(db, needed, by, wanted)
  return inTransaction(db, (db) => findOrCreateAll(db, needed, by, wanted))
}

async function findOrCreateAll(
  db: Database,
  needed: Needed,
  by: Actor,
  wanted: readonly WantedLink[],
): Promise<Made[]> {
  const reusing = wanted.flatMap((link, i) => (link.reuse ? [{ i, link, url: link.columns.url }] : []))
  // Else two requests at the same time would each create a link for the same URL.
  await lockNames(
    db,
    by.id,
    reusing.map(({ url }) => url),
  )
  const found = await findLinksTo(
    db,
    by.id,
    reusing.map(({ link }) => link),
  )
  const existing = new Map(reusing.map(({ i }, at) => [i, found[at]]))
  const caseless = await listCaselessDomains(
    db,
    by.id,
    wanted.flatMap(({ domainId }) => domainId ?? []),
  )
  const compared = wanted.map((link) => comparable(link, link.domainId !== null && caseless.has(link.domainId)))
  const made = new Map<number, Made>()
  const created = new Set<number>()
  // If a link that others would share fails, equal ones fail too, and of the rest one is created instead.
  for (let turn = 1; made.size < wanted.length; turn++) {
    const isLast = turn === MAX_TURNS
    const { create, share } = await sortOut(wanted, compared, { existing, made, created, isLast })
    const links = create.map((i) => wanted[i] as WantedLink)
    const results = links.length === 0 ? [] : await createAll(db, needed, by, links)
    for (const [at, i] of create.entries()) {
      made.set(i, results[at] as Made)
      created.add(i)
    }
    for (const [i, same] of share) {
      const link = same === undefined ? existing.get(i) : made.get(same)
      const isSure = !(link instanceof Error) || (!existing.get(i) && isSame(wanted[i], wanted[same as number]))
      if (link && isSure) made.set(i, link)
    }
  }
  return wanted.map((_link, i) => made.get(i) as Made)
}

/** Whether two requested links are equal, so that if one fails the other does too. */
const isSame = (one?: WantedLink, other?: WantedLink) => JSON.stringify(one) === JSON.stringify(other)

interface Progress {
  existing: ReadonlyMap<number, CreatedLink | undefined>
  made: ReadonlyMap<number, Made>
  /** Items with a link or a failure of their own, in contrast to those that got the link of another item. */
  created: ReadonlySet<number>
  /** In the last turn a link that may fail is not shared, so that each link has its own outcome. */
  isLast: boolean
}

/** Which of the pending links are created, and which share the link of another, or (undefined) an existing one. */
async function sortOut(
  wanted: readonly WantedLink[],
  compared: readonly Comparable[],
  { existing, made, created, isLast }: Progress,
) {
  const create: number[] = []
  const share = new Map<number, number | undefined>()
  const shareable = new Map<string, number[]>()
  const pause = createPauses(MAX_COMPARING_MS)
  for (const [i, asked] of compared.entries()) {
    const before = shareable.get(asked.key) ?? []
    shareable.set(asked.key, before)
    const result = made.get(i)
    if (result) {
      if (created.has(i) && !(result instanceof Error)) before.push(i)
      continue
    }
    await pause()
    const isReuse = wanted[i]?.reuse === true
    const same = isReuse ? before.findLast((one) => hasAllAsked(compared[one] as Comparable, asked)) : undefined
    if (same !== undefined) share.set(i, same)
    else if (isReuse && existing.get(i)) share.set(i, undefined)
    else {
      create.push(i)
      if (!isLast) before.push(i)
    }
  }
  return { create, share }
}

/** Creates as many of the links as the plan allows. */
function createAll(
  db: Database,
  { plans, makeAlias }: Needed,
  by: Actor,
  links: readonly WantedLink[],
): Promise<Made[]> {
  return withRoom({ db, plans }, by.id, 'links', links.length, async (db, room, full) => {
    if (room === 0) return links.map(full)
    const made = await createUnlessTaken(db, by, links, makeAlias)
    const created = made.flatMap((link, i) => (link instanceof Error ? [] : [{ id: link.id, i }]))
    const excess = created.slice(room)
    if (excess.length > 0)
      await discardLinks(
        db,
        by,
        excess.map(({ id }) => id),
      )
    // Beyond the plan limit, a request fails with `plan_limit` even if its alias is taken.
    const end = excess[0]?.i ?? made.length
    return made.map((link, i) => (i >= end ? full() : link))
  })
}

/** Creates links as if one after the other, except those whose address or external id is taken. */
async function createUnlessTaken(
  db: Database,
  by: Actor,
  links: readonly WantedLink[],
  makeAlias: () => string,
): Promise<Made[]> {
  if (links.every(isSimple))
    return (await createLinks(db, by, links, makeAlias)).map((link) => (link === 'taken' ? aliasTaken() : link))
  return inTransaction(db, async (db) => {
    const made = new Map<number, Made>()
    // All at once, because claiming them in different orders could cause a deadlock.
    const ids = links.flatMap(({ columns: { externalid } }) => externalid ?? [])
    const taken = new Set((await claimExternalIds(db, by.id, 'links', ids)).keys())
    for (const turn of turnsOf(links)) {
      const wanted = turn.map((i) => links[i] as WantedLink)
      const created = await createTurn(db, by, wanted, taken, makeAlias)
      for (const [at, i] of turn.entries()) made.set(i, created[at] as Made)
    }
    return links.map((_link, i) => made.get(i) as Made)
  })
}

// Such a link can only fail because its alias is taken, and then later links with this alias fail too.
const isSimple = ({ aliases = [], columns: { externalid } }: WantedLink) => aliases.length === 0 && !externalid

/**
 * Splits links into turns: a link with the address or external id of an earlier one is created in a later turn, because
 * the earlier one may fail. The last turn has all remaining links.
 */
function turnsOf(links: readonly WantedLink[]): number[][] {
  const turns: number[][] = []
  const next = new Map<string, number>()
  for (const [i, link] of links.entries()) {
    const { domainId, alias, aliases = [], columns } = link
    // Domains may ignore case.
    const places = [...(alias === undefined ? [] : [alias]), ...aliases].map((one) => `${domainId}:${foldAlias(one)}`)
    if (columns.externalid) places.push(`externalid:${columns.externalid}`)
    const turn = Math.min(MAX_TURNS - 1, Math.max(0, ...places.map((place) => next.get(place) ?? 0)))
    for (const place of places) next.set(place, Math.max(next.get(place) ?? 0, isSimple(link) ? turn : turn + 1))
    turns[turn] ??= []
    turns[turn].push(i)
  }
  return turns
}

/** Creates links whose external ids are not `taken`, and adds theirs to it. */
async function createTurn(
  db: Database,
  by: Actor,
  links: readonly WantedLink[],
  taken: Set<string>,
  makeAlias: () => string,
): Promise<Made[]> {
  const wanted = new Set<string>()
  const accepted = links.filter(({ columns: { externalid } }) => {
    if (!externalid) return true
    const isFree = !taken.has(externalid) && !wanted.has(externalid)
    wanted.add(externalid)
    return isFree
  })
  const created = accepted.length === 0 ? [] : await createWithAliases(db, by, accepted, makeAlias)
  for (const [i, { columns }] of accepted.entries())
    if (columns.externalid && !(created[i] instanceof Error)) taken.add(columns.externalid)
  const made = new Map(accepted.map((link, i) => [link, created[i] as Made]))
  return links.map((link) => made.get(link) ?? externalIdTaken())
}

/** Creates links with their further aliases: all of a link, or none. */
async function createWithAliases(
  db: Database,
  by: Actor,
  links: readonly WantedLink[],
  makeAlias: () => string,
): Promise<Made[]> {
  const created = await createLinks(db, by, links, makeAlias)
  const wanted = created.flatMap((link, i) =>
    link === 'taken'
      ? []
      : (links[i]?.aliases ?? []).filter((one) => one !== link.alias).map((alias) => ({ link: link.id, alias })),
  )
  const refused = new Map((await addExtraAliases(db, wanted)).reverse().map(({ link, alias }) => [link, alias]))
  if (refused.size > 0) await discardLinks(db, by, [...refused.keys()])
  return created.map((link, i) => {
    if (link === 'taken') return aliasTaken()
    const alias = refused.get(link.id)
    return alias === undefined ? link : aliasTaken(`/aliases/${links[i]?.aliases?.indexOf(alias)}`)
  })
}

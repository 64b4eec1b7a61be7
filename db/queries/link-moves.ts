import { sql } from 'kysely'
import { aliasKey, foldAlias, foldedOf } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { inSavepoint } from '../transaction.ts'
import { type ExtraAlias, listOwnAliases, MAX_EXTRA_ALIASES, type Move, type Refusal } from './aliases.ts'
import { asIds, asJson } from './list-parameters.ts'

/** A change of the addresses of a link. */
export interface LinkAddresses extends Move {
  /** The further aliases of the link, in place of those that it has. */
  aliases?: readonly string[]
  /** Whether the replaced alias is kept as a further alias. */
  keepalias?: boolean
}

export interface LinkMove {
  id: number
  move: LinkAddresses
}

export const isMoved = ({ move }: LinkMove) =>
  move.alias !== undefined || move.domainId !== undefined || move.aliases !== undefined

/** How often links that are refused may still be left out, each a few statements. At 0 no address counts as left. */
interface Rounds {
  left: number
}

// Three are enough unless other requests change addresses meanwhile.
const MAX_STRICT_ROUNDS = 8

/** Moves links to their new addresses; returns the refusals of those that keep theirs. Uses up `rounds`. */
export async function moveLinks(
  db: Database,
  changes: readonly LinkMove[],
  rounds: Rounds,
): Promise<Map<number, Refusal>> {
  const moved = changes.filter(isMoved)
  const refused = new Map<number, Refusal>()
  if (moved.length === 0) return refused
  const old = await readOldAddresses(db, moved)
  let left: Target[] = []
  for (const change of moved) {
    const address = old.get(change.id)
    const target = address && targetOf(change, address)
    if (target && 'reason' in target) refused.set(change.id, target)
    else if (target) left.push(target)
  }
  for (let strict = 0; left.length > 0; ) {
    const taken = await moveTogether(db, left)
    if (taken.length === 0) break
    if (strict === MAX_STRICT_ROUNDS) throw new Error('The addresses of links change while links are moved to them.')
    // What two of them want gets the second if the first is refused for another reason, as in requests for one.
    const fixed = taken.filter(({ isOfAnother }) => isOfAnother)
    const more = rounds.left === 0 ? await findOccupied(db, left) : []
    for (const { link, alias } of [...(fixed.length > 0 ? fixed : taken), ...more])
      if (!refused.has(link)) refused.set(link, { reason: 'taken', alias })
    left = left.filter(({ link }) => !refused.has(link))
    if (rounds.left > 0) rounds.left--
    else strict++
  }
  return refused
}

interface OldAddress {
  id: number
  link_id: number
  alias: string
  domain_id: number | null
  detached: boolean
  lost_domain: string | null
  lost_url: string | null
  /** Further aliases. */
  extra: string[]
}

async function readOldAddresses(db: Database, changes: readonly LinkMove[]): Promise<Map<number, OldAddress>> {
  // `lost_url` is set while the domain is being deleted.
  const { rows } = await sql<OldAddress>`
    select a.id, a.link_id, a.alias, a.domain_id, a.detached, a.lost_domain, d.lost_url,
      (select coalesce(json_agg(e.alias order by e.id), '[]') from aliases e where e.extra_link_id = a.link_id) as extra
    from aliases a left join domains d on d.id = a.domain_id
    where a.link_id = any (${asIds(changes.map(({ id }) => id))})`.execute(db)
  return new Map(rows.map((row) => [row.link_id, row]))
}

/** The new addresses of a link. */
interface Target {
  link: number
  /** The row that `alias` replaces; undefined: it stays. */
  old: number | undefined
  alias: string
  extra: string[]
  domain_id: number | null
  detached: boolean
  lost_domain: string | null
}

/** If the domain of a link had been deleted, only a new domain attaches it again, not a new alias. */
function targetOf({ id, move }: LinkMove, old: OldAddress): Target | Refusal {
  const alias = move.alias ?? old.alias
  const detached = (old.detached || old.lost_url !== null) && move.domainId === undefined
  const domain_id = detached ? null : move.domainId === undefined ? old.domain_id : move.domainId
  const kept = move.keepalias && old.alias !== alias ? [old.alias] : []
  const extra = [...new Set([...(move.aliases ?? old.extra), ...kept])].filter((one) => one !== alias)
  if (extra.length > MAX_EXTRA_ALIASES) return { reason: 'many', alias: old.alias }
  // A link keeps an alias that was reserved later.
  const held = new Set(old.domain_id === null && !old.detached ? [old.alias, ...old.extra] : [])
  const reserved =
    detached || domain_id !== null
      ? undefined
      : [alias, ...extra].find((one) => move.isReserved?.(one) && !held.has(one))
  if (reserved !== undefined) return { reason: 'reserved', alias: reserved }
  const isReplaced = move.alias !== undefined || move.domainId !== undefined
  const lost_domain = detached ? (old.lost_domain ?? old.lost_url) : null
  return { link: id, old: isReplaced ? old.id : undefined, alias, extra, domain_id, detached, lost_domain }
}

/** A new address of a link. */
interface NewLinkAddress extends ExtraAlias, Pick<Target, 'domain_id' | 'detached' | 'lost_domain'> {
  isMain: boolean
}

const newAddressesOf = ({ link, old, alias, extra, ...place }: Target): NewLinkAddress[] => [
  ...(old === undefined ? [] : [{ link, alias, isMain: true, ...place }]),
  ...extra.map((one) => ({ link, alias: one, isMain: false, ...place })),
]

/** An address that is taken: by a link that moves too, or by another. */
interface Taken extends ExtraAlias {
  isOfAnother: boolean
}

/**
 * Moves all, or none if any address is taken: returns those. Their ids have the order of the request; they are inserted
 * in the same order as those of new links, to avoid deadlocks.
 */
const moveTogether = (db: Database, targets: readonly Target[]): Promise<Taken[]> =>
  inSavepoint(
    db,
    () => replaceAddresses(db, targets),
    (taken) => taken.length === 0,
  )

async function replaceAddresses(db: Database, targets: readonly Target[]): Promise<Taken[]> {
  const wanted = targets.flatMap(newAddressesOf)
  await sql`delete from aliases where id = any (${asIds(targets.flatMap(({ old }) => old ?? []))})
    or extra_link_id = any (${asIds(targets.map(({ link }) => link))})`.execute(db)
  const { rows } = await sql<ExtraAlias>`
    with given as materialized (
      select nextval('aliases_id_seq') as id, one.*
      from json_to_recordset(${asJson(wanted.map((one, i) => ({ ...one, folded: foldedOf(one.alias), i })))})
        as one (i integer, link bigint, "isMain" boolean, domain_id bigint, alias text, folded text, detached boolean,
          lost_domain text)
    )
    insert into aliases (id, link_id, extra_link_id, domain_id, alias, folded, detached, lost_domain) overriding system value
    select id, case when "isMain" then link end, case when not "isMain" then link end, domain_id, alias, folded, detached,
      lost_domain
    from given order by domain_id, ${aliasKey('given')}, i
    on conflict do nothing returning coalesce(link_id, extra_link_id) as link, alias`.execute(db)
  const added = new Set(rows.map(({ link, alias }) => `${link}:${alias}`))
  const missing = wanted.filter(({ link, alias }) => !added.has(`${link}:${alias}`))
  const own = await listOwnAliases(db, missing)
  const placeOf = ({ domain_id, alias }: NewLinkAddress) => `${domain_id}:${foldAlias(alias)}`
  const moved = new Set(wanted.filter(({ link, alias }) => added.has(`${link}:${alias}`)).map(placeOf))
  return missing
    .filter(({ isMain }, i) => isMain || !own.has(i))
    .map((one) => ({ ...one, isOfAnother: !moved.has(placeOf(one)) }))
}

/** The addresses that another link or page has. */
async function findOccupied(db: Database, targets: readonly Target[]): Promise<ExtraAlias[]> {
  const wanted = targets.flatMap(newAddressesOf)
  const isOther = sql`coalesce(a.link_id, a.extra_link_id) is distinct from one.link`
  const { rows } = await sql<{ i: number }>`
    select one.i
    from json_to_recordset(${asJson(wanted.map((one, i) => ({ ...one, key: foldAlias(one.alias), i })))})
      as one (i integer, link bigint, domain_id bigint, alias text, key text, detached boolean)
    where not one.detached and (exists (
      select 1 from aliases a
      where a.alias = one.alias and a.domain_id is not distinct from one.domain_id and not a.detached and ${isOther}
    ) or exists (
      select 1 from domains d join aliases a on a.domain_id = d.id
      where d.id = one.domain_id and d.caseinsensitive and ${aliasKey('a')} = one.key and ${isOther}
    ))`.execute(db)
  const occupied = new Set(rows.map(({ i }) => i))
  return wanted.filter((_one, i) => occupied.has(i))
}

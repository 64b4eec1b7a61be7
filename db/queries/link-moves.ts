import { sql } from 'kysely'
import { aliasKey, foldAlias, foldedOf } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type Move, type Refusal, unlessAliasRefused, updateAddress } from './aliases.ts'
import { asIds, asJson } from './parameters.ts'

/** The new address of a link. */
export interface LinkMove {
  id: number
  move: Move
}

export const isMoved = ({ move }: LinkMove) =>
  move.alias !== undefined || move.domainId !== undefined || move.aliases !== undefined

const MAX_ROUNDS = 5

/** Moves links to their new addresses; returns the refusals of those that keep theirs. */
export async function moveLinks(db: Database, changes: readonly LinkMove[]): Promise<Map<number, Refusal>> {
  const moved = changes.filter(isMoved)
  const refused = new Map<number, Refusal>()
  if (moved.length === 0) return refused
  const alone: LinkMove[] = []
  let together: Moved[] = []
  const old = moved.length === 1 ? new Map<number, OldAddress>() : await readOldAddresses(db, moved)
  for (const change of moved) {
    const address = old.get(change.id)
    if (!address || address.hasMore || change.move.aliases !== undefined || change.move.keepalias) alone.push(change)
    else together.push(targetOf(change, address))
  }
  together = together.filter((target) => {
    const isRefused = target.domain_id === null && !target.detached && target.isReserved
    if (isRefused) refused.set(target.link_id, { reason: 'reserved', alias: target.alias })
    return !isRefused
  })
  for (let round = 0; together.length > 0; round++) {
    const taken = await moveTogether(db, together)
    if (taken.length === 0) break
    if (round === MAX_ROUNDS) throw new Error('The addresses of links change while links are moved to them.')
    // One that is refused keeps its address, so that from now on no address counts as left.
    const refusedNow = [...taken, ...(round === 0 ? await findOccupied(db, together) : [])]
    for (const { link_id, alias } of refusedNow) refused.set(link_id, { reason: 'taken', alias })
    together = together.filter(({ link_id }) => !refused.has(link_id))
  }
  // Further aliases move with their link: that takes several statements each.
  for (const { id, move } of alone) {
    await sql`savepoint address`.execute(db)
    const refusal = await unlessAliasRefused(updateAddress(db, { link_id: id }, move))
    if (refusal) {
      refused.set(id, refusal)
      await sql`rollback to savepoint address`.execute(db)
    }
    await sql`release savepoint address`.execute(db)
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
  /** Whether the link has further aliases. */
  hasMore: boolean
}

async function readOldAddresses(db: Database, changes: readonly LinkMove[]): Promise<Map<number, OldAddress>> {
  const { rows } = await sql<OldAddress>`
    select a.id, a.link_id, a.alias, a.domain_id, a.detached, a.lost_domain, d.lost_url,
      exists (select 1 from aliases e where e.extra_link_id = a.link_id) as "hasMore"
    from aliases a left join domains d on d.id = a.domain_id
    where a.link_id = any (${asIds(changes.map(({ id }) => id))})`.execute(db)
  return new Map(rows.map((row) => [row.link_id, row]))
}

/** The address that replaces the row `old`. */
interface Moved {
  old: number
  link_id: number
  alias: string
  domain_id: number | null
  detached: boolean
  lost_domain: string | null
  isReserved: boolean
}

// As updateAddress does: only a new domain attaches a detached link again.
function targetOf({ id, move }: LinkMove, old: OldAddress): Moved {
  const alias = move.alias ?? old.alias
  const detached = (old.detached || old.lost_url !== null) && move.domainId === undefined
  const domain_id = detached ? null : move.domainId === undefined ? old.domain_id : move.domainId
  // What a link had before it was reserved it keeps.
  const isKept = alias === old.alias && domain_id === old.domain_id && !old.detached
  const lost_domain = detached ? (old.lost_domain ?? old.lost_url) : null
  return {
    old: old.id,
    link_id: id,
    alias,
    domain_id,
    detached,
    lost_domain,
    isReserved: !isKept && (move.isReserved?.(alias) ?? false),
  }
}

/** Moves all, or none if any address is taken: returns those. They are inserted in the order that new links have. */
async function moveTogether(db: Database, moves: readonly Moved[]): Promise<Moved[]> {
  await sql`savepoint addresses`.execute(db)
  await sql`delete from aliases where id = any (${asIds(moves.map(({ old }) => old))})`.execute(db)
  const { rows } = await sql<{ link_id: number }>`
    insert into aliases (link_id, domain_id, alias, folded, detached, lost_domain)
    select link_id, domain_id, alias, folded, detached, lost_domain
    from json_to_recordset(${asJson(moves.map((move, i) => ({ ...move, folded: foldedOf(move.alias), i })))})
      as move (i integer, link_id bigint, domain_id bigint, alias text, folded text, detached boolean, lost_domain text)
    order by domain_id, ${aliasKey('move')}, i on conflict do nothing returning link_id`.execute(db)
  const moved = new Set(rows.map(({ link_id }) => link_id))
  const taken = moves.filter(({ link_id }) => !moved.has(link_id))
  if (taken.length > 0) await sql`rollback to savepoint addresses`.execute(db)
  await sql`release savepoint addresses`.execute(db)
  return taken
}

/** The moves to an address that another link or page has. */
async function findOccupied(db: Database, moves: readonly Moved[]): Promise<Moved[]> {
  const { rows } = await sql<{ link_id: number }>`
    select move.link_id
    from json_to_recordset(${asJson(moves.map((move) => ({ ...move, key: foldAlias(move.alias) })))})
      as move (old bigint, link_id bigint, domain_id bigint, alias text, key text, detached boolean)
    where not move.detached and (exists (
      select 1 from aliases a
      where a.alias = move.alias and a.domain_id is not distinct from move.domain_id and not a.detached and a.id <> move.old
    ) or exists (
      select 1 from domains d join aliases a on a.domain_id = d.id
      where d.id = move.domain_id and d.caseinsensitive and ${aliasKey('a')} = move.key and a.id <> move.old
    ))`.execute(db)
  const occupied = new Set(rows.map(({ link_id }) => link_id))
  return moves.filter(({ link_id }) => occupied.has(link_id))
}

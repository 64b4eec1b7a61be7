import { sql } from 'kysely'
import { aliasKey, foldAlias, foldedOf } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, linkColumnTypes } from '../tables/links.ts'
import { inTransaction } from '../transaction.ts'
import { type Move, type Refusal, unlessAliasRefused, updateAddress } from './aliases.ts'
import { addressOrigin } from './domains.ts'
import { findExternalIds } from './external-ids.ts'

/** A change of a link. Undefined: unchanged. */
export interface LinkChangeRow {
  id: number
  columns: Partial<LinkColumns>
  move: Move
  pixels?: number[] | undefined
  /** The channel to add the link to; null removes it from all channels. */
  channel?: number | null | undefined
}

/** The address of a link; `origin` is the URL of its domain, null for the service's own. */
interface ChangedLink {
  id: number
  alias: string
  origin: string | null
}

const arrayOf = (ids: readonly number[]) => sql`${`{${ids.join()}}`}::text::bigint[]`
const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::text::json`

/**
 * Changes links, no two items the same one, in a number of statements that does not grow with them. For each its address,
 * or undefined if the account has no such link, or why it cannot have what is asked; then nothing of it is changed.
 */
export function updateLinks(
  db: Database,
  accountId: number,
  changes: readonly LinkChangeRow[],
): Promise<(ChangedLink | Refusal | undefined)[]> {
  return inTransaction(db, async (db) => {
    const owned = await lockLinks(
      db,
      accountId,
      changes.map(({ id }) => id),
    )
    const found = changes.filter(({ id }) => owned.has(id))
    const named = new Map([...(await findRenamed(db, accountId, found)), ...findNeverActive(owned, found)])
    const refused = new Map([
      ...named,
      ...(await moveAll(
        db,
        found.filter(({ id }) => !named.has(id)),
      )),
    ])
    const accepted = found.filter(({ id }) => !refused.has(id))
    if (accepted.length > 0) await setColumns(db, accepted)
    await setPixels(db, accepted)
    await setChannels(db, accepted)
    const addresses = await readAddresses(
      db,
      accepted.map(({ id }) => id),
    )
    return changes.map(({ id }) => refused.get(id) ?? addresses.get(id))
  })
}

type Period = Pick<LinkColumns, 'starts_at' | 'expires_at'>

/** The refusals of changes after which a link would start when it has expired. */
function findNeverActive(stored: ReadonlyMap<number, Period>, changes: readonly LinkChangeRow[]) {
  const refused = new Map<number, Refusal>()
  for (const { id, columns } of changes) {
    if (!columns.starts_at && !columns.expires_at) continue
    const { starts_at = null, expires_at = null } = { ...stored.get(id), ...columns }
    if (starts_at && expires_at && starts_at >= expires_at)
      refused.set(id, { reason: columns.starts_at ? 'start' : 'expiry', alias: '' })
  }
  return refused
}

/** The refusals of changes to an external id that another link has, or that a change before them takes. */
async function findRenamed(
  db: Database,
  accountId: number,
  changes: readonly LinkChangeRow[],
): Promise<Map<number, Refusal>> {
  const ids = changes.flatMap(({ columns: { externalid } }) => externalid ?? [])
  const holders = await findExternalIds(db, accountId, 'links', ids)
  const refused = new Map<number, Refusal>()
  for (const { id, columns } of changes) {
    const { externalid } = columns
    if (!externalid) continue
    const holder = holders.get(externalid) ?? id
    holders.set(externalid, holder)
    if (holder !== id) refused.set(id, { reason: 'external', alias: externalid })
  }
  return refused
}

// In the order of their ids, so that two requests never wait for each other.
async function lockLinks(db: Database, accountId: number, ids: readonly number[]): Promise<Map<number, Period>> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'starts_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${arrayOf(ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function setColumns(db: Database, changes: readonly LinkChangeRow[]): Promise<void> {
  const sent = linkColumns.filter((name) => changes.some(({ columns }) => columns[name] !== undefined))
  const fields = sql.raw(sent.map((name) => `, ${name} ${linkColumnTypes[name][0]}`).join(''))
  const values = sent.map((name) =>
    changes.every(({ columns }) => columns[name] !== undefined)
      ? sql`, ${sql.ref(name)} = item.${sql.ref(name)}`
      : sql`, ${sql.ref(name)} = case when jsonb_exists(item.sent, ${sql.lit(name)}) then item.${sql.ref(name)} else links.${sql.ref(name)} end`,
  )
  const rows = changes.map(({ id, columns }) => ({
    ...columns,
    id,
    sent: sent.filter((name) => columns[name] !== undefined),
  }))
  await sql`
    update links set updated_at = now()${sql.join(values, sql``)}
    from json_to_recordset(${asJson(rows)}) as item (id bigint, sent jsonb${fields})
    where links.id = item.id`.execute(db)
}

async function setPixels(db: Database, changes: readonly LinkChangeRow[]): Promise<void> {
  const given = changes.filter(({ pixels }) => pixels !== undefined)
  if (given.length === 0) return
  await sql`delete from link_pixels where link_id = any (${arrayOf(given.map(({ id }) => id))})`.execute(db)
  const rows = given.flatMap(({ id, pixels = [] }) => pixels.map((pixel_id) => ({ link_id: id, pixel_id })))
  if (rows.length === 0) return
  await sql`
    insert into link_pixels (link_id, pixel_id)
    select link_id, pixel_id from json_to_recordset(${asJson(rows)}) as row (link_id bigint, pixel_id bigint)`.execute(
    db,
  )
}

async function setChannels(db: Database, changes: readonly LinkChangeRow[]): Promise<void> {
  const left = changes.filter(({ channel }) => channel === null).map(({ id }) => id)
  if (left.length > 0) await sql`delete from channel_items where link_id = any (${arrayOf(left)})`.execute(db)
  const rows = changes.flatMap(({ id, channel }) => (channel ? [{ link_id: id, channel_id: channel }] : []))
  if (rows.length === 0) return
  await sql`
    insert into channel_items (link_id, channel_id)
    select link_id, channel_id from json_to_recordset(${asJson(rows)}) as row (link_id bigint, channel_id bigint)
    on conflict do nothing`.execute(db)
}

async function readAddresses(db: Database, ids: readonly number[]): Promise<Map<number, ChangedLink>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('aliases')
    .leftJoin('domains', 'domains.id', 'aliases.domain_id')
    .select(['aliases.link_id as id', 'aliases.alias', addressOrigin.as('origin')])
    .where('aliases.link_id', '=', sql<number>`any (${arrayOf(ids)})`)
    .$narrowType<{ id: number }>()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const isMoved = ({ move }: LinkChangeRow) =>
  move.alias !== undefined || move.domainId !== undefined || move.aliases !== undefined

const MAX_ROUNDS = 5

/** Moves links to their new addresses; returns the refusals of those that keep theirs. */
async function moveAll(db: Database, changes: readonly LinkChangeRow[]): Promise<Map<number, Refusal>> {
  const moved = changes.filter(isMoved)
  const refused = new Map<number, Refusal>()
  if (moved.length === 0) return refused
  const alone: LinkChangeRow[] = []
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

async function readOldAddresses(db: Database, changes: readonly LinkChangeRow[]): Promise<Map<number, OldAddress>> {
  const { rows } = await sql<OldAddress>`
    select a.id, a.link_id, a.alias, a.domain_id, a.detached, a.lost_domain, d.lost_url,
      exists (select 1 from aliases e where e.extra_link_id = a.link_id) as "hasMore"
    from aliases a left join domains d on d.id = a.domain_id
    where a.link_id = any (${arrayOf(changes.map(({ id }) => id))})`.execute(db)
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
function targetOf({ id, move }: LinkChangeRow, old: OldAddress): Moved {
  const alias = move.alias ?? old.alias
  const detached = (old.detached || old.lost_url !== null) && move.domainId === undefined
  const domain_id = detached ? null : move.domainId === undefined ? old.domain_id : move.domainId
  const lost_domain = detached ? (old.lost_domain ?? old.lost_url) : null
  return {
    old: old.id,
    link_id: id,
    alias,
    domain_id,
    detached,
    lost_domain,
    isReserved: move.isReserved?.(alias) ?? false,
  }
}

/** Moves all, or none if any address is taken: returns those. They are inserted in the order that new links have. */
async function moveTogether(db: Database, moves: readonly Moved[]): Promise<Moved[]> {
  await sql`savepoint addresses`.execute(db)
  await sql`delete from aliases where id = any (${arrayOf(moves.map(({ old }) => old))})`.execute(db)
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

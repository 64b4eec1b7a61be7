import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, linkColumnTypes } from '../tables/links.ts'
import { inSavepoint, inTransaction } from '../transaction.ts'
import { changedAddress, listAddresses } from './address-changes.ts'
import { addressOrigin } from './address-origin.ts'
import type { Refusal } from './aliases.ts'
import { type Actor, type Changed, insertUpdates } from './events.ts'
import { claimExternalIds } from './external-ids.ts'
import { recordMomentsOf } from './link-moments.ts'
import { isMoved, type LinkMove, moveLinks } from './link-moves.ts'
import { findRenamed, leaveExternalIds, type StoredLink } from './link-renames.ts'
import { asIds, asJson } from './list-parameters.ts'
import { changedFields } from './recorded-changes.ts'

/** A change of a link. Undefined: unchanged. */
export interface LinkChangeRow extends LinkMove {
  columns: Partial<LinkColumns>
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

/**
 * Changes links, each at most once, in a constant number of statements. Returns for each link its address; or undefined
 * if the account has no such link; or the refusal, and then the link is unchanged.
 */
export function updateLinks(
  db: Database,
  by: Actor,
  changes: readonly LinkChangeRow[],
): Promise<(ChangedLink | Refusal | undefined)[]> {
  return inTransaction(db, async (db) => {
    const owned = await lockLinks(
      db,
      by.id,
      changes.map(({ id }) => id),
    )
    await recordMomentsOf(db, limitedOf(owned))
    const found = changes.filter(({ id }) => owned.has(id))
    const before = await listAddresses(
      db,
      'link_id',
      found.filter(isMoved).map(({ id }) => id),
    )
    const refused = await refuseAndMove(db, by.id, owned, found)
    const moving = [...before.keys()].filter((id) => !refused.has(id))
    const after = await listAddresses(db, 'link_id', moving)
    const accepted = found.filter(({ id }) => !refused.has(id))
    if (accepted.length === 0) return changes.map(({ id }) => refused.get(id))
    const left = await leaveExternalIds(db, owned, accepted)
    const columns = await setColumns(db, accepted)
    const pixels = await setPixels(db, accepted)
    const channels = await setChannels(db, accepted)
    const changed = accepted.map(({ id }) => ({
      id,
      changed: [
        ...new Set([...(columns.get(id) ?? []), ...(left.has(id) ? ['externalid'] : [])]),
        ...changedAddress(before.get(id), after.get(id)),
        ...(pixels.has(id) ? ['pixels'] : []),
        ...(channels.has(id) ? ['channel'] : []),
      ],
    }))
    const addresses = await recordAndRead(db, by, changed)
    return changes.map(({ id }) => refused.get(id) ?? addresses.get(id))
  })
}

// Of both loops together: one request may change thousands of addresses in each.
const MAX_ROUNDS = 16

/**
 * Moves the links whose changes are accepted to their new addresses; returns the refusals of the others: those of
 * requests for one after the other, but for addresses, of which a link gets what another gives up after it as well.
 */
async function refuseAndMove(
  db: Database,
  accountId: number,
  stored: ReadonlyMap<number, StoredLink>,
  changes: readonly LinkChangeRow[],
): Promise<Map<number, Refusal>> {
  const refused = findNeverActive(stored, changes)
  const ids = changes.flatMap(({ columns: { externalid } }) => externalid ?? [])
  const holders = await claimExternalIds(db, accountId, 'links', ids)
  const rounds = { left: MAX_ROUNDS }
  for (;;) {
    // In the last round no external id counts as left.
    const isLast = rounds.left === 0
    const accepted = changes.filter(({ id }) => !refused.has(id))
    const renamed = findRenamed(isLast ? new Map() : stored, holders, accepted)
    // A link that is refused keeps its external id, and others may have the one that it wanted.
    const isSettled = (moved: ReadonlyMap<number, Refusal>) =>
      isLast || !accepted.some(({ id, columns }) => columns.externalid !== undefined && moved.has(id))
    const toMove = accepted.filter(({ id }) => !renamed.has(id))
    const moved = await inSavepoint(db, () => moveLinks(db, toMove, rounds), isSettled)
    if (isSettled(moved)) return new Map([...refused, ...renamed, ...moved])
    for (const [id, refusal] of moved) refused.set(id, refusal)
    rounds.left = Math.max(rounds.left - 1, 0)
  }
}

/** The refusals of changes after which a link would not start before its expiry. */
function findNeverActive(stored: ReadonlyMap<number, StoredLink>, changes: readonly LinkChangeRow[]) {
  const refused = new Map<number, Refusal>()
  for (const { id, columns } of changes) {
    if (!columns.starts_at && !columns.expires_at) continue
    const { starts_at = null, expires_at = null } = { ...stored.get(id), ...columns }
    if (starts_at && expires_at && starts_at >= expires_at)
      refused.set(id, { reason: columns.starts_at ? 'start' : 'expiry', alias: '' })
  }
  return refused
}

// In the order of their ids, to avoid deadlocks.
async function lockLinks(db: Database, accountId: number, ids: readonly number[]): Promise<Map<number, StoredLink>> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'starts_at', 'expires_at', 'externalid', 'clicklimit'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any (${asIds(ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

// Only links with a click limit have moments that wait.
const limitedOf = (links: ReadonlyMap<number, StoredLink>) =>
  [...links].flatMap(([id, { clicklimit }]) => (clicklimit === null ? [] : [id]))

// API names of the columns whose name differs.
const fieldNames: Partial<Record<keyof LinkColumns, string>> = {
  splash_id: 'type',
  overlay_id: 'type',
  campaign_id: 'campaign',
  password_hash: 'password',
  expires_at: 'expiry',
  starts_at: 'start',
}

/** Sets the columns that were sent; returns the names of the changed fields of each link. */
async function setColumns(db: Database, changes: readonly LinkChangeRow[]): Promise<Map<number, string[]>> {
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
  // `old` is what `lockLinks` read; the lock prevents changes since.
  const { rows: changed } = await sql<{ id: number; changed: (keyof LinkColumns)[] }>`
    update links set updated_at = now()${sql.join(values, sql``)}
    from json_to_recordset(${asJson(rows)}) as item (id bigint, sent jsonb${fields}) join links old on old.id = item.id
    where links.id = item.id
    returning links.id, ${changedFields(Object.fromEntries(sent.map((name) => [name, [name]])), 'links', 'old')} as changed`.execute(
    db,
  )
  return new Map(changed.map((row) => [row.id, [...new Set(row.changed.map((name) => fieldNames[name] ?? name))]]))
}

/** Returns the links whose pixels changed. */
async function setPixels(db: Database, changes: readonly LinkChangeRow[]): Promise<Set<number>> {
  const given = changes.filter(({ pixels }) => pixels !== undefined)
  if (given.length === 0) return new Set()
  const { rows: old } = await sql<{ link_id: number; pixel_id: number }>`
    delete from link_pixels where link_id = any (${asIds(given.map(({ id }) => id))}) returning link_id, pixel_id`.execute(
    db,
  )
  const rows = given.flatMap(({ id, pixels = [] }) => pixels.map((pixel_id) => ({ link_id: id, pixel_id })))
  if (rows.length > 0)
    await sql`
      insert into link_pixels (link_id, pixel_id)
      select link_id, pixel_id from json_to_recordset(${asJson(rows)}) as row (link_id bigint, pixel_id bigint)`.execute(
      db,
    )
  const pairsOf = (pairs: typeof old) =>
    new Map(pairs.map((pair) => [`${pair.link_id} ${pair.pixel_id}`, pair.link_id]))
  const [before, after] = [pairsOf(old), pairsOf(rows)]
  const differing = [...before, ...after].filter(([pair]) => before.has(pair) !== after.has(pair))
  return new Set(differing.map(([, id]) => id))
}

/** Returns the links that entered or left a channel. */
async function setChannels(db: Database, changes: readonly LinkChangeRow[]): Promise<Set<number>> {
  const changed = new Set<number>()
  const left = changes.filter(({ channel }) => channel === null).map(({ id }) => id)
  if (left.length > 0) {
    const { rows } = await sql<{ link_id: number }>`
      delete from channel_items where link_id = any (${asIds(left)}) returning link_id`.execute(db)
    for (const { link_id } of rows) changed.add(link_id)
  }
  const items = changes.flatMap(({ id, channel }) => (channel ? [{ link_id: id, channel_id: channel }] : []))
  if (items.length === 0) return changed
  const { rows } = await sql<{ link_id: number }>`
    insert into channel_items (link_id, channel_id)
    select link_id, channel_id from json_to_recordset(${asJson(items)}) as row (link_id bigint, channel_id bigint)
    on conflict do nothing returning link_id`.execute(db)
  for (const { link_id } of rows) changed.add(link_id)
  return changed
}

/** Records the changes, and reads the addresses of the links. */
async function recordAndRead(db: Database, by: Actor, changes: readonly Changed[]): Promise<Map<number, ChangedLink>> {
  const recorded = changes.some(({ changed }) => changed.length > 0)
    ? sql`with recorded as (${insertUpdates(by, 'link', changes)})`
    : sql``
  const { rows } = await sql<ChangedLink>`
    ${recorded}
    select aliases.link_id as id, aliases.alias, ${addressOrigin} as origin
    from aliases left join domains on domains.id = aliases.domain_id
    where aliases.link_id = any (${asIds(changes.map(({ id }) => id))})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

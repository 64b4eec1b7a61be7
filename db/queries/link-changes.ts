import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { type LinkColumns, linkColumns, linkColumnTypes } from '../tables/links.ts'
import { inTransaction } from '../transaction.ts'
import type { Refusal } from './aliases.ts'
import { addressOrigin } from './domains.ts'
import { findExternalIds } from './external-ids.ts'
import { type LinkMove, moveLinks } from './link-moves.ts'
import { asIds, asJson } from './parameters.ts'

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
      ...(await moveLinks(
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
    .where('id', '=', sql<number>`any (${asIds(ids)})`)
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
  await sql`delete from link_pixels where link_id = any (${asIds(given.map(({ id }) => id))})`.execute(db)
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
  if (left.length > 0) await sql`delete from channel_items where link_id = any (${asIds(left)})`.execute(db)
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
    .where('aliases.link_id', '=', sql<number>`any (${asIds(ids)})`)
    .$narrowType<{ id: number }>()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

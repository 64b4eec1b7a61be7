import { type RawBuilder, sql } from 'kysely'
import type { ActorType } from '../../schemas/event-family.ts'
import type { EventType } from '../../schemas/events.ts'
import type { Database } from '../open.ts'
import type { JobActor } from '../tables/jobs.ts'
import { type EventKind, eventSubjects } from './event-subjects.ts'
import { asIds, asJson } from './list-parameters.ts'

/** Who changes something, and in which account. */
export interface Actor {
  /** The account's id. */
  id: number
  actor: ActorType
  keyId: number | null
  keyName: string | null
}

/** The service itself, or the command line, for an account. */
export const asActor = (actor: 'system' | 'command', id: number): Actor => ({ id, actor, keyId: null, keyName: null })

/** Who started a job. */
export const actorOfJob = (accountId: number, actor: JobActor | null): Actor =>
  actor ? { ...actor, id: accountId } : asActor('system', accountId)

/**
 * SQL for a part of a `with`: inserts an event for each of `rows`, which have the `id` of the subject and the `data`.
 */
export const insertEvents = (by: Actor, type: EventType, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into events (account_id, type, subject_id, actor, key_id, key_name, data)
  select ${by.id}::bigint, ${type}::text, event.id, ${by.actor}::text, ${by.keyId}::bigint, ${by.keyName}::text, event.data
  from (${rows}) event`

/**
 * SQL for a part of a `with`: inserts an event for each of `rows`, which have the `id` of a link, the `type`, what is
 * added to the data of the link (`more`), and `created_at`.
 */
export const insertLinkEvents = (
  rows: RawBuilder<unknown>,
  actor: 'system' | 'command' = 'system',
): RawBuilder<unknown> => {
  const { source, data } = eventSubjects.link
  // `offset 0` keeps the planner from reading the addresses of all links.
  return sql`
    insert into events (account_id, type, subject_id, actor, data, created_at)
    select link.account_id, event.type, event.id, ${actor}::text, link.data || event.more, event.created_at
    from (${rows}) event cross join lateral (
      select links.account_id, ${data} as data from ${source} where links.id = event.id offset 0) link`
}

/** Records an event of each of these records, with its current data. */
export async function recordEvents(db: Database, by: Actor, type: `${EventKind}.created`, ids: readonly number[]) {
  const { table, source, data } = eventSubjects[type.slice(0, type.indexOf('.')) as EventKind]
  const id = sql.ref(`${table}.id`)
  const rows = sql`select ${id}, ${data} as data from ${source} where ${id} = any (${asIds(ids)}) order by ${id}`
  await insertEvents(by, type, rows).execute(db)
}

/** A record and the names of its changed fields. */
export interface Changed {
  id: number
  changed: readonly string[]
}

/** SQL for a part of a `with`: inserts an event with the current data for each record that changed. */
export function insertUpdates(by: Actor, kind: EventKind, changes: readonly Changed[]): RawBuilder<unknown> {
  const { table, source, data } = eventSubjects[kind]
  const id = sql.ref(`${table}.id`)
  const some = changes.filter(({ changed }) => changed.length > 0)
  const rows = sql`
    select ${id}, ${data} || jsonb_build_object('changed', item.changed) as data
    from json_to_recordset(${asJson(some)}) as item (id bigint, changed jsonb) join (${source}) on ${id} = item.id
    order by ${id}`
  return insertEvents(by, `${kind}.updated`, rows)
}

/** Records the changes of these records, with the names of the fields. */
export async function recordUpdates(db: Database, by: Actor, kind: EventKind, changes: readonly Changed[]) {
  if (changes.some(({ changed }) => changed.length > 0)) await insertUpdates(by, kind, changes).execute(db)
}

/** The position of an event in the order of all events; `transaction` is a number of up to 20 digits. */
export interface EventPlace {
  transaction: string
  id: number
}

/**
 * Whether all transactions that began before the one of an event have ended, so that no event will appear before it in
 * the order (transaction, id).
 */
export const isSettled = sql<boolean>`events.transaction < pg_snapshot_xmin(pg_current_snapshot())`

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { type EventKind, eventSubjects } from './event-subjects.ts'
import { type Actor, type Changed, insertEvents } from './events.ts'
import { asIds } from './list-parameters.ts'

/** SQL for jsonb: the names of the fields that differ between two rows. */
export const changedFields = (
  fields: Record<string, readonly string[]>,
  now: string,
  old: string,
): RawBuilder<string[]> =>
  sql<string[]>`to_jsonb(array_remove(array[${sql.join(
    Object.entries(fields).map(([field, columns]) => {
      const of = (row: string) => sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))
      return sql`case when (${of(now)}) is distinct from (${of(old)}) then ${sql.lit(field)} end`
    }),
  )}]::text[], null))`

/**
 * Changes a record of the account and inserts the event in one statement; without `isRecorded` the caller inserts it.
 * Returns the names of the changed fields; undefined if the account has no such record.
 */
export async function changeOwned(
  db: Database,
  by: Actor,
  kind: Exclude<EventKind, 'link'>,
  id: number,
  change: object,
  isRecorded = true,
): Promise<Changed | undefined> {
  const { table, data, fields } = eventSubjects[kind]
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  const values = [...sent.map(([name, value]) => sql`${sql.ref(name)} = ${value}`), sql`updated_at = now()`]
  const event = sql`select id, data || jsonb_build_object('changed', changed) as data from new where changed <> '[]'`
  const shown = isRecorded ? sql`, ${data} as data` : sql``
  const recorded = isRecorded ? sql`, recorded as (${insertEvents(by, `${kind}.updated`, event)})` : sql``
  const { rows } = await sql<Changed>`
    with old as materialized (
      select * from ${sql.table(table)} where id = ${id}::bigint and account_id = ${by.id}::bigint for no key update
    ), new as (
      update ${sql.table(table)} set ${sql.join(values)} from old where ${sql.ref(`${table}.id`)} = old.id
      returning ${sql.ref(`${table}.id`)}, ${changedFields(fields, table, 'old')} as changed${shown}
    )${recorded}
    select id, changed from new`.execute(db)
  return rows[0]
}

/** Deletes records of the account and inserts their events in one statement; returns the ids that existed. */
export async function deleteOwnedThings(
  db: Database,
  by: Actor,
  kind: 'link' | 'qr' | 'bio',
  ids: readonly number[],
): Promise<Set<number>> {
  const { table, source, data } = eventSubjects[kind]
  const id = sql.ref(`${table}.id`)
  // Rows are locked in the order of their ids, to avoid deadlocks.
  const { rows } = await sql<{ id: number }>`
    with own as materialized (
      select ${id}, ${data} as data from ${source}
      where ${sql.ref(`${table}.account_id`)} = ${by.id}::bigint and ${id} = any (${asIds(ids)})
      order by ${id} for update of ${sql.table(table)}
    ), gone as (
      delete from ${sql.table(table)} where id in (select id from own) returning id
    ), recorded as (${insertEvents(by, `${kind}.deleted`, sql`select own.* from own join gone using (id) order by id`)})
    select id from gone`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

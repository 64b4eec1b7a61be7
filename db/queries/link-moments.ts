import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { insertLinkEvents } from './events.ts'
import { asIds } from './list-parameters.ts'

/** Records what links with a click limit have reached, at most `limit`; returns how many there were. */
export function recordLinkMoments(db: Database, limit: number): Promise<number> {
  // A link that another transaction changes or deletes is left to it, so that its event is the later one.
  return recordMoments(
    db,
    sql`
      with first as materialized (
        select id, link_id from link_moments order by id limit ${limit}::integer
      ), held as materialized (
        select id from links where id in (select link_id from first) order by id for key share skip locked
      )
      select id from link_moments where id in (select id from first)
        and (link_id in (select id from held) or not exists (select from links where links.id = link_id))
      order by id for update skip locked`,
  )
}

/** Records what these links have reached before, so that the events of their change have larger ids. Never waits. */
export async function recordMomentsOf(db: Database, links: readonly number[]): Promise<void> {
  if (links.length === 0) return
  await recordMoments(
    db,
    sql`select id from link_moments where link_id = any (${asIds(links)}) order by id for update skip locked`,
  )
}

async function recordMoments(db: Database, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with taken as (
      delete from link_moments where id in (${ids}) returning *
    ), recorded as (${insertLinkEvents(sql`
      select link_id as id, type, data as more, created_at from taken order by taken.id`)})
    select id from taken`.execute(db)
  return rows.length
}

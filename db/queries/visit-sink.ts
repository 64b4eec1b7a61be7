import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Visited } from '../tables/visits.ts'
import { inTransaction } from '../transaction.ts'
import { asJson } from './list-parameters.ts'
import { DETAILS } from './visit-groups.ts'

/** How far the process that holds the sink has sent visits. */
export interface SinkTurn {
  generation: string
  /** All visits up to this id have been sent. */
  shippedId: number
  /** The time of the database when the turn began. */
  now: Date
  /** Visits before this moment are to be dropped; null: no more than have been. */
  dropBefore: Date | null
}

/** A visit as a row of ClickHouse: without nulls, and with its time in UTC as text. */
export type ShippedVisit = { id: number } & Record<string, unknown>

/** A deleted subject whose visits are to be deleted in ClickHouse too. */
export interface SinkDeletion {
  subject: Visited
  subject_id: number
  account_id: number | null
}

/**
 * Takes or keeps the sink for this process for some seconds. Undefined if another one has it, or if it has columns of a
 * later release.
 */
export async function holdSink(
  db: Database,
  { holder, version, seconds }: { holder: string; version: number; seconds: number },
): Promise<SinkTurn | undefined> {
  const { rows } = await sql<SinkTurn>`
    update visit_sink s set holder = ${holder}::text::uuid, held_until = now() + make_interval(secs => ${seconds}::integer)
    from visit_mark m
    where version = ${version}::integer and (holder = ${holder}::text::uuid or coalesce(held_until, now()) <= now())
    returning generation, shipped_id as "shippedId", now() as now,
      case when m.raw_from > coalesce(s.dropped_before, '-infinity') then m.raw_from end as "dropBefore"`.execute(db)
  return rows[0]
}

/** Begins to send visits from the first one on, unless that was begun before with columns of this release or a later one. */
export async function openSink(db: Database, generation: string, version: number): Promise<void> {
  await inTransaction(db, async (db) => {
    await sql`delete from visit_sink where version < ${version}::integer`.execute(db)
    const { numAffectedRows } = await sql`
      insert into visit_sink (generation, version) values (${generation}::text, ${version}::integer)
      on conflict do nothing`.execute(db)
    if (numAffectedRows) await sql`delete from visit_sink_deletions`.execute(db)
  })
}

/** Releases the lock for sending visits to ClickHouse, so that another process can take it at once. */
export async function releaseSink(db: Database, holder: string): Promise<void> {
  await sql`update visit_sink set held_until = now() where holder = ${holder}::text::uuid`.execute(db)
}

/** Notes that visits up to an id have been sent. False if another process has the sink by now, or it began anew. */
export async function noteShipped(
  db: Database,
  holder: string,
  { generation, from, to }: { generation: string; from: number; to: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update visit_sink set shipped_id = ${to}::bigint
    where holder = ${holder}::text::uuid and generation = ${generation}::text and shipped_id = ${from}::bigint`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0) > 0
}

/** Notes that all visits that were committed before a moment have been sent. */
export async function noteComplete(db: Database, holder: string, { generation, now }: SinkTurn): Promise<void> {
  await sql`
    update visit_sink set complete_at = ${now}::timestamptz
    where holder = ${holder}::text::uuid and generation = ${generation}::text`.execute(db)
}

/** Notes that visits before a moment have been dropped. */
export async function noteDropped(db: Database, generation: string, before: Date): Promise<void> {
  await sql`
    update visit_sink set dropped_before = ${before}::timestamptz where generation = ${generation}::text`.execute(db)
}

// A text instead of null, because ClickHouse stores and reads nullable columns at a cost.
const textOf = (name: string) => sql`coalesce(${sql.ref(name)}, '') as ${sql.ref(name)}`
/** SQL of the selected columns: a visit as the table in ClickHouse stores it. */
export const shippedColumns = sql`id, to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at,
  coalesce(account_id, 0) as account_id, subject, subject_id, class, reason, first as unique,
  ${sql.join(['country', 'referrer', 'browser', 'os', 'device', 'language', 'agent'].map(textOf))},
  coalesce(campaign_id, 0) as campaign_id, coalesce(domain_id, 0) as domain_id,
  to_json(coalesce(channel_ids, '{}')) as channel_ids,
  ${sql.join(DETAILS.map((name) => sql`coalesce(details->>${sql.lit(name)}, '') as ${sql.ref(name)}`))}`

// Only bitmap scans use the index by id. Any other plan reads a whole table, or one of its larger indexes.
const byIdIndex = <T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (db) => {
    await sql`select set_config(name, 'off', true)
      from unnest('{enable_seqscan,enable_indexscan,enable_indexonlyscan}'::text[]) name`.execute(db)
    return read(db)
  })

/** Brings the index by id up to date, as autovacuum does on a server. */
export async function indexNewVisits(db: Database): Promise<void> {
  await sql`
    select brin_summarize_new_values(inhrelid) from pg_inherits where inhparent = 'clicks_order'::regclass`.execute(db)
}

/** The visits above one id and up to another, in the order of their ids. */
export function listShipped(db: Database, after: number, last: number): Promise<ShippedVisit[]> {
  return byIdIndex(db, async (db) => {
    const { rows } = await sql<ShippedVisit>`
      select ${shippedColumns} from clicks where id > ${after}::bigint and id <= ${last}::bigint order by id`.execute(
      db,
    )
    return rows
  })
}

/**
 * An id from which on the next visits after `after` are at most `range` away, and below which there are none; `last`
 * if there is none up to that.
 */
export async function findRangeStart(db: Database, after: number, last: number, range: number): Promise<number> {
  const hasVisits = (low: number, high: number) =>
    byIdIndex(db, async (db) => {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from clicks where id > ${low}::bigint and id <= ${high}::bigint) as found`.execute(db)
      return rows[0]?.found ?? false
    })
  let [low, high] = [after, Math.min(after + range, last)]
  while (!(await hasVisits(low, high))) {
    if (high === last) return last
    low = high
    high = Math.min(after + (high - after) * 2, last)
  }
  while (high - low > range) {
    const middle = Math.floor((low + high) / 2)
    if (await hasVisits(low, middle)) high = middle
    else low = middle
  }
  return low
}

/** The next subjects whose visits are to be deleted. */
export function listSinkDeletions(db: Database, limit: number): Promise<SinkDeletion[]> {
  return db
    .selectFrom('visit_sink_deletions')
    .select(['subject', 'subject_id', 'account_id'])
    .orderBy('subject')
    .orderBy('subject_id')
    .limit(limit)
    .execute()
}

/** Removes subjects whose visits have been deleted. */
export async function settleSinkDeletions(db: Database, deletions: readonly SinkDeletion[]): Promise<void> {
  await sql`
    delete from visit_sink_deletions d
    using json_to_recordset(${asJson(deletions)}) as g(subject text, subject_id bigint)
    where d.subject = g.subject and d.subject_id = g.subject_id`.execute(db)
}

// Of more visits the number takes too long.
const MAX_COUNTED = 100_000

/** The visits that have not been sent, counted up to 100,000, and for how many seconds the first of them waits, at most. */
export function readSinkLag(db: Database): Promise<{ visits: number; seconds: number }> {
  return byIdIndex(db, async (db) => {
    const { rows } = await sql<{ visits: number; seconds: number }>`
      select w.visits, case when w.visits = 0 then 0
        else extract(epoch from clock_timestamp() - coalesce(s.complete_at, s.created_at))::float8 end as seconds
      from visit_sink s cross join lateral (
        select count(*)::integer as visits from (
          select from clicks where id > s.shipped_id limit ${sql.lit(MAX_COUNTED)}) waiting) w`.execute(db)
    return rows[0] ?? { visits: 0, seconds: 0 }
  })
}

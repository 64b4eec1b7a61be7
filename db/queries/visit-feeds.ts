import { type RawBuilder, sql } from 'kysely'
import type { Visit } from '../../schemas/visits.ts'
import type { Database } from '../open.ts'
import type { VisitBatch } from '../tables/events.ts'
import type { Subject } from '../tables/visits.ts'
import { asActor, insertEvents } from './events.ts'
import { asJson } from './list-parameters.ts'
import { MAX_DELAY, visitColumns } from './raw-visits.ts'
import { keysOf } from './visit-subjects.ts'

/** Visits in an event, at most. */
const BATCH_VISITS = 100
// Visits of an account in one transaction.
const STEP_VISITS = 2000
// Visits of an account per second since its last batch, and at most in one go; what is more is left out.
const VISITS_PER_S = 200
const MAX_VISITS = 1200 * VISITS_PER_S
// A statement that takes longer fails, so that the other accounts have their turn.
const STATEMENT_MS = 30_000
// Visits that are left out are counted up to this, of this many subjects.
const MAX_COUNTED = 100_000
const MAX_NAMED = 100

const asks = sql`w.enabled and w.types @> '["visits.recorded"]' and w.account_id is not null`

/** Begins with the visits that are stored from now on, if a webhook of the account asks for them. */
export async function openFeed(db: Database, accountId: number): Promise<void> {
  await openFeeds(db, sql`w.account_id = ${accountId}::bigint`)
}

async function openFeeds(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into visit_feeds (account_id, last_id)
    select distinct w.account_id, case when c.is_called then c.last_value else 0 end from webhooks w cross join click_ids c
    where ${asks} and ${which} and not exists (select from visit_feeds f where f.account_id = w.account_id)
    on conflict do nothing`.execute(db)
}

/**
 * The accounts with visits that may not be in events yet, and a transaction up to which all notes are about visits that
 * have been stored. Accounts whose visits could not be written come last. Ends the feeds of accounts without a webhook
 * for them.
 */
export async function listFeeds(db: Database): Promise<{ accounts: number[]; horizon: string }> {
  await openFeeds(db, sql`true`)
  const { rows } = await sql<{ account_id: number; horizon: string }>`
    with ended as (
      delete from visit_feeds f where not exists (select from webhooks w where w.account_id = f.account_id and ${asks})
      returning account_id
    ), forgotten as (
      delete from visit_feed_subjects where account_id in (select account_id from ended)
    )
    select f.account_id, pg_snapshot_xmin(pg_current_snapshot())::text as horizon from visit_feeds f
    where f.account_id not in (select account_id from ended) and (
      exists (select from visit_deltas d where d.account_id = f.account_id)
      or exists (select from visit_feed_subjects s where s.account_id = f.account_id))
    order by f.read_at desc`.execute(db)
  return { accounts: rows.map(({ account_id }) => account_id), horizon: rows[0]?.horizon ?? '0' }
}

interface StoredVisit {
  id: number
  /** Milliseconds since 1970. */
  at: number
  subject: Subject
  subject_id: number
}

/** The state of the feed of an account. */
interface Feed {
  last_id: number
  /** The visits after `last_id` are not older. */
  since: string
  /** Seconds since its last batch. */
  seconds: number
}

/**
 * Writes the visits of an account up to `settledId` as events, at most 2,000 of them in the `step` (from 0). Returns
 * whether a next step may write more. One instance at a time does so, and each visit is in one event, whose content
 * does not change.
 */
export async function recordVisitBatches(
  db: Database,
  accountId: number,
  { settledId, horizon, step }: { settledId: number; horizon: string; step: number },
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(db)
    const feed = await lockFeed(db, accountId)
    if (!feed) return false
    const { max, isLast } = planStep(feed, step)
    const visitsAfter = (id: number, limit: number) => sql`
      from ${subjectsOf(accountId)} s cross join lateral (
        select id, floor(extract(epoch from at) * 1000)::bigint as at from clicks where subject = s.subject and subject_id = s.subject_id
          and id > ${id}::bigint and id <= ${settledId}::bigint and at >= ${feed.since}::text::timestamptz
        order by id limit ${limit}::integer) c`
    const { rows } = await sql<StoredVisit>`
      select c.id, c.at, s.subject, s.subject_id ${visitsAfter(feed.last_id, max + 1)}
      order by c.id limit ${max + 1}::integer`.execute(db)
    const isMore = rows.length > max
    const batches = batchesOf(rows.slice(0, max), feed.last_id)
    const end = batches.at(-1)
    if (end) {
      if (isMore && isLast) Object.assign(end, await countLeftOut(db, visitsAfter(end.last, MAX_COUNTED)))
      await recordBatches(db, accountId, batches)
      if (isMore && !isLast) {
        await sql`update visit_feeds set last_id = ${end.last}::bigint where account_id = ${accountId}::bigint`.execute(
          db,
        )
        return true
      }
    }
    await finishFeed(db, accountId, settledId, horizon)
    return false
  })
}

async function lockFeed(db: Database, accountId: number): Promise<Feed | undefined> {
  const { rows } = await sql<Feed>`
    select last_id, (read_at - ${MAX_DELAY})::text as since, extract(epoch from now() - read_at)::float8 as seconds
    from visit_feeds where account_id = ${accountId}::bigint for update skip locked`.execute(db)
  return rows[0]
}

// How many visits a step may write, and whether no other step may follow it.
function planStep({ seconds }: Feed, step: number): { max: number; isLast: boolean } {
  const due = BATCH_VISITS * Math.floor((seconds * VISITS_PER_S) / BATCH_VISITS)
  const allowed = Math.max(STEP_VISITS, Math.min(due, MAX_VISITS)) - step * STEP_VISITS
  const max = Math.max(BATCH_VISITS, Math.min(allowed, STEP_VISITS))
  return { max, isLast: allowed <= max }
}

const subjectsOf = (accountId: number) => sql`(
  select subject, subject_id from visit_deltas where account_id = ${accountId}::bigint and subject <> 'biolink'
  union select subject, subject_id from visit_feed_subjects
  where account_id = ${accountId}::bigint and subject <> 'biolink')`

async function countLeftOut(
  db: Database,
  visits: RawBuilder<unknown>,
): Promise<Pick<VisitBatch, 'dropped' | 'droppedfrom'>> {
  const { rows } = await sql<{ subject: Subject; subject_id: number; visits: number; all: number }>`
    select subject, subject_id, count(*) as visits, sum(count(*)) over () as all from (
      select s.subject, s.subject_id ${visits} limit ${MAX_COUNTED}::integer) counted
    group by subject, subject_id order by visits desc, subject, subject_id limit ${MAX_NAMED}::integer`.execute(db)
  return {
    dropped: Number(rows[0]?.all ?? 0),
    droppedfrom: rows.map(({ subject, subject_id, visits }) => [subject, subject_id, visits]),
  }
}

async function recordBatches(db: Database, accountId: number, batches: readonly VisitBatch[]): Promise<void> {
  const data = batches.map((batch) => ({ data: { batch } }))
  const events = sql`select null::bigint as id, data from json_to_recordset(${asJson(data)}) as made (data jsonb)`
  await insertEvents(asActor('system', accountId), 'visits.recorded', events).execute(db)
}

async function finishFeed(db: Database, accountId: number, settledId: number, horizon: string): Promise<void> {
  await sql`
    update visit_feeds set last_id = greatest(last_id, ${settledId}::bigint), read_at = now()
    where account_id = ${accountId}::bigint`.execute(db)
  await sql`
    delete from visit_feed_subjects
    where account_id = ${accountId}::bigint and noted < ${horizon}::text::xid8`.execute(db)
}

function batchesOf(visits: readonly StoredVisit[], first: number): VisitBatch[] {
  const batches: VisitBatch[] = []
  for (let i = 0; i < visits.length; i += BATCH_VISITS) {
    const some = visits.slice(i, i + BATCH_VISITS)
    const times = some.map(({ at }) => at)
    const subjects = new Map(some.map(({ subject, subject_id }) => [`${subject} ${subject_id}`, [subject, subject_id]]))
    batches.push({
      after: batches.at(-1)?.last ?? first,
      last: some.at(-1)?.id ?? first,
      count: some.length,
      subjects: [...subjects.values()] as VisitBatch['subjects'],
      from: new Date(Math.min(...times)).toISOString(),
      until: new Date(Math.max(...times)).toISOString(),
      dropped: 0,
      droppedfrom: [],
    })
  }
  return batches
}

/** A visit with what was visited. */
export type BatchVisit = Visit & { subject: Subject; subject_id: number }

/** The visits of a batch, without those that were deleted with a link, QR code or bio page. */
export async function listBatchVisits(db: Database, batch: VisitBatch): Promise<BatchVisit[]> {
  const keys = batch.subjects.map(([subject, subject_id]) => ({ subject, subject_id }))
  const { rows } = await sql<BatchVisit>`
    select visit.* from ${keysOf(keys)} k cross join lateral (
      select subject, subject_id, ${visitColumns} from clicks
      where subject = k.subject and subject_id = k.subject_id
        and id > ${batch.after}::bigint and id <= ${batch.last}::bigint
        and at between ${batch.from}::text::timestamptz and ${batch.until}::text::timestamptz + interval '1 ms') visit
    order by id limit ${sql.lit(BATCH_VISITS)}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { insertLinkEvents } from './events.ts'

/** A link whose destination is to be checked. `claim` identifies this turn: it ends if `watch` or `url` changes. */
export interface DueLink {
  id: number
  url: string
  account_id: number
  failures: number
  isBroken: boolean
  claim: string
}

// A check that is not recorded by then, because its instance ended, is repeated.
const CLAIM_MINUTES = 10
const ACCOUNTS = 50

/**
 * Claims links that are due, at most `limit`, in turn from the accounts after `after`, at most 50 of them, which are drawn
 * if they are more than `limit`. `last` is the last account that was looked at; 0: there are no more.
 */
export async function claimDueLinks(
  db: Database,
  after: number,
  limit: number,
): Promise<{ links: DueLink[]; last: number }> {
  const { rows } = await sql<{ links: DueLink[]; last: number }>`
    with recursive turns (account_id, turn) as (
      (select account_id, 1 from link_checks where account_id > ${after}::bigint order by account_id limit 1)
      union all
      select (select c.account_id from link_checks c where c.account_id > t.account_id order by c.account_id limit 1),
        turn + 1
      from turns t where t.account_id is not null and turn < ${sql.lit(ACCOUNTS)}
    ), due as materialized (
      select c.link_id from turns cross join lateral (
        select link_id, row_number() over (order by check_at) as place from link_checks
        where account_id = turns.account_id and check_at <= now() order by check_at limit ${limit}::integer
      ) c
      order by c.place, random() limit ${limit}::integer
    ), free as materialized (
      select link_id from link_checks where link_id in (select link_id from due) and check_at <= now()
      order by link_id for update skip locked
    ), claimed as (
      update link_checks c set check_at = now() + make_interval(mins => ${sql.lit(CLAIM_MINUTES)})
      from free, links where c.link_id = free.link_id and links.id = c.link_id
      returning c.link_id as id, links.url, c.account_id, c.failures, c.broken_at is not null as "isBroken",
        c.check_at::text as claim
    )
    select coalesce((select jsonb_agg(to_jsonb(claimed)) from claimed), '[]') as links,
      coalesce((select account_id from turns where turn = ${sql.lit(ACCOUNTS)}), 0) as last`.execute(db)
  return rows[0] ?? { links: [], last: 0 }
}

export interface LinkCheckResult {
  status: number | null
  fault: string | null
  failures: number
  isBroken: boolean
  /** Seconds until the next check. */
  nextIn: number
}

/** Stores the result of a check, and an event if the link is broken now or works again. */
export async function recordLinkCheck(db: Database, { id, claim }: DueLink, result: LinkCheckResult): Promise<void> {
  const { status, fault, failures, isBroken, nextIn } = result
  const events = sql`
    select link_id as id, case when broke then 'link.broken' else 'link.recovered' end as type,
      jsonb_build_object('status', ${status}::smallint, 'fault', ${fault}::text) as more, now() as created_at
    from new where broke or recovered`
  await sql`
    with old as (
      select link_id, broken_at from link_checks
      where link_id = ${id}::bigint and check_at = ${claim}::text::timestamptz for update
    ), new as (
      update link_checks c set status = ${status}::smallint, fault = ${fault}::text, failures = ${failures}::integer,
        checked_at = now(), check_at = now() + make_interval(secs => ${nextIn}::float8),
        broken_at = case when ${isBroken}::boolean then coalesce(old.broken_at, now()) end
      from old where c.link_id = old.link_id
      returning c.link_id, old.broken_at is null and c.broken_at is not null as broke,
        old.broken_at is not null and c.broken_at is null as recovered
    )
    ${insertLinkEvents(events)}`.execute(db)
}

/** Checks a link again after this time, in seconds, and keeps its last result. */
export async function postponeLinkCheck(db: Database, { id, claim }: DueLink, seconds: number): Promise<void> {
  await sql`
    update link_checks set check_at = now() + make_interval(secs => ${seconds}::float8)
    where link_id = ${id}::bigint and check_at = ${claim}::text::timestamptz`.execute(db)
}

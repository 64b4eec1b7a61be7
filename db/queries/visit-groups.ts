import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Counted, Detail, Group } from '../tables/visits.ts'
import type { SubjectKey } from './visit-subjects.ts'

/** The dimensions of every visit, each a column of raw visits. */
export const COLUMNS = ['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign'] as const
/** The dimensions that few visits have; counters have no value of those without one. */
export const DETAILS = [
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['source', 'target', 'rule', 'path', 'city'] as const),
] satisfies readonly Detail[]

const groups: readonly string[] = ['account', 'campaign', 'channel', 'domain'] satisfies Group[]

export const isGroup = (subject: Counted): subject is Group => groups.includes(subject)

/** What visits are counted for: a record, or a group of the account. */
export interface CountedThing {
  subject: Counted
  id: number
  /** The account of a group. */
  account?: number
}

/** SQL: whether a row of `clicks` named `alias` is a visit of this. */
export function isVisitOf({ subject, id, account }: CountedThing, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!isGroup(subject)) return sql`${column('subject')} = ${subject} and ${column('subject_id')} = ${id}::bigint`
  // Clicks on links of a bio page follow a visit of the page.
  const ofAccount = sql`${column('account_id')} = ${account}::bigint and ${column('subject')} <> 'biolink'`
  switch (subject) {
    case 'account':
      return sql`${ofAccount}`
    case 'campaign':
      return sql`${ofAccount} and ${column('campaign_id')} = ${id}::bigint`
    case 'domain':
      return sql`${ofAccount} and ${column('domain_id')} = ${id}::bigint`
    case 'channel':
      return sql`${ofAccount} and ${column('channel_ids')} @> array[${id}::bigint]`
  }
}

/**
 * SQL: the id up to which the visits of this are in counters. Groups are rolled up with their account. Up to
 * visit_mark.id they are in visit_counts, which has no groups.
 */
export const rolledIdOf = ({ subject, id, account }: CountedThing): RawBuilder<number> =>
  isGroup(subject)
    ? sql`coalesce((select rolled_id from visit_accounts where account_id = ${account}::bigint), 0)`
    : sql`coalesce(
        (select rolled_id from visit_subjects where subject = ${subject} and subject_id = ${id}::bigint), (select id from visit_mark))`

/** SQL: the groups of a row with `account_id`, `campaign_id`, `domain_id` and `channel_ids`, as (subject, subject_id). */
export const groupsOf = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(
    select 'account' as subject, ${column('account_id')} as subject_id
    union all select 'campaign', ${column('campaign_id')} where ${column('campaign_id')} is not null
    union all select 'domain', ${column('domain_id')} where ${column('domain_id')} is not null
    union all select 'channel', unnest(${column('channel_ids')}))`
}

/** SQL: whether a group still exists; visits of a deleted one may not be rolled up yet. */
export const isLiveGroup = (alias: string): RawBuilder<boolean> => {
  const [subject, id] = [sql.ref(`${alias}.subject`), sql.ref(`${alias}.subject_id`)]
  return sql`(case ${subject}
    when 'campaign' then exists (select from campaigns x where x.id = ${id} and x.account_id is not null)
    when 'channel' then exists (select from channels x where x.id = ${id} and x.account_id is not null)
    when 'domain' then exists (select from domains x where x.id = ${id} and x.account_id is not null)
    else true end)`
}

/**
 * Adds visits to those that wait to be rolled up for their accounts. Returns the accounts of which at least
 * `minWaiting` wait. The first time all visits of an account wait.
 */
export async function noteWaiting(
  db: Database,
  waiting: ReadonlyMap<number, number>,
  minWaiting: number,
): Promise<number[]> {
  if (waiting.size === 0) return []
  const { rows } = await sql<{ id: number }>`
    with noted as (
      insert into visit_accounts as v (account_id, waiting, rolled_id)
      select a.id, ${minWaiting}::bigint + w.visits, 0
      from unnest(${`{${[...waiting.keys()].join(',')}}`}::text::bigint[], ${`{${[...waiting.values()].join(',')}}`}::text::bigint[])
        as w(id, visits) join accounts a on a.id = w.id and a.deleted_at is null
      order by a.id
      on conflict (account_id) do update set waiting = v.waiting + excluded.waiting - ${minWaiting}::bigint
      returning account_id as id, waiting
    )
    select id from noted where waiting >= ${minWaiting}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Accounts of which at least `minWaiting` visits wait, and those whose visits were never rolled up for them, after an
 * id.
 */
export async function listWaitingAccounts(
  db: Database,
  minWaiting: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from accounts a left join visit_accounts v on v.account_id = a.id
    where a.id > ${after}::bigint and a.deleted_at is null and case when v.account_id is null
      then exists (select from clicks c where c.account_id = a.id) else v.waiting >= ${minWaiting}::bigint end
    order by a.id limit ${limit}::integer`.execute(db)
  return rows.map(({ id }) => id)
}

/** All groups of an account. */
export async function listGroups(db: Database, accountId: number): Promise<SubjectKey[]> {
  const { rows } = await sql<SubjectKey>`
    select 'account' as subject, ${accountId}::bigint as subject_id
    union all select 'campaign', id from campaigns where account_id = ${accountId}::bigint
    union all select 'channel', id from channels where account_id = ${accountId}::bigint
    union all select 'domain', id from domains where account_id = ${accountId}::bigint`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { ReportKind } from '../../schemas/abuse.ts'
import type { Database } from '../open.ts'
import { wireTime } from './wire.ts'

/** A report of a visitor. */
interface NewReport {
  url: string
  kind: ReportKind
  /** Null: nothing was written. */
  details: string | null
  linkId: number | null
  accountId: number
}

// What the first visitors wrote; more would rarely say more.
const MAX_DETAILS = 5
const MAX_OPEN = 100_000
/** How many new ones are taken in an hour. */
const MAX_OF_HOUR = 600

// Ids grow with the time, so that the primary key finds the row.
const isLimitReached = sql<boolean>`coalesce((
  select created_at from abuse_reports order by id desc offset ${sql.lit(MAX_OF_HOUR - 1)} limit 1) > now() - interval '1 hour', false)`

/** Stores a report, or counts it if the same is open; 'full' if too many are open, 'many' if too many came at last. */
export async function createReport(
  db: Database,
  report: NewReport,
): Promise<{ isNew: boolean; id: number } | 'full' | 'many'> {
  const { url, kind, details, linkId, accountId } = report
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into abuse_reports as known (url, kind, details, link_id, account_id)
    select ${url}::text, ${kind}::text, array_remove(array[${details}::text], null), ${linkId}::bigint, ${accountId}::bigint
    where exists (select from abuse_reports where md5(url) = md5(${url}::text) and kind = ${kind}::text and closed_at is null)
      or not ${isLimitReached} and (select count(*) from (
        select from abuse_reports where closed_at is null limit ${sql.lit(MAX_OPEN)}) open) < ${sql.lit(MAX_OPEN)}
    on conflict (md5(url), kind) where closed_at is null do update set count = known.count + 1, last_at = now(),
      details = case when cardinality(known.details) < ${sql.lit(MAX_DETAILS)} and not known.details @> excluded.details
        then known.details || excluded.details else known.details end
    returning id, xmax = 0 as "isNew"`.execute(db)
  if (rows[0]) return rows[0]
  const { rows: limits } = await sql<{ isMany: boolean }>`select ${isLimitReached} as "isMany"`.execute(db)
  return limits[0]?.isMany ? 'many' : 'full'
}

/** Reports, those that came last first: the open ones, or all. */
export function listReports(db: Database, { limit, closed }: { limit: number; closed: boolean }) {
  const query = db
    .selectFrom('abuse_reports')
    .leftJoin('accounts', 'accounts.id', 'abuse_reports.account_id')
    .leftJoin('bans', 'bans.link_id', 'abuse_reports.link_id')
    .select(['abuse_reports.id', 'url', 'kind', 'count', 'abuse_reports.link_id as link'])
    .select(['abuse_reports.account_id as account', 'accounts.email'])
    // The drivers read lists of texts in different ways.
    .select(sql<string[]>`to_jsonb(details)`.as('details'))
    .select(sql<boolean>`bans.id is not null`.as('quarantined'))
    .select([wireTime('abuse_reports.created_at').as('first'), wireTime('abuse_reports.last_at').as('last')])
    .select(wireTime('abuse_reports.closed_at').$castTo<string | null>().as('closed'))
    .orderBy('abuse_reports.last_at', 'desc')
    .orderBy('abuse_reports.id', 'desc')
    .limit(limit)
  return (closed ? query : query.where('closed_at', 'is', null)).execute()
}

/** Closes a report; the same one may be opened again. Undefined if there is none that is open. */
export function closeReport(db: Database, id: number): Promise<{ id: number } | undefined> {
  return db
    .updateTable('abuse_reports')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Days after which reports are deleted: since they were closed, or came last. */
const KEPT = { closed: 90, open: 365 }

/** Deletes up to `limit` old reports; returns how many. */
export async function deleteOldReports(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from abuse_reports where id in (
      select id from abuse_reports where closed_at < now() - make_interval(days => ${sql.lit(KEPT.closed)})
        or last_at < now() - make_interval(days => ${sql.lit(KEPT.open)})
      order by id limit ${sql.lit(limit)})
    returning 1`.execute(db)
  return rows.length
}

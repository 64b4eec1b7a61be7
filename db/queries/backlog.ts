import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** Work that waits in the database, of all accounts. Ages are in seconds; 0 if nothing waits. */
interface Backlog {
  /** Visits that are not yet added to the totals of their link, code or page. */
  unfoldedVisits: number
  /** Raw visits that the counters of campaigns, channels, domains and accounts lack; about. */
  unrolledVisits: number
  /** Unfinished jobs by kind. */
  jobs: { kind: string; waiting: number; failing: number }[]
  /** Of enabled webhooks. */
  pendingDeliveries: number
  /** How long the most overdue of those has been due. */
  deliveryLag: number
  /** Enabled webhooks whose last attempt failed. */
  failingWebhooks: number
  paymentEvents: { pending: number; failed: number; oldestPendingAge: number }
}

/** Reads tables with a row for each account or webhook, and of others what waits, by partial indexes. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select coalesce(sum(visits), 0)::float8 from visit_deltas) as "unfoldedVisits",
      (select coalesce(sum(waiting), 0)::float8 from visit_accounts) as "unrolledVisits",
      (select coalesce(json_agg(j), '[]') from (
        select kind, count(*) as waiting, count(*) filter (where failures > 0) as failing
        from jobs where finished_at is null group by kind) j) as jobs,
      d.count as "pendingDeliveries",
      d.lag as "deliveryLag",
      (select count(*)::integer from webhooks where enabled and account_id is not null and failures > 0)
        as "failingWebhooks",
      json_build_object('pending', p.pending, 'failed', p.failed, 'oldestPendingAge', p.age) as "paymentEvents"
    from
      (select count(*)::integer as count, greatest(coalesce(extract(epoch from now() - min(next_at)), 0), 0)::float8 as lag
        from webhook_deliveries join webhooks w on w.id = webhook_id
        where status = 'pending' and w.enabled and w.account_id is not null) d,
      (select count(*) filter (where status = 'pending')::integer as pending,
        count(*) filter (where status = 'failed')::integer as failed,
        coalesce(extract(epoch from now() - min(received_at) filter (where status = 'pending')), 0)::float8 as age
        from webhook_events where status in ('pending', 'failed')) p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

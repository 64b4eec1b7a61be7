import { sql } from 'kysely'
import type { Database } from '../open.ts'

const emptied = sql`body = null, reason = 'its account was deleted',
  status = case status when 'pending' then 'ignored' else status end, finished_at = coalesce(finished_at, now())`

/** Clears account and body of at most `limit` payment events of an account; returns the number of changed events. */
export async function forgetEvents(db: Database, account: number, limit: number): Promise<number> {
  const { rows } = await sql`
    update webhook_events set account_id = null, ${emptied} where id in (
      select id from webhook_events where account_id = ${account}::bigint order by id limit ${limit}::integer for update)
    returning 1`.execute(db)
  return rows.length
}

// The address in text, but not as a part of another one.
const addressPattern = (email: string) => `(?<![\\w.%+-])${email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\.?[\\w-])`

/** How an account is called in payment events: its e-mail address, and a JSON array of its ids at the providers. */
interface Names {
  email?: string | number
  customers?: string | number
}

/**
 * Takes the body from events that found no account and name a deleted one; looks at `limit` events with ids above
 * `after`. Returns the last of these ids; null if there are none.
 */
export async function forgetUnmatchedEvents(
  db: Database,
  account: number,
  { email, customers }: Names,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const pattern = email ? addressPattern(String(email)) : null
  // An event that came later, or has not been tried, may be of another account that has the address now.
  const { rows } = await sql<{ last: number | null }>`
    with batch as materialized (
      select id from webhook_events where id > ${after}::bigint order by id limit ${limit}::integer
    ), forgotten as (
      update webhook_events set ${emptied}
      where id in (select id from batch) and account_id is null and body is not null
        and (status <> 'pending' or attempts > 0)
        and received_at <= (select deleted_at from accounts where id = ${account}::bigint)
        and (body ~* ${pattern}::text or exists (
          select from json_array_elements_text(${String(customers ?? '[]')}::text::json) known (customer)
          where strpos(body, to_json(customer)::text) > 0))
    )
    select max(id) as last from batch`.execute(db)
  return rows[0]?.last ?? null
}

import { type Kysely, sql } from 'kysely'
import { isSmall } from './0032_list_indexes.ts'

// Accounts with a webhook that asks for batches of visits: up to which visit they are written as events, and which
// subjects have had visits since. Nothing is written for other accounts.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_feeds (
      account_id bigint primary key references accounts on delete cascade,
      last_id bigint not null,
      read_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table visit_feed_subjects (
      account_id bigint not null references accounts on delete cascade,
      subject text not null,
      subject_id bigint not null,
      noted xid8 not null default pg_current_xact_id(),
      primary key (account_id, subject, subject_id)
    )`.execute(db)
  // By it a restored dump is known: there the table has another oid.
  await sql`alter table visit_mark add column table_oid bigint`.execute(db)
  await sql`update visit_mark set table_oid = tableoid::bigint`.execute(db)
  await sql`
    create index webhooks_visits on webhooks (account_id) where enabled and types @> '["visits.recorded"]'`.execute(db)
  if (await isSmall(db, 'events')) {
    await sql`create index events_visits on events (id) where type = 'visits.recorded'`.execute(db)
    await sql`
      create index events_listed on events (account_id, transaction, id) where type <> 'visits.recorded'`.execute(db)
  }
}

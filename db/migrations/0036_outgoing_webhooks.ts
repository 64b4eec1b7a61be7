import { type Kysely, sql } from 'kysely'

// Webhooks of accounts, and what was sent to them. Each webhook has its place in the order of the account's events
// (transaction, event_id); those that `since` shows as ended are from before it and are not sent.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id bigint generated always as identity primary key,
      account_id bigint references accounts on delete cascade,
      url text not null,
      types jsonb not null default '[]',
      description text,
      enabled boolean not null default true,
      disabled_reason text check (disabled_reason in ('gone')),
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      since pg_snapshot not null default pg_current_snapshot(),
      transaction xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
      event_id bigint not null default 0,
      failures integer not null default 0,
      failing_since timestamptz,
      next_try_at timestamptz,
      claimed_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index webhooks_account on webhooks (account_id, id)`.execute(db)
  await sql`
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      webhook_id bigint not null references webhooks on delete cascade,
      event_id bigint,
      type text not null,
      subject_id bigint,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      next_at timestamptz not null default now(),
      tries integer not null default 0,
      attempts jsonb not null default '[]',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index webhook_deliveries_event on webhook_deliveries (webhook_id, event_id)`.execute(db)
  await sql`create index webhook_deliveries_list on webhook_deliveries (webhook_id, id)`.execute(db)
  await sql`
    create index webhook_deliveries_pending on webhook_deliveries (webhook_id, next_at) where status = 'pending'`.execute(
    db,
  )
  // Wakes the senders of all instances, if the account has a webhook at all.
  await sql`
    create function tell_events() returns trigger language plpgsql as $$
    begin
      perform tell_lines(array(
        select distinct 'events:' || c.account_id from changed c
        where exists (select from webhooks w where w.account_id = c.account_id and w.enabled)));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger events_added after insert on events referencing new table as changed
    for each statement execute function tell_events()`.execute(db)
}

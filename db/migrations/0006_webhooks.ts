import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_events (
      id bigint generated always as identity primary key,
      provider text not null check (provider in ('stripe', 'paypal', 'paddle', 'paystack')),
      event_id text not null check (length(event_id) between 1 and 400),
      type text not null check (length(type) between 1 and 255),
      transmission_id text,
      body text not null,
      body_hash text not null check (length(body_hash) = 64),
      status text not null default 'pending' check (status in ('pending', 'applied', 'ignored', 'failed')),
      reason text,
      account_id bigint references accounts on delete set null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      received_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (provider, event_id)
    )`.execute(db)
  await sql`
    create unique index webhook_events_transmission on webhook_events (provider, transmission_id)
    where transmission_id is not null`.execute(db)
  await sql`create index webhook_events_pending on webhook_events (id) where status = 'pending'`.execute(db)
  await sql`create index webhook_events_status on webhook_events (status, id desc)`.execute(db)
  await sql`create index webhook_events_account on webhook_events (account_id)`.execute(db)

  // A separate table, so that an unsigned event cannot occupy the id of a signed one.
  await sql`
    create table unverified_events (
      id bigint generated always as identity primary key,
      provider text not null,
      event_id text not null check (length(event_id) between 1 and 400),
      type text not null check (length(type) between 1 and 255),
      body_hash text not null check (length(body_hash) = 64),
      received_at timestamptz not null default now(),
      unique (provider, event_id)
    )`.execute(db)

  await sql`
    create table provider_customers (
      provider text not null,
      customer text not null,
      account_id bigint not null references accounts on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, customer)
    )`.execute(db)
  await sql`create index provider_customers_account on provider_customers (account_id)`.execute(db)

  await sql`
    create table provider_payments (
      provider text not null,
      ref text not null,
      account_id bigint not null references accounts on delete cascade,
      subject text,
      amount double precision,
      currency text,
      granted boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (provider, ref)
    )`.execute(db)
  await sql`create index provider_payments_account on provider_payments (account_id, provider)`.execute(db)

  await sql`
    create table plan_grants (
      account_id bigint not null references accounts on delete cascade,
      provider text not null,
      subject text not null,
      until timestamptz,
      guessed boolean not null default false,
      granted_at timestamptz,
      ended_at timestamptz,
      primary key (account_id, provider, subject)
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import { isSmall } from './0032_list_indexes.ts'

// A deleted account has neither e-mail nor user name, so that both are free again; its row stays until a job has deleted
// what it had. What must outlive it (codes and hosts that nobody else may have, payments) is kept without the account.
export async function up(db: Kysely<unknown>): Promise<void> {
  await kept(db)
  await visits(db)
  // Last, because every request waits for its lock.
  await accounts(db)
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      alter column email drop not null,
      alter column username drop not null,
      add column deleted_at timestamptz,
      add constraint accounts_names check (num_nonnulls(email, username) = case when deleted_at is null then 2 else 0 end)`.execute(
    db,
  )
  await sql`create index accounts_gone on accounts (id) where deleted_at is not null`.execute(db)
  await sql`
    create function tell_deleted_account() returns trigger language plpgsql as $$
    begin
      perform pg_notify('waymark', 'deleted_accounts:' || new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger accounts_deletion after update of deleted_at on accounts
    for each row when (new.deleted_at is not null) execute function tell_deleted_account()`.execute(db)
}

async function kept(db: Kysely<unknown>): Promise<void> {
  // Payment events may name an account long after it was deleted.
  await sql`
    create table deleted_accounts (
      id bigint primary key,
      deleted_at timestamptz not null default now()
    )`.execute(db)
  await sql`alter table reserved_hosts alter column account_id drop not null`.execute(db)
  await sql`alter table deleted_codes alter column account_id drop not null`.execute(db)
  await sql`alter table provider_refunds alter column account_id drop not null`.execute(db)
  // Whether the account of a payment was deleted. Later events of it are recognized by its ids.
  await sql`alter table provider_payments add column forgotten boolean not null default false`.execute(db)
  if (await isSmall(db, 'deleted_codes'))
    await sql`create index deleted_codes_account on deleted_codes (account_id, code) where account_id is not null`.execute(
      db,
    )
}

// Visits of deleted links, QR codes and bio pages with the account that had them, to know when none of its are left.
async function visits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forgotten_visits add column account_id bigint`.execute(db)
  if (await isSmall(db, 'forgotten_visits'))
    await sql`
      create index forgotten_visits_account on forgotten_visits (account_id) where account_id is not null`.execute(db)
  await sql`
    create or replace function forget_subjects() returns trigger language plpgsql as $$
    begin
      insert into forgotten_visits (subject, subject_id, account_id) select tg_argv[0], id, account_id from gone order by id
      on conflict do nothing;
      return null;
    end $$`.execute(db)
}

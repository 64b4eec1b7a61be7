import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A payment may have several ids, one row each, with the same value of `payment`. Its account may be unknown yet.
  await sql`
    alter table provider_payments
      alter column account_id drop not null,
      add column payment text,
      add column customer text,
      add column paid_at timestamptz,
      add column refunded_at timestamptz,
      add column days integer,
      add column until timestamptz`.execute(db)
  await sql`update provider_payments set payment = ref`.execute(db)
  await sql`update provider_payments set paid_at = created_at where granted or amount is not null`.execute(db)
  await sql`alter table provider_payments alter column payment set not null`.execute(db)
  await sql`create index provider_payments_payment on provider_payments (provider, payment)`.execute(db)
  // Instances of the previous release may still run; they insert rows without `payment`.
  await sql`
    create function waymark_payment_of_ref() returns trigger language plpgsql as
    $$ begin new.payment := coalesce(new.payment, new.ref); return new; end $$`.execute(db)
  await sql`
    create trigger provider_payments_payment before insert on provider_payments
    for each row execute function waymark_payment_of_ref()`.execute(db)

  await sql`
    create table provider_refunds (
      provider text not null,
      ref text not null,
      payment_ref text not null,
      account_id bigint not null references accounts on delete cascade,
      amount double precision not null,
      is_total boolean not null,
      refunded_at timestamptz not null,
      primary key (provider, ref)
    )`.execute(db)
  await sql`create index provider_refunds_payment on provider_refunds (provider, payment_ref)`.execute(db)
  await sql`create index provider_refunds_account on provider_refunds (account_id)`.execute(db)

  // Refunds of payments that had not arrived yet were stored as grants, one for each account named.
  await sql`
    insert into provider_payments (provider, ref, payment, account_id, refunded_at)
    select distinct on (provider, substr(subject, 11))
      provider, substr(subject, 11), substr(subject, 11), account_id, ended_at
    from plan_grants
    where subject like 'refund of %'
    order by provider, substr(subject, 11), ended_at desc
    on conflict (provider, ref) do update set refunded_at = excluded.refunded_at`.execute(db)
  await sql`delete from plan_grants where subject like 'refund of %'`.execute(db)
  await sql`
    alter table plan_grants
      add column named boolean not null default true,
      add column customer text`.execute(db)
  await sql`alter table plan_grants alter column named set default false`.execute(db)

  await sql`
    create table plan_bases (
      account_id bigint primary key references accounts on delete cascade,
      until timestamptz,
      set_plan text not null,
      set_to timestamptz not null
    )`.execute(db)
  await sql`
    insert into plan_bases (account_id, until, set_plan, set_to)
    select a.id, null, a.plan, a.expires_at from accounts a
    where exists (
      select 1 from plan_grants g where g.account_id = a.id and g.ended_at is null and g.until = a.expires_at
    )`.execute(db)
}

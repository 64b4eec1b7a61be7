import { type Kysely, sql } from 'kysely'

// What was bought and what was taken back, so that the plan can be computed again from all of it after every event.
// `until`, `guessed`, `granted_at` and `paid_at` of plan_grants remain for instances of the previous release.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table provider_payments
      add column counted_at timestamptz,
      add column starts_by timestamptz,
      add column named boolean`.execute(db)
  await sql`alter table plan_bases add column since timestamptz`.execute(db)
  await sql`
    create table plan_periods (
      account_id bigint not null references accounts on delete cascade,
      provider text not null,
      subject text not null,
      reported_at timestamptz not null,
      until timestamptz,
      days integer,
      counted_at timestamptz not null default now(),
      primary key (account_id, provider, subject, reported_at)
    )`.execute(db)
  await keepPayments(db)
  await keepGrants(db)
  // Trials that refunds had to end have ended.
  await sql`update plan_bases set since = now()`.execute(db)
  await sql`delete from plan_grants where subject = '' or subject like 'all of %'`.execute(db)
  await acceptOldWrites(db)
}

async function keepPayments(db: Kysely<unknown>): Promise<void> {
  // The time of added days was `until`: they must not start later than that, and not before they were added. If nothing
  // that is still known ends at their start (its subscription was renewed, ended or reported again), they stay there.
  await sql`
    update provider_payments p set counted_at = n.counted_at, starts_by = n.starts, until = null
    from (
      select s.provider, s.payment, s.starts, case when exists (
        select 1 from plan_grants g
        where g.account_id = s.account_id and not g.guessed and g.ended_at is null and g.granted_at <= s.paid_at
          and g.until >= s.starts
        union all
        select 1 from provider_payments o join plan_grants g using (account_id, provider, subject)
        where o.account_id = s.account_id and o.paid_at < s.paid_at and o.days is not null and o.refunded_at is null
          and g.guessed and g.ended_at is null and o.until >= s.starts
        union all
        select 1 from plan_bases b join accounts a on a.id = b.account_id
        where b.account_id = s.account_id and b.until >= s.starts and (b.set_plan, b.set_to) = (a.plan, a.expires_at)
      ) then s.created_at else greatest(s.created_at, s.starts) end as counted_at
      from (
        select provider, payment, account_id, paid_at, min(created_at) over (partition by provider, payment) as created_at,
          until - days * interval '24 hours' as starts
        from provider_payments where days is not null and until is not null
      ) s
    ) n
    where n.provider = p.provider and n.payment = p.payment and p.days is not null and p.until is not null`.execute(db)
  await sql`
    update provider_payments p set until = g.until
    from plan_grants g
    where g.account_id = p.account_id and g.provider = p.provider and g.subject = p.subject and g.paid_at = p.paid_at
      and g.until is not null and not g.guessed and p.granted and p.days is null`.execute(db)
}

async function keepGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into plan_periods (account_id, provider, subject, reported_at, until)
    select account_id, provider, subject, granted_at, until from plan_grants g
    where until is not null and granted_at is not null and not exists (
      select 1 from provider_payments p
      where p.account_id = g.account_id and p.provider = g.provider and p.subject = g.subject and p.granted
        and (g.ended_at is not null or g.guessed and p.days is not null))`.execute(db)
  // Ended by a refund whose payment is not known: as a refund that names the subscription.
  await sql`
    insert into provider_payments (provider, ref, payment, account_id, subject, refunded_at)
    select provider, 'end of ' || subject, 'end of ' || subject, account_id, subject, ended_at from plan_grants g
    where until is not null and ended_at is not null and not exists (
      select 1 from provider_payments p
      where p.account_id = g.account_id and p.provider = g.provider and p.subject = g.subject and p.granted)
    on conflict do nothing`.execute(db)
  // Ended by a refund that was not of a known payment: everything that was bought before it has ended.
  await sql`
    update provider_payments p set refunded_at = g.ended_at from plan_grants g
    where g.account_id = p.account_id and g.provider = p.provider and g.subject = p.subject and p.granted
      and p.refunded_at is null and p.paid_at <= g.ended_at and g.until is not null`.execute(db)
  // From now on only the time of a payment that failed.
  await sql`update plan_grants set ended_at = null where until is not null`.execute(db)
}

// Instances of the previous release may still run; they write the end of the paid time into plan_grants.
async function acceptOldWrites(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function waymark_period_of_grant() returns trigger language plpgsql as $$
    begin
      insert into plan_periods (account_id, provider, subject, reported_at, until)
      values (new.account_id, new.provider, new.subject, new.granted_at, new.until)
      on conflict (account_id, provider, subject, reported_at) do update set until = excluded.until;
      return null;
    end $$`.execute(db)
  const isPeriod = sql`new.until is not null and new.granted_at is not null and new.ended_at is null and not new.guessed`
  await sql`
    create trigger plan_grants_period after insert or update of until on plan_grants
    for each row when (${isPeriod}) execute function waymark_period_of_grant()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domains add column checked_at timestamptz, add column lost_at timestamptz,
      add column check_at timestamptz not null default now()`.execute(db)
  await sql`create index domains_check on domains (check_at)`.execute(db)

  // A check that does not change the result must not invalidate caches.
  await sql`drop trigger domains_update on domains`.execute(db)
  await sql`
    create trigger domains_update after update on domains for each row
    when ((old.account_id, old.scheme, old.host, old.redirectroot, old.redirect404, old.verified_at is null, old.lost_at)
      is distinct from
      (new.account_id, new.scheme, new.host, new.redirectroot, new.redirect404, new.verified_at is null, new.lost_at))
    execute function tell_change()`.execute(db)

  await sql`
    create table reserved_hosts (
      host text primary key check (length(host) <= 253),
      account_id bigint not null references accounts on delete cascade,
      reserved_until timestamptz not null
    )`.execute(db)
  await sql`create index reserved_hosts_account on reserved_hosts (account_id)`.execute(db)
  await sql`create index reserved_hosts_until on reserved_hosts (reserved_until)`.execute(db)

  // Finds the detached aliases of a host that its account adds again. A small index, because few aliases are detached.
  await sql`
    create index aliases_lost on aliases (split_part(lost_domain, '://', 2)) where lost_domain is not null`.execute(db)
}

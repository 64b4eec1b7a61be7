import { type Kysely, sql } from 'kysely'

// What the operator blocks: hosts, to which no link may lead, links and accounts. Instances keep all of them in memory,
// so a notification says everything about the row.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bans (
      id bigint generated always as identity primary key,
      host text unique check (length(host) <= 253),
      link_id bigint unique references links on delete cascade,
      account_id bigint unique references accounts on delete cascade,
      reason text check (length(reason) <= 500),
      source text not null,
      until timestamptz,
      created_at timestamptz not null default now(),
      check (num_nonnulls(host, link_id, account_id) = 1)
    )`.execute(db)
  await sql`
    create function tell_ban() returns trigger language plpgsql as $$
    declare
      ban bans := coalesce(new, old);
    begin
      perform pg_notify('waymark', 'bans:' || json_build_object('isOn', tg_op <> 'DELETE', 'host', ban.host, 'link', ban.link_id,
        'account', ban.account_id, 'until', (extract(epoch from ban.until) * 1000)::bigint));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger bans_change after insert or update or delete on bans
    for each row execute function tell_ban()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table links add column watch boolean not null default false`.execute(db)
  await sql`
    create table link_checks (
      link_id bigint primary key,
      account_id bigint not null,
      status smallint,
      fault text,
      failures integer not null default 0,
      checked_at timestamptz,
      broken_at timestamptz,
      check_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index link_checks_due on link_checks (account_id, check_at)`.execute(db)
  await sql`create index link_checks_broken on link_checks (account_id, link_id) where broken_at is not null`.execute(
    db,
  )
  await sql`
    create function follow_watched_links() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or not new.watch then
        delete from link_checks where link_id = old.id;
      else
        insert into link_checks (link_id, account_id) values (new.id, new.account_id)
        on conflict (link_id) do update set status = null, fault = null, failures = 0, checked_at = null,
          broken_at = null, check_at = now();
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_watch_insert after insert on links for each row
    when (new.watch) execute function follow_watched_links()`.execute(db)
  await sql`
    create trigger links_watch_update after update of watch, url on links for each row
    when (old.watch <> new.watch or new.watch and old.url <> new.url) execute function follow_watched_links()`.execute(
    db,
  )
  await sql`
    create trigger links_watch_delete after delete on links for each row
    when (old.watch) execute function follow_watched_links()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// The clicks of links in a narrow table of their own: adding visits to the row of a link wrote all of it and an entry in
// each of its indexes. Triggers keep it in step with `links`, whose clicks imports and earlier releases still write.
// The next migration adds the links that are there already.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_totals (
      id bigint primary key,
      account_id bigint not null,
      clicks bigint not null,
      uniqueclicks bigint not null,
      clicklimit bigint
    ) with (fillfactor = 70)`.execute(db)
  await sql`create index link_totals_clicks on link_totals (account_id, clicks desc, id desc)`.execute(db)
  await sql`
    create function add_link_totals() returns trigger language plpgsql as $$
    begin
      insert into link_totals (id, account_id, clicks, uniqueclicks, clicklimit)
      select id, account_id, clicks, uniqueclicks, clicklimit from changed order by id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_totals_added after insert on links referencing new table as changed
    for each statement execute function add_link_totals()`.execute(db)
  await sql`
    create function delete_link_totals() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      delete from link_totals t using (select id from changed order by id) c where t.id = c.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_totals_deleted after delete on links referencing old table as changed
    for each statement execute function delete_link_totals()`.execute(db)
  await changes(db)
}

// The setting tells the trigger that notes milestones that these clicks are of another service.
async function changes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_link_totals() returns trigger language plpgsql as $$
    begin
      perform set_config('waymark.importing', (new.imported_visits <> old.imported_visits)::text, true);
      insert into link_totals as t (id, account_id, clicks, uniqueclicks, clicklimit)
      values (new.id, new.account_id, new.clicks, new.uniqueclicks, new.clicklimit)
      on conflict (id) do update set clicks = t.clicks + new.clicks - old.clicks,
        uniqueclicks = t.uniqueclicks + new.uniqueclicks - old.uniqueclicks, clicklimit = excluded.clicklimit;
      perform set_config('waymark.importing', 'false', true);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_totals_changed after update of clicks, uniqueclicks, clicklimit on links for each row
    when (old.clicks <> new.clicks or old.uniqueclicks <> new.uniqueclicks or old.clicklimit is distinct from new.clicklimit)
    execute function change_link_totals()`.execute(db)
}

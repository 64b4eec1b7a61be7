import { type Kysely, sql } from 'kysely'

// The clicks of links in a narrow table of their own: adding visits to the row of a link wrote all of it and an entry
// in each of its indexes. Old links are copied next. What changes meanwhile is noted, so that nothing waits.
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
  await sql`create table noted_links (id bigint not null)`.execute(db)
  await sql`
    create function note_links() returns trigger language plpgsql as $$
    begin
      insert into noted_links select id from changed;
      return null;
    end $$`.execute(db)
  await sql`
    create function note_link() returns trigger language plpgsql as $$
    begin
      insert into noted_links values (new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_totals_added after insert on links referencing new table as changed
    for each statement execute function note_links()`.execute(db)
  await sql`
    create trigger links_totals_deleted after delete on links referencing old table as changed
    for each statement execute function note_links()`.execute(db)
  await sql`
    create trigger links_totals_changed after update of clicks, uniqueclicks, clicklimit on links
    for each row execute function note_link()`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import { isSmall } from './0032_list_indexes.ts'

// From here on link_totals has the clicks that count, and triggers bring it what imports and earlier releases write to
// `links`.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`lock table links in access exclusive mode`.execute(db)
  await sql`delete from link_totals where id in (select id from noted_links)`.execute(db)
  await sql`
    insert into link_totals (id, account_id, clicks, uniqueclicks, clicklimit)
    select id, account_id, clicks, uniqueclicks, clicklimit from links where id in (select id from noted_links)`.execute(
    db,
  )
  for (const name of ['added', 'deleted', 'changed'])
    await sql.raw(`drop trigger links_totals_${name} on links`).execute(db)
  await sql`drop function note_links()`.execute(db)
  await sql`drop function note_link()`.execute(db)
  await sql`drop table noted_links`.execute(db)
  await rows(db)
  await changes(db)
  await claims(db)
  await moments(db)
  // On a larger table the index is dropped while the service runs (createMissingIndexes).
  if (await isSmall(db, 'links')) await sql`drop index if exists links_clicks`.execute(db)
}

async function rows(db: Kysely<unknown>): Promise<void> {
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
}

// The setting tells note_link_moments that these clicks are of another service.
async function changes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function change_link_totals() returns trigger language plpgsql as $$
    begin
      perform set_config('waymark.importing', (new.imported_visits <> old.imported_visits)::text, true);
      update link_totals set clicks = clicks + new.clicks - old.clicks,
        uniqueclicks = uniqueclicks + new.uniqueclicks - old.uniqueclicks, clicklimit = new.clicklimit
      where id = new.id;
      perform set_config('waymark.importing', 'false', true);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_totals_changed after update of clicks, uniqueclicks, clicklimit on links for each row
    when (old.clicks <> new.clicks or old.uniqueclicks <> new.uniqueclicks or old.clicklimit is distinct from new.clicklimit)
    execute function change_link_totals()`.execute(db)
}

// Takes one click of a link with a click limit. Locks the total before it adds new visits, so that the limit is exact.
async function claims(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function claim_click(link bigint) returns boolean language plpgsql as $$
    begin
      perform 1 from link_totals where id = link for no key update;
      update link_totals set clicks = clicks + 1
      where id = link and (clicklimit is null or clicks + (
        select coalesce(sum(visits), 0) from visit_deltas where subject = 'link' and subject_id = link) < clicklimit);
      return found;
    end $$`.execute(db)
}

// As before (0048), of the totals.
async function moments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_link_moments() returns trigger language plpgsql as $$
    begin
      if current_setting('waymark.importing', true) = 'true' then return null; end if;
      if length(new.clicks::text) > length(old.clicks::text) and new.clicks >= 100 then
        insert into link_moments (link_id, type, data) values (new.id, 'link.milestone',
          jsonb_build_object('visits', (10 ^ (length(new.clicks::text) - 1))::bigint));
      end if;
      if new.clicks >= new.clicklimit and (old.clicklimit is null or old.clicks < old.clicklimit) then
        insert into link_moments (link_id, type, data) values (new.id, 'link.expired', '{"reason": "clicklimit"}');
      end if;
      return null;
    end $$`.execute(db)
  await sql`drop trigger links_moments on links`.execute(db)
  await sql`
    create trigger link_totals_moments after update of clicks, clicklimit on link_totals for each row
    when (new.clicklimit is not null and (
      new.clicks >= new.clicklimit and (old.clicklimit is null or old.clicks < old.clicklimit)
      or new.clicks >= 100 and length(new.clicks::text) > length(old.clicks::text)))
    execute function note_link_moments()`.execute(db)
}

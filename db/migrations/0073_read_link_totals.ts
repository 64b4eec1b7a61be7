import { type Kysely, sql } from 'kysely'
import { isSmall } from './0032_list_indexes.ts'

// From here on link_totals has the clicks that count, and `links` only those that imports and earlier releases add.
export async function up(db: Kysely<unknown>): Promise<void> {
  // Takes one click of a link with a click limit. Locks the totals before it adds new visits, so that the limit is exact.
  await sql`
    create or replace function claim_click(link bigint) returns boolean language plpgsql as $$
    begin
      perform 1 from link_totals where id = link for no key update;
      update link_totals set clicks = clicks + 1
      where id = link and (clicklimit is null or clicks + (
        select coalesce(sum(visits), 0) from visit_deltas where subject = 'link' and subject_id = link) < clicklimit);
      return found;
    end $$`.execute(db)
  await moments(db)
  // On a larger table the index is dropped while the service runs (createMissingIndexes).
  if (await isSmall(db, 'links')) await sql`drop index if exists links_clicks`.execute(db)
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

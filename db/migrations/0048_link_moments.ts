import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await moments(db)
  // The BASE_URL with which events are sent to webhooks; an instance with another one sends none.
  await sql`
    create table delivery_origin (
      only_row boolean primary key default true check (only_row),
      base_url text not null
    )`.execute(db)
}

// What became of links with a click limit, until it is written as an event: a visit takes its click in the database, so
// what it reached is noted there, in the same transaction. Milestones of other links are found when totals are added.
// Totals of an import are about another service and note nothing.
async function moments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_moments (
      id bigint generated always as identity primary key,
      link_id bigint not null,
      type text not null,
      data jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index link_moments_link on link_moments (link_id)`.execute(db)
  await sql`
    create function note_link_moments() returns trigger language plpgsql as $$
    begin
      if length(new.clicks::text) > length(old.clicks::text) and new.clicks >= 100 then
        insert into link_moments (link_id, type, data) values (new.id, 'link.milestone',
          jsonb_build_object('visits', (10 ^ (length(new.clicks::text) - 1))::bigint));
      end if;
      if new.clicks >= new.clicklimit and (old.clicklimit is null or old.clicks < old.clicklimit) then
        insert into link_moments (link_id, type, data) values (new.id, 'link.expired', '{"reason": "clicklimit"}');
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_moments after update of clicks, clicklimit on links for each row
    when (new.clicklimit is not null and new.imported_visits = old.imported_visits and (
      new.clicks >= new.clicklimit and (old.clicklimit is null or old.clicks < old.clicklimit)
      or new.clicks >= 100 and length(new.clicks::text) > length(old.clicks::text)))
    execute function note_link_moments()`.execute(db)
}

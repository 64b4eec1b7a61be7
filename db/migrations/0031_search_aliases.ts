import { type Kysely, sql } from 'kysely'

// A search also finds links by their further aliases. A new link has none yet, so its words still come from the function
// words_of_link, which is faster because Postgres can inline it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function all_words_of_link(alias text, link links) returns text language sql stable as $$
      select words_of_link(concat_ws(' ', alias,
        (select string_agg(e.alias, ' ') from aliases e where e.extra_link_id = link.id)), link) $$`.execute(db)
  await sql`
    create or replace function write_alias_words() returns trigger language plpgsql as $$
    begin
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, all_words_of_link(new.alias, l) from links l where l.id = new.link_id
      on conflict (id) do update set words = excluded.words;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function write_link_words() returns trigger language plpgsql as $$
    begin
      update link_words w set words = all_words_of_link(a.alias, new) from aliases a where w.id = new.id and a.link_id = new.id;
      return null;
    end $$`.execute(db)
  await extraAliases(db)
  await sql`
    update link_words w set words = all_words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
    where w.id = l.id and l.id in (select extra_link_id from aliases where extra_link_id is not null)`.execute(db)
}

async function extraAliases(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_extra_alias_words() returns trigger language plpgsql as $$
    begin
      update link_words w set words = all_words_of_link(a.alias, l) from links l join aliases a on a.link_id = l.id
      where w.id = l.id and l.id = coalesce(new.extra_link_id, old.extra_link_id);
      return null;
    end $$`.execute(db)
  for (const [event, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ])
    await sql
      .raw(
        `create trigger aliases_extra_words_${event} after ${event} on aliases
         for each row when (${row}.extra_link_id is not null) execute function write_extra_alias_words()`,
      )
      .execute(db)
}

import { type Kysely, sql } from 'kysely'

// What triggers do for new and deleted links and aliases is done once a statement, not for every row: statements of a
// thousand links are common. Updates keep triggers of each row, because most only count clicks and need nothing.
export async function up(db: Kysely<unknown>): Promise<void> {
  await notifications(db)
  await words(db)
}

// The plan of a function is kept; it must not read a whole table because that was small when it was made.
const BY_INDEX = sql`set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`

// A notification has at most 8,000 bytes: as many lines of a change each as fit. A line has at most 1,048 bytes.
async function notifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_lines(lines text[]) returns void language plpgsql as $$
    begin
      perform pg_notify('waymark', string_agg(line, e'\n')) from (
        select line, sum(octet_length(line) + 1) over (rows unbounded preceding) / 6000 as part from unnest(lines) line
      ) parts group by part;
    end $$`.execute(db)
  await sql`
    create function tell_changes() returns trigger language plpgsql as $$
    begin
      perform tell_lines(array(select tg_table_name || ':' || id from changed));
      return null;
    end $$`.execute(db)
  await sql`
    create function tell_link_pixels() returns trigger language plpgsql as $$
    begin
      perform tell_lines(array(select distinct 'links:' || link_id from changed));
      return null;
    end $$`.execute(db)
  await sql`
    create function tell_aliases() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      perform tell_lines(array(
        select 'aliases:' || coalesce(domain_id, 0) || ':' || alias from changed
        union all
        select distinct 'forwards:' || coalesce(c.domain_id, 0) from changed c
        join links l on l.id = coalesce(c.link_id, c.extra_link_id)
        where tg_op = 'INSERT' and l.pathforward));
      return null;
    end $$`.execute(db)
  await sql`drop trigger aliases_change on aliases`.execute(db)
  await sql`
    create trigger aliases_change after update of domain_id, alias, link_id, bio_id, extra_link_id, detached on aliases
    for each row execute function tell_alias()`.execute(db)
  const told = { links: 'tell_changes', link_pixels: 'tell_link_pixels', aliases: 'tell_aliases' }
  for (const [table, name] of Object.entries(told)) {
    if (table !== 'aliases') await sql`drop trigger ${sql.id(`${table}_change`)} on ${sql.id(table)}`.execute(db)
    for (const [when, event, rows] of [
      ['added', 'insert', 'new'],
      ['deleted', 'delete', 'old'],
    ] as const)
      await sql
        .raw(
          `create trigger ${table}_${when} after ${event} on ${table} referencing ${rows} table as changed
           for each statement execute function ${name}()`,
        )
        .execute(db)
  }
  await sql`drop function tell_link_pixel()`.execute(db)
}

// A larger list of words that wait for their place in the index is cheaper to write; upkeep empties it. Links delete their
// words by a trigger, because a foreign key looks every new row up.
async function words(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function write_new_words() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      insert into link_words (id, account_id, words)
      select l.id, l.account_id, words_of_link(c.alias, l) from changed c join links l on l.id = c.link_id
      on conflict (id) do update set words = excluded.words;
      return null;
    end $$`.execute(db)
  await sql`drop trigger aliases_words on aliases`.execute(db)
  await sql`
    create trigger aliases_words after update of alias, link_id on aliases
    for each row when (new.link_id is not null) execute function write_alias_words()`.execute(db)
  await sql`
    create trigger aliases_words_added after insert on aliases referencing new table as changed
    for each statement execute function write_new_words()`.execute(db)
  await sql`
    create function delete_words() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      delete from link_words w using changed c where w.id = c.id;
      return null;
    end $$`.execute(db)
  await sql`alter table link_words drop constraint link_words_id_fkey`.execute(db)
  await sql`
    create trigger links_words_deleted after delete on links referencing old table as changed
    for each statement execute function delete_words()`.execute(db)
  await sql`alter index if exists link_words_trigrams set (gin_pending_list_limit = 4096)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// The plan of a function is kept; it must not read a whole table because that was small when it was made.
const BY_INDEX = sql`set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`

// Words of links are indexed after the reply: a link that is created or whose words change waits here, and a search reads its
// words from the link itself. Who changes words locks the row here first, so that words which were read before are not
// written after it. No search finds a link in both tables.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_words (
      account_id bigint not null,
      id bigint not null,
      primary key (account_id, id)
    )`.execute(db)
  await sql`
    create function wait_for_words(ids bigint[]) returns void language plpgsql ${BY_INDEX} as $$
    begin
      insert into waiting_words (account_id, id)
      select l.account_id, l.id from links l where l.id = any (ids) order by l.id
      on conflict (account_id, id) do update set id = excluded.id;
      delete from link_words w where w.id = any (ids);
    end $$`.execute(db)
  await sql`
    create function waiting_words_of(account bigint) returns table (id bigint, account_id bigint, words text)
    language plpgsql stable rows 100 ${BY_INDEX} as $$
    begin
      return query select l.id, l.account_id, all_words_of_link(a.alias, l) from waiting_words w
      join links l on l.id = w.id join aliases a on a.link_id = l.id where w.account_id = account;
    end $$`.execute(db)
  await triggers(db)
}

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function write_link_words() returns trigger language plpgsql as $$
    begin
      perform wait_for_words(array[new.id]);
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function write_alias_words() returns trigger language plpgsql as $$
    begin
      perform wait_for_words(array[new.link_id]);
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function write_extra_alias_words() returns trigger language plpgsql as $$
    begin
      perform wait_for_words(array[old.extra_link_id]);
      return null;
    end $$`.execute(db)
  await sql`drop trigger aliases_extra_words_insert on aliases`.execute(db)
  await sql`
    create or replace function write_new_words() returns trigger language plpgsql as $$
    begin
      perform wait_for_words(array(
        select distinct coalesce(link_id, extra_link_id) from changed where bio_id is null));
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function delete_words() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      delete from waiting_words w using changed c where w.account_id = c.account_id and w.id = c.id;
      delete from link_words w using changed c where w.id = c.id;
      return null;
    end $$`.execute(db)
}

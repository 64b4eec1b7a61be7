import { type Kysely, sql } from 'kysely'

// The words of links that lose further aliases are written once a statement, not for each alias: one request may take
// thousands away.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger aliases_extra_words_delete on aliases`.execute(db)
  await sql`
    create or replace function write_extra_alias_words() returns trigger language plpgsql as $$
    declare
      ids bigint[] := array(select distinct extra_link_id from changed where extra_link_id is not null);
    begin
      if cardinality(ids) > 0 then perform wait_for_words(ids); end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger aliases_extra_words_deleted after delete on aliases referencing old table as changed
    for each statement execute function write_extra_alias_words()`.execute(db)
}

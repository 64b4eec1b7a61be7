import { type Kysely, sql } from 'kysely'

// The plan of a function is kept; it must not read a whole table because that was small when it was made.
const BY_INDEX = sql`set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off`

// A foreign key looks up and locks its row for each new row: a quarter of what Postgres did for a bulk request. These triggers
// do the same once a statement. Nothing changes the columns afterwards.
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db)
  await links(db)
  await notifications(db)
}

async function accounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_accounts() returns trigger language plpgsql ${BY_INDEX} as $$
    declare
      wanted bigint[] := array(select distinct account_id from changed);
      held integer;
    begin
      perform 1 from accounts where id = any (wanted) order by id for key share;
      get diagnostics held = row_count;
      if held < cardinality(wanted) then
        raise foreign_key_violation using message = format('an account of new %s does not exist', tg_table_name),
          constraint = tg_table_name || '_account_id_fkey', table = tg_table_name;
      end if;
      return null;
    end $$`.execute(db)
  for (const table of ['links', 'events']) {
    await sql`
      create trigger ${sql.id(`${table}_account`)} after insert on ${sql.id(table)} referencing new table as changed
      for each statement execute function check_accounts()`.execute(db)
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(`${table}_account_id_fkey`)}`.execute(db)
  }
  await sql`
    create function delete_of_account() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      delete from links where account_id = old.id;
      delete from events where account_id = old.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger accounts_deleted after delete on accounts for each row execute function delete_of_account()`.execute(
    db,
  )
}

async function links(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function write_new_words() returns trigger language plpgsql ${BY_INDEX} as $$
    declare
      wanted bigint[] := array(select distinct coalesce(link_id, extra_link_id) from changed where bio_id is null);
      held integer;
    begin
      if cardinality(wanted) = 0 then return null; end if;
      insert into waiting_words (account_id, id)
      select account_id, id from (select account_id, id from links where id = any (wanted) order by id for key share) l
      on conflict (account_id, id) do update set id = excluded.id;
      get diagnostics held = row_count;
      if held < cardinality(wanted) then
        raise foreign_key_violation using message = 'a link of new aliases does not exist',
          constraint = 'aliases_link_id_fkey', table = 'aliases';
      end if;
      delete from link_words where id = any (wanted);
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function write_link_words() returns trigger language plpgsql as $$
    begin
      insert into waiting_words (account_id, id) values (new.account_id, new.id)
      on conflict (account_id, id) do update set id = excluded.id;
      delete from link_words where id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create function delete_aliases() returns trigger language plpgsql ${BY_INDEX} as $$
    begin
      delete from aliases a using changed c where a.link_id = c.id;
      delete from aliases a using changed c where a.extra_link_id = c.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger links_aliases_deleted after delete on links referencing old table as changed
    for each statement execute function delete_aliases()`.execute(db)
  await sql`
    alter table aliases drop constraint aliases_link_id_fkey, drop constraint aliases_extra_link_id_fkey`.execute(db)
}

// Nothing of a new link is cached, except that a campaign has it.
async function notifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_new_links() returns trigger language plpgsql as $$
    begin
      perform tell_lines(array(select 'links:' || id from changed where campaign_id is not null));
      return null;
    end $$`.execute(db)
  await sql`drop trigger links_added on links`.execute(db)
  await sql`
    create trigger links_added after insert on links referencing new table as changed
    for each statement execute function tell_new_links()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// A deleted code may still be printed somewhere. Codes are made at random, but an import brings its own: it must not get
// one that another account had.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_codes (
      code text primary key,
      account_id bigint not null
    )`.execute(db)
  await sql`
    create function keep_deleted_codes() returns trigger language plpgsql as $$
    begin
      insert into deleted_codes (code, account_id) select code, account_id from deleted order by code
      on conflict (code) do update set account_id = excluded.account_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger keep_deleted_codes after delete on qr_codes
    referencing old table as deleted for each statement execute function keep_deleted_codes()`.execute(db)
}

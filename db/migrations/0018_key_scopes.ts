import { type Kysely, sql } from 'kysely'

// Existing keys with the scope `write` become `admin`, because they could do what requires `admin` from now on.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys drop constraint api_keys_scope_check`.execute(db)
  await sql`
    alter table api_keys
      add constraint api_keys_scope_check check (scope in ('read', 'write', 'admin')),
      add column list_error text check (list_error in ('string', 'integer')),
      add column is_login boolean not null default false`.execute(db)
  await sql`
    update api_keys set scope = case scope when 'write' then 'admin' else scope end, is_login = name = 'Login'
    where scope = 'write' or name = 'Login'`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// The id that something has in a system of its account, unique within the account.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['links', 'qr_codes', 'bios']) {
    await sql
      .raw(`alter table ${table} add column externalid text check (length(externalid) between 1 and 255)`)
      .execute(db)
    await sql
      .raw(`create unique index ${table}_externalid on ${table} (account_id, externalid) where externalid is not null`)
      .execute(db)
  }
}

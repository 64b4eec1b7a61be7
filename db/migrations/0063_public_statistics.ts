import { type Kysely, sql } from 'kysely'

// Adding a column with a constant default does not rewrite the tables.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table qr_codes add column publicstats boolean not null default false`.execute(db)
  await sql`alter table bios add column publicstats boolean not null default false`.execute(db)
}

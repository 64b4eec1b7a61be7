import { type Kysely, sql } from 'kysely'

// What a key is restricted to; null: not restricted, as every key was before.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add column permissions jsonb,
      add column ips jsonb,
      add column domains jsonb`.execute(db)
}

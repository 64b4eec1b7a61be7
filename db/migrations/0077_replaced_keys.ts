import { type Kysely, sql } from 'kysely'

// Whether a key has a successor. Of keys that were rotated before it is not known.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column is_replaced boolean not null default false`.execute(db)
}

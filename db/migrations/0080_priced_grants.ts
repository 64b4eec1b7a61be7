import { type Kysely, sql } from 'kysely'

// The provider's time of the event that named the price: an older one that arrives later must not replace it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plan_grants add column priced_at timestamptz`.execute(db)
}

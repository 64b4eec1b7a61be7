import { type Kysely, sql } from 'kysely'

// The price of a subscription, for payments whose events do not contain it. Of older grants it is not known.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plan_grants add column price text`.execute(db)
}

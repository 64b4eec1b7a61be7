import { type Kysely, sql } from 'kysely'

// Searches force a plan for each execution. From Postgres 18 on that includes SQL functions, which this function calls for
// each link.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function waiting_words_of(bigint) set plan_cache_mode = force_generic_plan`.execute(db)
}

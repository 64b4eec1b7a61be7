import { type Kysely, sql } from 'kysely'

// A search sets plan_cache_mode = force_custom_plan. From Postgres 18 on, SQL functions are then planned at each call, and
// this function calls one for each link.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function waiting_words_of(bigint) set plan_cache_mode = force_generic_plan`.execute(db)
}

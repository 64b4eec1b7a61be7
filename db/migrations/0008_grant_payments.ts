import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plan_grants add column paid_at timestamptz`.execute(db)
}

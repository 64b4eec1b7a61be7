import { type Kysely, sql } from 'kysely'

// Bodies contain the buyer's name and e-mail address, so they are deleted some time after the event was processed.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_events alter column body drop not null`.execute(db)
  await sql`
    create index webhook_events_bodies on webhook_events (finished_at)
    where body is not null and status in ('applied', 'ignored')`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domains
      add column apple jsonb not null default '[]',
      add column android jsonb not null default '[]'`.execute(db)
  await sql`drop trigger domains_update on domains`.execute(db)
  const watched = ['account_id', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive', 'lost_at']
  const valuesOf = (row: string) =>
    [...[...watched, 'apple', 'android'].map((name) => `${row}.${name}`), `${row}.verified_at is null`].join()
  await sql
    .raw(
      `create trigger domains_update after update on domains for each row
       when ((${valuesOf('old')}) is distinct from (${valuesOf('new')})) execute function tell_change()`,
    )
    .execute(db)
}

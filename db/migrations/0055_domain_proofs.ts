import { type Kysely, sql } from 'kysely'

// Domains without a token need no proof: those that exist, and those that were added while domains are not checked.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domains
      add column proof_token text check (length(proof_token) <= 64),
      add column proof_kind text check (proof_kind in ('txt', 'file')),
      add column proven_at timestamptz,
      add column proof_lost_at timestamptz`.execute(db)
  await sql`drop trigger domains_update on domains`.execute(db)
  const watched = ['account_id', 'scheme', 'host', 'redirectroot', 'redirect404', 'caseinsensitive', 'lost_at']
  const valuesOf = (row: string) =>
    [
      ...[...watched, 'apple', 'android', 'proof_token'].map((name) => `${row}.${name}`),
      `${row}.verified_at is null`,
      `${row}.proven_at is null`,
    ].join()
  await sql
    .raw(
      `create trigger domains_update after update on domains for each row
       when ((${valuesOf('old')}) is distinct from (${valuesOf('new')})) execute function tell_change()`,
    )
    .execute(db)
}

import { type Kysely, sql } from 'kysely'

// What visitors report. Nothing of the visitor is stored but what was entered; the same report again is counted.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table abuse_reports (
      id bigint generated always as identity primary key,
      url text not null check (length(url) <= 2048),
      kind text not null,
      details text[] not null default '{}',
      count integer not null default 1,
      link_id bigint references links on delete set null,
      account_id bigint references accounts on delete cascade,
      created_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      closed_at timestamptz
    )`.execute(db)
  await sql`create unique index abuse_reports_open on abuse_reports (md5(url), kind) where closed_at is null`.execute(
    db,
  )
  await sql`create index abuse_reports_link on abuse_reports (link_id) where link_id is not null`.execute(db)
  await sql`create index abuse_reports_account on abuse_reports (account_id) where account_id is not null`.execute(db)
}

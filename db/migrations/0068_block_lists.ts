import { type Kysely, sql } from 'kysely'

// Lists of blocked hosts that are fetched: one instance fetches, all load what it has stored.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table block_lists (
      id bigint generated always as identity primary key,
      url text not null unique check (length(url) <= 2048),
      keys bytea not null default '',
      unread integer not null default 0,
      etag text,
      fault text,
      fetched_at timestamptz,
      due_at timestamptz not null default now()
    )`.execute(db)
  // Hashes cannot be compressed.
  await sql`alter table block_lists alter column keys set storage external`.execute(db)
  await sql`
    create trigger block_lists_change after update of keys on block_lists
    for each row execute function tell_change()`.execute(db)
}

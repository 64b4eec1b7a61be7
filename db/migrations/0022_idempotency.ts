import { type Kysely, sql } from 'kysely'

// Idempotency keys of requests, each with the answer once there is one.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      account_id bigint not null references accounts on delete cascade,
      key text collate "C" not null check (length(key) between 1 and 255),
      fingerprint text not null check (length(fingerprint) = 64),
      run uuid not null default gen_random_uuid(),
      started_at timestamptz not null default now(),
      status smallint,
      body text,
      primary key (account_id, key)
    )`.execute(db)
  await sql`create index idempotency_keys_started on idempotency_keys (started_at)`.execute(db)
}

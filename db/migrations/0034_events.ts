import { type Kysely, sql } from 'kysely'

// What changed in an account, written in the transaction of the change. Transactions may commit in another order than
// they began in, so rows are read in the order (transaction, id), and only when all older transactions have ended.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      transaction xid8 not null default pg_current_xact_id(),
      account_id bigint not null references accounts on delete cascade,
      type text not null,
      subject_id bigint,
      actor text not null check (actor in ('key', 'login', 'command', 'system', 'payment')),
      key_id bigint,
      key_name text,
      data jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index events_order on events (transaction, id)`.execute(db)
  await sql`create index events_account on events (account_id, transaction, id)`.execute(db)
  // Who started a job; the events of its steps name it. Null: the service.
  await sql`alter table jobs add column actor jsonb`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      id bigint generated always as identity primary key,
      email text not null check (length(email) <= 255),
      username text not null check (username ~ '^[a-z0-9_-]{3,30}$'),
      password_hash text not null,
      plan text not null default 'pro' check (plan in ('free', 'pro')),
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index accounts_email on accounts (lower(email))`.execute(db)
  await sql`create unique index accounts_username on accounts (username)`.execute(db)
  await sql`
    create table api_keys (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      prefix text not null,
      hash text not null unique check (length(hash) = 64),
      scope text not null default 'write' check (scope in ('read', 'write')),
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index api_keys_account on api_keys (account_id, id desc)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table domains (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      scheme text not null check (scheme in ('http', 'https')),
      host text not null unique check (host = lower(host) and length(host) <= 253),
      redirectroot text check (length(redirectroot) <= 2048),
      redirect404 text check (length(redirect404) <= 2048),
      verified_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index domains_account on domains (account_id, id desc)`.execute(db)

  await sql`
    create table overlays (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      type text not null check (type in ('message', 'contact')),
      name text not null check (length(name) between 1 and 255),
      text text check (length(text) <= 2000),
      button text check (length(button) <= 255),
      link text check (length(link) <= 2048),
      colors jsonb not null default '{}',
      position text not null default 'bottom' check (position in ('top', 'bottom', 'left', 'right', 'center')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index overlays_account on overlays (account_id, id desc)`.execute(db)

  await sql`
    create table splashes (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      title text check (length(title) <= 255),
      text text check (length(text) <= 2000),
      image text check (length(image) <= 2048),
      counter integer not null default 5 check (counter between 0 and 120),
      link text check (length(link) <= 2048),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index splashes_account on splashes (account_id, id desc)`.execute(db)

  await sql`
    create table campaigns (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      slug text unique check (slug ~ '^[A-Za-z0-9_-]{1,64}$'),
      public boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index campaigns_account on campaigns (account_id, id desc)`.execute(db)

  await sql`
    create table channels (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      description text not null default '' check (length(description) <= 2000),
      color text not null default '#000000' check (color ~ '^#[0-9A-Fa-f]{6}$'),
      starred boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index channels_account on channels (account_id, id desc)`.execute(db)

  await sql`
    create table pixels (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      type text not null check (type ~ '^vendor(0[1-8]pixel|09|1[0-3])$'),
      name text not null check (length(name) between 1 and 255),
      tag text not null check (length(tag) between 1 and 255),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index pixels_account on pixels (account_id, id desc)`.execute(db)
}

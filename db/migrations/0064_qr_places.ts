import { type Kysely, sql } from 'kysely'

// The domain of a code is kept as it was printed, with its scheme: after the domain was deleted and added again, printed
// pictures work again. `former_hosts` are hosts that pictures were printed with before; '' is the service's own.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table qr_codes
      add column domain text check (length(domain) <= 300),
      add column former_hosts text[] not null default '{}'`.execute(db)
  await sql`
    create table qr_templates (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      name text not null check (length(name) between 1 and 255),
      background text,
      foreground text,
      logo text,
      logo_image bytea,
      design jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index qr_templates_account on qr_templates (account_id, id desc)`.execute(db)
}

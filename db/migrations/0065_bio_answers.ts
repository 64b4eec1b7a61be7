import { type Kysely, sql } from 'kysely'

// Answers to the forms of bio pages. Nothing of the visitor is stored but what was entered.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bio_answers (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      bio_id bigint not null references bios on delete cascade,
      form text not null check (length(form) <= 64),
      answers jsonb not null,
      consent text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index bio_answers_bio on bio_answers (bio_id, id)`.execute(db)
  await sql`create index bio_answers_account on bio_answers (account_id, id)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// The rows of imports, and the clicks that a link, QR code or bio page had before it was imported. All are in its total; those
// of which the day is not known are in no other statistics. No table is rewritten.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_rows (
      job_id bigint not null references jobs on delete cascade,
      row integer not null,
      kind text not null,
      source_id bigint,
      record jsonb,
      alias text,
      outcome text,
      errors jsonb,
      notes jsonb,
      made_id bigint,
      primary key (job_id, row)
    )`.execute(db)
  await sql`
    create index import_rows_source on import_rows (job_id, kind, source_id) where source_id is not null`.execute(db)
  for (const table of ['links', 'qr_codes', 'bios'])
    await sql
      .raw(
        `alter table ${table}
           add column imported_visits bigint not null default 0,
           add column imported_uniques bigint not null default 0,
           add column undated_visits bigint not null default 0,
           add column undated_uniques bigint not null default 0`,
      )
      .execute(db)
}

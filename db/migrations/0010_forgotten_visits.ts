import { type Kysely, sql } from 'kysely'

// Subjects that were deleted. A job deletes their raw clicks, because there may be too many for the request.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forgotten_visits (
      subject text not null,
      subject_id bigint not null,
      primary key (subject, subject_id)
    )`.execute(db)
  await sql`
    create or replace function forget_visits() returns trigger language plpgsql as $$
    begin
      delete from visit_counts where subject = tg_argv[0] and subject_id = old.id;
      insert into forgotten_visits (subject, subject_id) values (tg_argv[0], old.id) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    insert into forgotten_visits (subject, subject_id)
    select distinct subject, subject_id from clicks c
    where not exists (select 1 from links l where c.subject = 'link' and l.id = c.subject_id)
      and not exists (select 1 from qr_codes q where c.subject = 'qr' and q.id = c.subject_id)
      and not exists (select 1 from bios b where c.subject = 'bio' and b.id = c.subject_id)`.execute(db)
}

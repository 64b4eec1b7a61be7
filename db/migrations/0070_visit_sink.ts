import { type Kysely, sql } from 'kysely'

// Partitions with fewer pages are indexed here, larger ones by a job (indexVisits).
const MAX_PAGES = 10_000

// Visits are also sent to ClickHouse, in the order of their ids: what has been sent, and what is to be deleted there.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_sink (
      single boolean primary key default true check (single),
      generation text not null,
      version integer not null,
      created_at timestamptz not null default now(),
      shipped_id bigint not null default 0,
      complete_at timestamptz,
      dropped_before timestamptz,
      holder uuid,
      held_until timestamptz
    )`.execute(db)
  await sql`
    create table visit_sink_deletions (
      subject text not null,
      subject_id bigint not null,
      account_id bigint,
      primary key (subject, subject_id)
    )`.execute(db)
  await gaps(db)
  await deletions(db)
  await indexById(db, 32)
}

// A time per account: before it, counters may include visits of deleted links, whose rows are gone. The first value is
// a day ahead, because instances of the earlier release run on during an upgrade and do not update it.
async function gaps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_gaps (
      account_id bigint primary key references accounts on delete cascade,
      until timestamptz not null
    )`.execute(db)
  await sql`insert into visit_gaps select account_id, now() + interval '1 day' from visit_accounts`.execute(db)
}

// A subject leaves forgotten_visits when its raw visits are deleted: from then on none of them can be sent again.
async function deletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_shipped_visits() returns trigger language plpgsql as $$
    begin
      if exists (select from visit_sink) then
        insert into visit_sink_deletions (subject, subject_id, account_id)
        select subject, subject_id, account_id from gone where subject in ('link', 'qr', 'bio', 'biolink')
        order by subject, subject_id on conflict do nothing;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger forgotten_visits_shipped after delete on forgotten_visits referencing old table as gone
    for each statement execute function delete_shipped_visits()`.execute(db)
}

// Visits are stored in about the order of their ids, so that an index of a few pages finds them.
export async function indexById(db: Kysely<unknown>, pages: number): Promise<void> {
  await sql`
    create index clicks_order on only clicks using brin (id) with (pages_per_range = ${sql.lit(pages)}, autosummarize = on)`.execute(
    db,
  )
  await sql`
    do $$
    declare
      part text;
    begin
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'clicks'::regclass and pg_relation_size(c.oid) / 8192 < ${sql.lit(MAX_PAGES)}
      loop
        execute format('create index %I on %I using brin (id) with (pages_per_range = ${sql.lit(pages)}, autosummarize = on)',
          part || '_order', part);
        execute format('alter index clicks_order attach partition %I', part || '_order');
      end loop;
    end $$`.execute(db)
}

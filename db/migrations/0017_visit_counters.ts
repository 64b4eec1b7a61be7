import { type Kysely, sql } from 'kysely'

const subjects = [
  { subject: 'link', table: 'links', campaign: 'campaign_id' },
  { subject: 'qr', table: 'qr_codes', campaign: 'null::bigint' },
  { subject: 'bio', table: 'bios', campaign: 'null::bigint' },
]

// Partitions with fewer pages are indexed here, in less than a second; larger ones by a job (indexVisits).
const MAX_PAGES = 10_000

// Raw visits become the source of all statistics: they are indexed by subject, counted in a narrow table, and rolled up
// only for subjects with many visits. The older visit_counts still cover visits up to visit_mark.id. No table is rewritten.
export async function up(db: Kysely<unknown>): Promise<void> {
  await raw(db)
  await totals(db)
  await counters(db)
  await seen(db)
  await deletions(db)
  await sql`create table visit_groups (id uuid primary key, at timestamptz not null default now())`.execute(db)
  await recorder(db)
  await claims(db)
}

async function raw(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clicks add column account_id bigint`.execute(db)
  await sql`create index clicks_subject on only clicks (subject, subject_id, id)`.execute(db)
  await sql`
    do $$
    declare
      part text;
    begin
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'clicks'::regclass and pg_relation_size(c.oid) / 8192 < ${sql.lit(MAX_PAGES)}
      loop
        execute format('create index %I on %I (subject, subject_id, id)', part || '_subject', part);
        execute format('alter index clicks_subject attach partition %I', part || '_subject');
      end loop;
      if (select indisvalid from pg_index where indexrelid = 'clicks_subject'::regclass) then drop index clicks_id; end if;
    end $$`.execute(db)
}

// Visits that are not added to links, QR codes and bio pages yet: short rows, one per subject, or several (slots) for a
// busy subject to avoid contention.
async function totals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_deltas (
      subject text not null,
      subject_id bigint not null,
      slot smallint not null,
      account_id bigint not null,
      visits bigint not null,
      uniques bigint not null,
      waiting bigint not null,
      primary key (subject, subject_id, slot)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`
    create table visit_subjects (
      subject text not null,
      subject_id bigint not null,
      account_id bigint not null,
      waiting bigint not null,
      rolled_id bigint not null,
      primary key (subject, subject_id)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index visit_deltas_account on visit_deltas (account_id, subject)`.execute(db)
  await sql`create index links_clicks on links (account_id, clicks desc, id desc)`.execute(db)
}

// Counters of a day. facets: {"country": {"DE": [visits, uniques], "": [...]}, ..., "quarter": {"0": [...], ...}}. Their
// raw visits have ids from first_id to last_id. Busy days (has_quarters) also have counters per quarter hour.
async function counters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_days (
      account_id bigint not null,
      subject text not null,
      subject_id bigint not null,
      start timestamptz not null,
      class text not null,
      visits bigint not null,
      uniques bigint not null,
      first_id bigint not null,
      last_id bigint not null,
      has_quarters boolean not null default false,
      facets jsonb not null,
      primary key (subject, subject_id, start, class)
    ) partition by range (start)`.execute(db)
  await sql`
    create table visit_quarters (
      account_id bigint not null,
      subject text not null,
      subject_id bigint not null,
      start timestamptz not null,
      class text not null,
      visits bigint not null,
      uniques bigint not null,
      facets jsonb not null,
      primary key (subject, subject_id, start, class)
    ) partition by range (start)`.execute(db)
  await sql`create table visit_days_default partition of visit_days default`.execute(db)
  await sql`create table visit_quarters_default partition of visit_quarters default`.execute(db)
  await sql`
    create function ensure_month_partitions(parent text, key text, ahead integer) returns void language plpgsql as $$
    declare
      month timestamp;
      part text;
      lower_bound timestamptz;
      upper_bound timestamptz;
    begin
      perform pg_advisory_xact_lock(7270502);
      for i in 0..ahead loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        part := parent || '_' || to_char(month, 'YYYY_MM');
        continue when to_regclass(part) is not null;
        lower_bound := month at time zone 'UTC';
        upper_bound := (month + interval '1 month') at time zone 'UTC';
        execute format('create table %I (like %I including defaults including constraints)', part, parent);
        execute format(
          'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
          parent || '_default', key, lower_bound, key, upper_bound, part);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, lower_bound, upper_bound);
      end loop;
    end $$`.execute(db)
  await sql`
    create function drop_month_partitions(parent text, key text, before timestamptz) returns void language plpgsql as $$
    declare
      part text;
    begin
      perform pg_advisory_xact_lock(7270502);
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and c.relname ~ ('^' || parent || '_[0-9]{4}_[0-9]{2}$')
          and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
      loop
        execute format('drop table %I', part);
      end loop;
      execute format('delete from %I where %I < %L', parent || '_default', key, before);
    end $$`.execute(db)
  await sql`select ensure_month_partitions('visit_days', 'start', 2), ensure_month_partitions('visit_quarters', 'start', 2)`.execute(
    db,
  )
  // Raw visits before raw_from were dropped. Instances of the previous release must not update visit_counts any more.
  await sql`alter table visit_mark add column raw_from timestamptz not null default '-infinity'`.execute(db)
  await sql`
    create function refuse_old_roll_up() returns trigger language plpgsql as $$
    begin
      raise exception 'visits are rolled up by a newer release';
    end $$`.execute(db)
  await sql`
    create trigger visit_mark_frozen before update of id on visit_mark
    for each row execute function refuse_old_roll_up()`.execute(db)
}

// Partitioned by day, so that a past day is dropped instead of deleted row by row.
async function seen(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors_seen rename to visitors_seen_before`.execute(db)
  await sql`alter index visitors_seen_pkey rename to visitors_seen_before_pkey`.execute(db)
  await sql`
    create table visitors_seen (day date not null, visitor uuid not null, primary key (day, visitor))
    partition by range (day)`.execute(db)
  await sql`
    create function ensure_seen_partitions(ahead integer) returns void language plpgsql as $$
    declare
      today date := (now() at time zone 'UTC')::date;
      part text;
    begin
      perform pg_advisory_xact_lock(7270502);
      for i in 0..ahead loop
        part := 'visitors_seen_' || to_char(today + i, 'YYYY_MM_DD');
        continue when to_regclass(part) is not null
          or (to_regclass('visitors_seen_before') is not null and today + i < (select until from seen_before));
        execute format('create table %I (like visitors_seen including constraints)', part);
        execute format('with moved as (delete from visitors_seen_default where day = %L returning *) insert into %I select * from moved',
          today + i, part);
        execute format('alter table visitors_seen attach partition %I for values from (%L) to (%L)', part, today + i, today + i + 1);
      end loop;
    end $$`.execute(db)
  await sql`
    create function drop_seen_partitions() returns void language plpgsql as $$
    declare
      today date := (now() at time zone 'UTC')::date;
      part text;
    begin
      perform pg_advisory_xact_lock(7270502);
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'visitors_seen'::regclass and case
          when c.relname = 'visitors_seen_before' then today >= (select until from seen_before)
          when c.relname ~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}$' then to_date(right(c.relname, 10), 'YYYY_MM_DD') < today
          else false end
      loop
        execute format('drop table %I', part);
      end loop;
      delete from visitors_seen_default where day < today;
    end $$`.execute(db)
  await sql`create table seen_before as select (now() at time zone 'UTC')::date + 1 as until`.execute(db)
  await sql`
    do $$
    begin
      execute format('alter table visitors_seen attach partition visitors_seen_before for values from (minvalue) to (%L)',
        (select until from seen_before));
    end $$`.execute(db)
  await sql`create table visitors_seen_default partition of visitors_seen default`.execute(db)
  await sql`select ensure_seen_partitions(3)`.execute(db)
}

// The triggers only record the deleted subjects, per statement; a job deletes their visits and counters.
async function deletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forget_subjects() returns trigger language plpgsql as $$
    begin
      insert into forgotten_visits (subject, subject_id) select tg_argv[0], id from gone order by id on conflict do nothing;
      return null;
    end $$`.execute(db)
  for (const { subject, table } of subjects) {
    await sql.raw(`drop trigger ${table}_forget_visits on ${table}`).execute(db)
    await sql
      .raw(
        `create trigger ${table}_forget_visits after delete on ${table} referencing old table as gone
         for each statement execute function forget_subjects('${subject}')`,
      )
      .execute(db)
  }
}

// Writes and counts a group of visits of one type of subject. A group whose id is stored was written before and is
// skipped; the ids in `settled` are deleted. Subjects are not locked: visits of a subject that is being deleted are
// deleted with its other visits. Returns the number of rows written.
async function recorder(db: Kysely<unknown>): Promise<void> {
  const branches = subjects.map((one) => `if subject = '${one.subject}' then ${record(one)}; end if;`)
  await sql`
    create function record_visits(
      group_id uuid, settled uuid[], slot integer, subject text, today date, kinds json, kind integer[], id bigint[],
      at bigint[], campaign bigint[], visitor uuid[], claimed boolean[]
    ) returns integer language plpgsql as $$
    #variable_conflict use_column
    declare
      written integer;
    begin
      perform pg_advisory_xact_lock_shared(7270501);
      if cardinality($2) > 0 then delete from visit_groups where id = any ($2); end if;
      insert into visit_groups (id) values ($1) on conflict do nothing;
      if not found then return 0; end if;
      ${sql.raw(branches.join('\n'))}
      return written;
    end $$`.execute(db)
}

// The joins are outer joins, so that the planner uses hash joins: it estimates ten elements for every array, and would
// otherwise use nested loops.
const record = ({ subject, table, campaign }: (typeof subjects)[number]) => `
  with described as materialized (
    select * from json_to_recordset($6) as k(
      kind integer, class text, reason text, country text, referrer text, browser text, os text, device text,
      language text, agent text)
  ),
  input as materialized (
    select * from unnest($7, $8, $9, $10, $11, $12) as r(kind, id, at, campaign, visitor, claimed)
  ),
  live as materialized (
    select id, account_id, ${campaign} as campaign_id from ${table} where id in (select id from input)
  ),
  fresh as (
    insert into visitors_seen (day, visitor)
    select $5, i.visitor from input i left join live l on l.id = i.id
    where i.visitor is not null and coalesce(l.id) is not null order by i.visitor
    on conflict do nothing returning visitor
  ),
  kept as materialized (
    select i.id, to_timestamp(i.at / 1000.0) as at, l.account_id, coalesce(i.campaign, l.campaign_id) as campaign_id,
      i.claimed, f.visitor is not null as first, d.*
    from input i
    left join described d on d.kind = i.kind
    left join live l on l.id = i.id
    left join fresh f on f.visitor = i.visitor
    where coalesce(l.id) is not null
  ),
  raw as (
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device,
      language, campaign_id, agent, first)
    select at, '${subject}', id, account_id, class, reason, country, referrer, browser, os, device, language, campaign_id,
      agent, first
    from kept
  ),
  counted as (
    insert into visit_deltas as d (subject, subject_id, slot, account_id, visits, uniques, waiting)
    select '${subject}', id, case when count(*) >= 16 then $3 else 0 end, min(account_id),
      count(*) filter (where class = 'visitor' and not claimed), count(*) filter (where class = 'visitor' and first), count(*)
    from kept group by id order by id
    on conflict (subject, subject_id, slot) do update set visits = d.visits + excluded.visits,
      uniques = d.uniques + excluded.uniques, waiting = d.waiting + excluded.waiting
  )
  select count(*) into written from kept`

// Takes one click of a link with a click limit. Locks the link before it sums the clicks, so that the limit is exact.
async function claims(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_click(link bigint) returns boolean language plpgsql as $$
    begin
      perform 1 from links where id = link for no key update;
      update links set clicks = clicks + 1
      where id = link and (clicklimit is null or clicks + (
        select coalesce(sum(visits), 0) from visit_deltas where subject = 'link' and subject_id = link) < clicklimit);
      return found;
    end $$`.execute(db)
}

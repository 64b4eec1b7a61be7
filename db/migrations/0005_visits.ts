import { type Kysely, sql } from 'kysely'

// Visits: raw clicks partitioned by month, counters, the visitor hashes of the day, and the salt of these hashes.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secrets (
      name text primary key check (length(name) between 1 and 64),
      value text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create table salts (day date primary key, salt text not null)`.execute(db)
  await sql`
    create table visitors_seen (
      day date not null,
      visitor uuid not null,
      primary key (day, visitor)
    )`.execute(db)
  await clicks(db)
  await counters(db)
  await recorder(db)
}

// No foreign keys, so that inserts do not lock subjects. record_visits takes ascending ids under a shared advisory lock,
// so that a job can determine the id up to which every click has been committed.
async function clicks(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence click_ids`.execute(db)
  await sql`
    create table clicks (
      id bigint not null default nextval('click_ids'),
      at timestamptz not null,
      subject text not null check (subject in ('link', 'qr', 'bio')),
      subject_id bigint not null,
      class text not null check (class in ('visitor', 'bot', 'preview', 'prefetch', 'head')),
      reason text not null,
      country text,
      referrer text,
      browser text,
      os text,
      device text,
      language text,
      campaign_id bigint,
      agent text,
      first boolean not null
    ) partition by range (at)`.execute(db)
  await sql`create index clicks_id on clicks (id)`.execute(db)
  await sql`create table clicks_default partition of clicks default`.execute(db)
  await sql`
    create function ensure_click_partitions(ahead integer) returns void language plpgsql as $$
    declare
      month timestamp;
      part text;
      lower_bound timestamptz;
      upper_bound timestamptz;
    begin
      perform pg_advisory_xact_lock(7270502);
      for i in 0..ahead loop
        month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => i);
        part := 'clicks_' || to_char(month, 'YYYY_MM');
        continue when to_regclass(part) is not null;
        lower_bound := month at time zone 'UTC';
        upper_bound := (month + interval '1 month') at time zone 'UTC';
        execute format('create table %I (like clicks including defaults including constraints)', part);
        execute format(
          'with moved as (delete from clicks_default where at >= %L and at < %L returning *) insert into %I select * from moved',
          lower_bound, upper_bound, part);
        execute format('alter table clicks attach partition %I for values from (%L) to (%L)', part, lower_bound, upper_bound);
      end loop;
    end $$`.execute(db)
  await sql`
    create function drop_click_partitions(before timestamptz) returns integer language plpgsql as $$
    declare
      part text;
      dropped integer := 0;
    begin
      perform pg_advisory_xact_lock(7270502);
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'clicks'::regclass and c.relname ~ '^clicks_[0-9]{4}_[0-9]{2}$'
          and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
      loop
        execute format('drop table %I', part);
        dropped := dropped + 1;
      end loop;
      delete from clicks_default where at < before;
      return dropped;
    end $$`.execute(db)
  await sql`select ensure_click_partitions(2)`.execute(db)
}

// One row per subject, class and interval. facets: {"country": {"DE": [visits, uniques], "": [...]}, ...}, where ''
// means unknown. Clicks above visit_mark.id are not counted here yet.
async function counters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visit_counts (
      subject text not null,
      subject_id bigint not null,
      grain text not null check (grain in ('quarter', 'day')),
      start timestamptz not null,
      class text not null,
      visits bigint not null,
      uniques bigint not null,
      facets jsonb not null,
      primary key (subject, subject_id, grain, start, class)
    )`.execute(db)
  await sql`create table visit_mark (single boolean primary key default true check (single), id bigint not null)`.execute(
    db,
  )
  await sql`insert into visit_mark (id) values (0)`.execute(db)
  await sql`
    create function forget_visits() returns trigger language plpgsql as $$
    begin
      delete from visit_counts where subject = tg_argv[0] and subject_id = old.id;
      return null;
    end $$`.execute(db)
  for (const [table, subject] of [
    ['links', 'link'],
    ['qr_codes', 'qr'],
    ['bios', 'bio'],
  ]) {
    await sql
      .raw(
        `create trigger ${table}_forget_visits after delete on ${table} for each row execute function forget_visits('${subject}')`,
      )
      .execute(db)
  }
}

// Writes and counts a batch of visits in one statement. It is a function because its plan is cached per connection.
// `kinds` is a JSON array of values that several visits share, `kind` the index in it; the other arguments are arrays of
// the same length, as text. Rows whose subject was deleted are left out. Rows are locked in key order to avoid
// deadlocks between batches. Returns the number of rows written.
async function recorder(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_visits(
      kinds text, kind text, subject text, id text, at text, campaign text, visitor text, claimed text, today text
    ) returns integer language plpgsql as $$
    #variable_conflict use_column
    declare
      written integer;
    begin
      perform pg_advisory_xact_lock_shared(7270501);
      with described as materialized (
        select * from json_to_recordset(kinds::json) as k(
          kind integer, class text, reason text, country text, referrer text, browser text, os text, device text,
          language text, agent text)
      ),
      input as materialized (
        select r.n, r.subject, r.id, to_timestamp(r.at / 1000.0) as at, r.campaign, r.visitor, r.claimed, d.*
        from unnest($2::integer[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::uuid[], $8::boolean[])
          with ordinality as r(kind, subject, id, at, campaign, visitor, claimed, n)
        join described d on d.kind = r.kind
      ),
      live_links as materialized (
        select id, campaign_id from links
        where id in (select id from input where subject = 'link') order by id for no key update
      ),
      live_qrs as materialized (
        select id from qr_codes where id in (select id from input where subject = 'qr') order by id for no key update
      ),
      live_bios as materialized (
        select id from bios where id in (select id from input where subject = 'bio') order by id for no key update
      ),
      kept as materialized (
        select i.*, coalesce(i.campaign, l.campaign_id) as campaign_id
        from input i
        left join live_links l on i.subject = 'link' and l.id = i.id
        left join live_qrs q on i.subject = 'qr' and q.id = i.id
        left join live_bios b on i.subject = 'bio' and b.id = i.id
        where coalesce(l.id, q.id, b.id) is not null
      ),
      fresh as (
        insert into visitors_seen (day, visitor)
        select distinct $9::date, visitor from kept where visitor is not null order by visitor
        on conflict do nothing returning visitor
      ),
      marked as materialized (
        select k.*, f.visitor is not null and row_number() over (partition by k.visitor order by k.n) = 1 as first
        from kept k left join fresh f on f.visitor = k.visitor
      ),
      raw as (
        insert into clicks (at, subject, subject_id, class, reason, country, referrer, browser, os, device, language,
          campaign_id, agent, first)
        select at, subject, id, class, reason, country, referrer, browser, os, device, language, campaign_id, agent, first
        from marked
      ),
      tally as materialized (
        select subject, id, count(*) filter (where not claimed) as visits, count(*) filter (where first) as uniques
        from marked where class = 'visitor' group by subject, id
        having count(*) filter (where not claimed) + count(*) filter (where first) > 0
      ),
      counted_links as (
        update links l set clicks = l.clicks + t.visits, uniqueclicks = l.uniqueclicks + t.uniques
        from tally t where t.subject = 'link' and l.id = t.id
      ),
      counted_qrs as (
        update qr_codes q set scans = q.scans + t.visits, uniquescans = q.uniquescans + t.uniques
        from tally t where t.subject = 'qr' and q.id = t.id
      ),
      counted_bios as (
        update bios b set clicks = b.clicks + t.visits, uniqueclicks = b.uniqueclicks + t.uniques
        from tally t where t.subject = 'bio' and b.id = t.id
      )
      select count(*) into written from kept;
      return written;
    end $$`.execute(db)
}

import { type Kysely, sql } from 'kysely'

// A deleted campaign, whose links a job has not released yet, has no account.
const LIVE_CAMPAIGN = `(select c.id from campaigns c where c.id = links.campaign_id and c.account_id is not null)`

const subjects = [
  { subject: 'link', table: 'links', campaign: LIVE_CAMPAIGN, channels: channelsOf('link_id', 'links') },
  { subject: 'qr', table: 'qr_codes', campaign: 'null::bigint', channels: channelsOf('qr_id', 'qr_codes') },
  { subject: 'bio', table: 'bios', campaign: 'null::bigint', channels: channelsOf('bio_id', 'bios') },
  { subject: 'biolink', table: 'bio_links', campaign: 'null::bigint', channels: 'null::bigint[]' },
]

// An item may be in any number of channels.
function channelsOf(column: string, table: string): string {
  return `nullif(array(select i.channel_id from channel_items i where i.${column} = ${table}.id order by i.channel_id limit 100), '{}')`
}

// Partitions with fewer pages are indexed here, larger ones by a job (indexVisits).
const MAX_PAGES = 10_000

// What a visit belongs to besides its link is stored with it, so that the figures of a campaign, channel or domain do not
// change when links move: they are rolled up with those of the account, from an index of raw visits by account.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clicks add column domain_id bigint, add column channel_ids bigint[], add column details jsonb`.execute(
    db,
  )
  await sql`alter table links add column referrerpath boolean not null default false`.execute(db)
  await sql`create index clicks_account on only clicks (account_id, id)`.execute(db)
  await sql`
    do $$
    declare
      part text;
    begin
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'clicks'::regclass and pg_relation_size(c.oid) / 8192 < ${sql.lit(MAX_PAGES)}
      loop
        execute format('create index %I on %I (account_id, id)', part || '_account', part);
        execute format('alter index clicks_account attach partition %I', part || '_account');
      end loop;
    end $$`.execute(db)
  // Up to which visit the groups of an account are rolled up. Not in visit_subjects, which the release before rolls up.
  await sql`
    create table visit_accounts (
      account_id bigint primary key references accounts on delete cascade,
      waiting bigint not null,
      rolled_id bigint not null
    ) with (fillfactor = 80)`.execute(db)
  await bioLinks(db)
  await deletions(db)
  const branches = subjects.map((one) => `if subject = '${one.subject}' then ${record(one)}; end if;`)
  await sql`
    create or replace function record_visits(
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

// A link of a bio page is a row from its first visit on; it is known by its URL, because blocks have no ids.
async function bioLinks(db: Kysely<unknown>): Promise<void> {
  // Only record_visits writes the table; a new check would read all of it.
  await sql`alter table clicks drop constraint if exists clicks_subject_check`.execute(db)
  await sql`
    create table bio_links (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts on delete cascade,
      bio_id bigint not null references bios on delete cascade,
      key text not null check (length(key) <= 32),
      unique (bio_id, key)
    )`.execute(db)
  await sql`create index bio_links_account on bio_links (account_id)`.execute(db)
}

async function deletions(db: Kysely<unknown>): Promise<void> {
  const forgotten = { bio_links: 'biolink', campaigns: 'campaign', channels: 'channel', domains: 'domain' }
  for (const [table, subject] of Object.entries(forgotten))
    await sql
      .raw(
        `create trigger ${table}_forget_visits after delete on ${table} referencing old table as gone
         for each statement execute function forget_subjects('${subject}')`,
      )
      .execute(db)
}

// As before (0017, 0023), with the channels of the subject, and domain and details of the visit. Releases before this one
// send neither.
const record = ({ subject, table, campaign, channels }: (typeof subjects)[number]) => `
  with described as materialized (
    select * from json_to_recordset($6) as k(
      kind integer, class text, reason text, country text, referrer text, browser text, os text, device text,
      language text, agent text, domain bigint, details jsonb)
  ),
  input as materialized (
    select * from unnest($7, $8, $9, $10, $11, $12) as r(kind, id, at, campaign, visitor, claimed)
  ),
  live as materialized (
    select id, account_id, ${campaign} as campaign_id, ${channels} as channel_ids
    from ${table} where id in (select id from input)
  ),
  fresh as (
    insert into visitors_seen (day, visitor)
    select $5, i.visitor from input i left join live l on l.id = i.id
    where i.visitor is not null and coalesce(l.id) is not null order by i.visitor
    on conflict do nothing returning visitor
  ),
  kept as materialized (
    select i.id, to_timestamp(i.at / 1000.0) as at, l.account_id, coalesce(i.campaign, l.campaign_id) as campaign_id,
      l.channel_ids, i.claimed, f.visitor is not null as first, d.*
    from input i
    left join described d on d.kind = i.kind
    left join live l on l.id = i.id
    left join fresh f on f.visitor = i.visitor
    where coalesce(l.id) is not null
  ),
  raw as (
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device,
      language, campaign_id, agent, first, domain_id, channel_ids, details)
    select at, '${subject}', id, account_id, class, reason, country, referrer, browser, os, device, language, campaign_id,
      agent, first, domain, channel_ids, details
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

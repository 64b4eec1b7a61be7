import { type Kysely, sql } from 'kysely'

const subjects = [
  { subject: 'link', table: 'links', campaign: 'campaign_id', visits: 'clicks', uniques: 'uniqueclicks' },
  { subject: 'qr', table: 'qr_codes', campaign: 'null::bigint', visits: 'scans', uniques: 'uniquescans' },
  { subject: 'bio', table: 'bios', campaign: 'null::bigint', visits: 'clicks', uniques: 'uniqueclicks' },
]

// Writes and counts a batch of visits of one type of subject in one statement. It overloads the function of 0005, which
// took all types at once and cost up to a third more; that one stays for instances of the previous release.
// `kinds` is a JSON array of values that several visits share, `kind` the index in it; the other arrays have the length
// of `kind`. `visitor` is only set at the first visit of a visitor in the batch. Rows whose subject was deleted are left
// out. Rows are locked in key order to avoid deadlocks between batches. Returns the number of rows written.
export async function up(db: Kysely<unknown>): Promise<void> {
  const branches = subjects.map((one) => `if subject = '${one.subject}' then ${record(one)}; end if;`)
  await sql`
    create function record_visits(
      subject text, today date, kinds json, kind integer[], id bigint[], at bigint[], campaign bigint[], visitor uuid[],
      claimed boolean[]
    ) returns integer language plpgsql as $$
    #variable_conflict use_column
    declare
      written integer;
    begin
      perform pg_advisory_xact_lock_shared(7270501);
      ${sql.raw(branches.join('\n'))}
      return written;
    end $$`.execute(db)
}

// The joins are outer joins, so that the planner uses hash joins: it estimates ten elements for every array, and would
// otherwise use nested loops.
const record = ({ subject, table, campaign, visits, uniques }: (typeof subjects)[number]) => `
  with described as materialized (
    select * from json_to_recordset($3) as k(
      kind integer, class text, reason text, country text, referrer text, browser text, os text, device text,
      language text, agent text)
  ),
  input as materialized (
    select * from unnest($4, $5, $6, $7, $8, $9) as r(kind, id, at, campaign, visitor, claimed)
  ),
  live as materialized (
    select id, ${campaign} as campaign_id from ${table}
    where id in (select id from input) order by id for no key update
  ),
  fresh as (
    insert into visitors_seen (day, visitor)
    select $2, i.visitor from input i left join live l on l.id = i.id
    where i.visitor is not null and coalesce(l.id) is not null order by i.visitor
    on conflict do nothing returning visitor
  ),
  kept as materialized (
    select i.id, to_timestamp(i.at / 1000.0) as at, coalesce(i.campaign, l.campaign_id) as campaign_id, i.claimed,
      f.visitor is not null as first, d.*
    from input i
    left join described d on d.kind = i.kind
    left join live l on l.id = i.id
    left join fresh f on f.visitor = i.visitor
    where coalesce(l.id) is not null
  ),
  raw as (
    insert into clicks (at, subject, subject_id, class, reason, country, referrer, browser, os, device, language,
      campaign_id, agent, first)
    select at, '${subject}', id, class, reason, country, referrer, browser, os, device, language, campaign_id, agent,
      first
    from kept
  ),
  tally as materialized (
    select id, count(*) filter (where not claimed) as visits, count(*) filter (where first) as uniques
    from kept where class = 'visitor' group by id
  ),
  counted as (
    update ${table} s set ${visits} = s.${visits} + t.visits, ${uniques} = s.${uniques} + t.uniques
    from tally t where s.id = t.id and t.visits + t.uniques > 0
  )
  select count(*) into written from kept`

// Measures what many visits take: bytes of raw visits and of counters, time to roll up, and statistics after them.
import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import { openServer, type Store } from '../db/open.ts'
import type { CountedThing } from '../db/queries/visit-groups.ts'
import { rollUpVisits } from '../src/visits/roll-up.ts'
import { say } from './compare.ts'
import { processorSeconds } from './processor.ts'
import { type Measured, readSizes, timeStatistics } from './visits.ts'
import { newLinks } from './writer.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const CHANNELS = 20
const PARTITIONED = ['clicks', 'visit_days', 'visit_quarters']

/** Partitions for the two months before the current one: the service creates only later ones. */
async function addPartitions({ db }: Store): Promise<void> {
  const now = new Date()
  for (const before of [1, 2]) {
    const [from, to] = [before, before - 1].map((months) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString(),
    )
    for (const table of PARTITIONED)
      await sql`create table ${sql.table(`${table}_${from?.slice(0, 7).replace('-', '_')}`)}
        partition of ${sql.table(table)} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db)
  }
}

/**
 * Inserts visits of one day in the order of time. The nth link has 1/n of the visits of the first, and so have the
 * values of the other columns; a tenth of the visits has one or two channels. Adds them to the counts that wait, as the
 * service does.
 */
async function addDay(store: Store, links: { first: number; count: number }, visits: number, day: Date): Promise<void> {
  // A number from 0 to count - 1; the nth has 1/n of the chance of the first.
  const zipf = (count: number) => sql`floor(exp(random() * ${sql.lit(Math.log(count + 1))}))::integer - 1`
  await store.db.transaction().execute(async (db) => {
    await sql`set local work_mem = '256MB'`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      create temp table picked on commit drop as
      select n, ${sql.lit(links.first)} + ${zipf(links.count)} as link,
        case when random() < 0.9 then 'visitor' else 'bot' end as class, random() < 0.6 as first,
        case when random() < 0.1 then ${zipf(CHANNELS)} end as channel
      from generate_series(1, ${sql.lit(visits)}) n`.execute(db)
    await sql`
      insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device,
        language, campaign_id, agent, first, domain_id, channel_ids, details)
      select ${day.toISOString()}::timestamptz + make_interval(secs => n * 86400.0 / ${sql.lit(visits)}), 'link', link,
        (select account_id from links where id = ${sql.lit(links.first)}), class, 'agent_other',
        'C' || ${zipf(200)}, case when random() < 0.6 then 'site' || ${zipf(5000)} || '.example' end,
        'Browser ' || ${zipf(10)}, 'System ' || ${zipf(8)}, (array['Mobile', 'Desktop', 'Tablet'])[1 + ${zipf(3)}],
        'l' || ${zipf(60)}, case when link % 5 = 0 then 1 + link / 5 % 50 end,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_' || ${zipf(500)} || ' like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile',
        first, 1 + link % 5,
        case when channel is not null then
          case when n % 2 = 0 then array[1 + channel] else array[1 + channel, 1 + (channel + 1) % ${sql.lit(CHANNELS)}] end
        end,
        case when random() < 0.5 then jsonb_build_object('city', 'City ' || ${zipf(20_000)})
          when random() < 0.2 then jsonb_build_object('utm_source', 'source' || ${zipf(20)}, 'utm_campaign', 'campaign' || ${zipf(200)}) end
      from picked order by n`.execute(db)
    await sql`
      insert into visit_deltas (subject, subject_id, slot, account_id, visits, uniques, waiting)
      select 'link', link, 0, (select account_id from links where id = ${sql.lit(links.first)}),
        count(*) filter (where class = 'visitor'), count(*) filter (where class = 'visitor' and first), count(*)
      from picked group by link`.execute(db)
  })
}

/** Campaigns, channels and domains with the ids that `addDay` gives. Returns the account of the links. */
async function addGroups({ db }: Store, link: number): Promise<number> {
  const { rows } = await sql<{ account: number }>`select account_id as account from links where id = ${link}`.execute(
    db,
  )
  const account = rows[0]?.account ?? 0
  await sql`insert into campaigns (account_id, name) select ${account}::bigint, 'Campaign' from generate_series(1, 50)`.execute(
    db,
  )
  await sql`insert into channels (account_id, name) select ${account}::bigint, 'Channel ' || n from generate_series(1, ${sql.lit(CHANNELS)}) n`.execute(
    db,
  )
  await sql`insert into domains (account_id, scheme, host) select ${account}::bigint, 'https', n || '.example' from generate_series(1, 5) n`.execute(
    db,
  )
  return account
}

/** Writes `visits` visits to `count` links, a day at a time, rolling up after each, and reads sizes and statistics. */
export async function measureSize(measured: Measured, size: { visits: number; links: number }): Promise<void> {
  const store = await openServer(measured.url)
  try {
    await migrate(store.db)
    await addPartitions(store)
    const ids = await newLinks(store, size.links)
    const links = { first: ids[0] ?? 0, count: ids.length }
    const account = await addGroups(store, links.first)
    await sql`analyze`.execute(store.db)
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
    say('| visits | rolled up: s | microseconds of Postgres a visit | raw visits, MB | counters, MB | ratio |')
    say('|---|---|---|---|---|---|')
    const perDay = Math.floor(size.visits / DAYS)
    for (let day = 1; day <= DAYS; day++) {
      await addDay(store, links, perDay, new Date(today - (DAYS + 1 - day) * DAY_MS))
      const started = performance.now()
      const before = await processorSeconds(measured.admin, measured.database)
      await rollUpVisits(store.db, { maxVisits: 10_000 })
      const seconds = (performance.now() - started) / 1000
      const spent = ((await processorSeconds(measured.admin, measured.database)) - before) / perDay
      const { raw, counters } = await readSizes(store)
      say(
        `| ${[day * perDay, seconds.toFixed(0), (spent * 1e6).toFixed(1), Math.round(raw / 1e6), Math.round(counters / 1e6), (counters / raw).toFixed(3)].join(' | ')} |`,
      )
    }
    const read: [string, CountedThing][] = [1, 10, 100, 1000, 10_000, 100_000]
      .filter((place) => place <= links.count)
      .map((place) => [`link ${place}`, { subject: 'link', id: links.first + place - 1 }])
    read.push(
      ['campaign 1', { subject: 'campaign', id: 1, account }],
      ['channel 1', { subject: 'channel', id: 1, account }],
      ['account', { subject: 'account', id: account, account }],
    )
    say('\n| statistics of | ms | ms of Postgres processor |')
    say('|---|---|---|')
    for (const [title, thing] of read) say(`| ${title} | ${await timeStatistics(store, measured, thing, 'UTC')} |`)
  } finally {
    await store.close()
  }
}

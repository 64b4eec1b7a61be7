import { sql } from 'kysely'
import type { Test } from 'tap'
import type { Database } from '../../db/open.ts'
import { listFacets, listSeries, type VisitsQuery } from '../../db/queries/statistics.ts'
import { DETAILS } from '../../db/queries/visit-groups.ts'
import { totalOf } from '../../db/queries/visit-totals.ts'
import type { VisitClass } from '../../db/tables/visits.ts'
import { openCountryLookup } from '../../src/visits/country-lookup.ts'
import { type Visit, visitHeaders } from '../../src/visits/describe-visits.ts'
import { createVisitWriter } from '../../src/visits/visit-writer.ts'
import { createVisitorSalts } from '../../src/visits/visitor-hash.ts'

const countryLookup = await openCountryLookup('')
export const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
export const START = Date.parse('2026-03-27T00:00:00Z')

export const newLinks = async (db: Database, count: number) => {
  const { id: account_id } = await db
    .insertInto('accounts')
    .values({ email: 'ada@example.com', username: 'ada', password_hash: '-', expires_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const url = 'https://example.com'
  const rows = Array.from({ length: count }, () => ({ account_id, url }))
  return (await db.insertInto('links').values(rows).returning('id').execute()).map(({ id }) => id)
}
export const openWriter = (db: Database) =>
  createVisitWriter({
    db,
    countryLookup,
    salts: createVisitorSalts(db),
    commitTimeout: 60_000,
    respectDnt: false,
    maxBufferedBytes: 64 * 1024 * 1024,
  })

// Deterministic numbers.
let seed = 7
export const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
export const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0',
  'curl/8.1',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
]
// Visits on six days; the first day is busy, so that it also has quarter-hour counters.
export const someVisit = (id: number): Visit => ({
  subject: 'link',
  id,
  at: new Date(START + (random(2) === 0 ? random(DAY_MS) : random(6 * DAY_MS))),
  ip: `8.8.${random(3)}.${random(4)}`,
  method: 'GET',
  headers: visitHeaders({
    host: 'go.example',
    'user-agent': agents[random(agents.length)],
    'accept-language': ['de', 'en', 'fr'][random(3)],
    ...(random(2) === 0 ? { referer: `https://site${random(9)}.example/` } : {}),
  }),
})

const someQuery = (id: number): VisitsQuery & { from: Date; to: Date } => {
  const from = START + random(4 * 96) * QUARTER_MS
  const classes: VisitClass[] = random(2) === 0 ? ['visitor'] : ['visitor', 'bot']
  return { subject: 'link', id, classes, from: new Date(from), to: new Date(from + (1 + random(3 * 96)) * QUARTER_MS) }
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Compares the statistics with a count of all raw visits. */
async function compare(t: Test, db: Database, id: number, query: VisitsQuery & { from: Date; to: Date }, zone: string) {
  const { from, to, classes } = query
  const raw = sql`(select * from clicks where subject = 'link' and subject_id = ${id}
    and class in (${sql.join([...classes])}) and at >= ${from}::timestamptz and at < ${to}::timestamptz) r`
  const facets = await sql<object>`
    select f.dimension, coalesce(f.value, '') as value, count(*) as clicks, count(*) filter (where first) as "uniqueClicks"
    from ${raw} cross join lateral (values ('total', ''), ('country', country), ('referrer', referrer), ('browser', browser),
      ('os', os), ('device', device), ('language', language), ('campaign', campaign_id::text),
      ${sql.join(DETAILS.map((name) => sql`(${sql.lit(name)}, details->>${sql.lit(name)})`))}) f(dimension, value)
    group by 1, 2`.execute(db)
  t.strictSame(
    sorted(await listFacets(db, query)),
    sorted(facets.rows),
    `facets ${from.toISOString()} ${to.toISOString()}`,
  )
  const days = await sql<{ date: string; clicks: number }>`
    select to_char(date_trunc('day', at, ${zone}), 'YYYY') || to_char(date_trunc('day', at, ${zone}) at time zone ${zone}, '-MM-DD HH24:MI:SS') as date,
      count(*) as clicks from ${raw} group by 1 order by 1`.execute(db)
  const series = (await listSeries(db, query, 'day', zone)).filter(({ clicks }) => clicks > 0)
  t.strictSame(
    series.map(({ date, clicks }) => ({ date, clicks })),
    days.rows,
    `days in ${zone}`,
  )
}

/** Compares statistics of links over some times, and their clicks, with a count of all raw visits. */
export async function compareAll(t: Test, db: Database, ids: readonly number[], count: number) {
  for (const id of ids) {
    for (let i = 0; i < count; i++)
      await compare(t, db, id, someQuery(id), ['UTC', 'Europe/Berlin', 'Asia/Kolkata'][random(3)] ?? '')
    const whole = { from: new Date(START), to: new Date(START + 7 * DAY_MS) }
    await compare(t, db, id, { subject: 'link', id, classes: ['visitor'], ...whole }, 'UTC')
    const { visits, counted } = await db
      .selectFrom('link_totals')
      .select(totalOf('link', 'visits').as('visits'))
      .select(
        sql<number>`(select count(*) from clicks where subject_id = link_totals.id and class = 'visitor')`.as(
          'counted',
        ),
      )
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    t.equal(visits, counted, 'clicks in lists')
  }
}

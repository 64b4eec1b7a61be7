import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { newMigratedDatabase } from '../../test/support/database.ts'
import { startService } from '../torture/service.ts'
import { startStandIn, until } from './stand-in.ts'

// How fast visits are sent, and how long statistics take: with chdb behind the stand-in, on TEST_DATABASE_URL.

const VISITS = 300_000
const MANY = 10_000_000
const TOKEN = 'scrape-0123456789'
const CLOCK_TICK_MS = 10

const ends: (() => unknown)[] = []
const scope = { teardown: (end: () => unknown) => void ends.unshift(end), longestMs: 500_000 }
const say = (text: string) => void process.stdout.write(`${text}\n`)

const standIn = await startStandIn((end) => scope.teardown(end))
const database = await newMigratedDatabase()
scope.teardown(() => database.drop())
const sql = postgres(database.url, { max: 1 })
scope.teardown(() => sql.end())
const settings = { DATABASE_URL: database.url, METRICS_TOKEN: TOKEN }
const first = await startService(scope, settings)
const key = await first.register('ada')
const add = async () =>
  JSON.parse((await first.ask('/api/url/add', { key, body: { url: 'https://example.com/' } })).body).id
const [link, busy] = [await add(), await add()]
await first.stop()
await sql`select setval('click_ids', ${MANY})`
await sql`
  insert into clicks (at, subject, subject_id, account_id, class, reason, country, referrer, browser, os, device, language, agent, first)
  select now() - n * interval '5 s', 'link', ${link}, l.account_id, 'visitor', 'agent_browser', (array['DE','FR','US','IN'])[1 + n % 4],
    'site' || n % 50 || '.example', 'Chrome', 'Windows', 'desktop', 'de',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36', n % 3 = 0
  from generate_series(1, ${VISITS}) n, (select account_id from links where id = ${link}) l`
await sql`analyze clicks`

const service = await startService(scope, { ...settings, CLICKHOUSE_URL: standIn.url, STATISTICS_ENGINE: 'clickhouse' })
const processorMs = () => {
  const fields = readFileSync(`/proc/${service.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}
const shipped = async () => Number((await sql`select shipped_id from visit_sink`)[0]?.['shipped_id'] ?? 0)
await until(async () => (await shipped()) > MANY)
const [before, since, from] = [processorMs(), performance.now(), await shipped()]
await until(async () => (await shipped()) >= MANY + VISITS)
const [sent, seconds] = [MANY + VISITS - from, (performance.now() - since) / 1000]
say(`${sent} visits in ${seconds.toFixed(1)} s: ${Math.round(sent / seconds)} a second`)
say(`${(((processorMs() - before) * 1000) / sent).toFixed(1)} µs of processor time of the service for each visit`)

const [{ name = '' } = {}] = standIn.query(`select name from system.tables where name like 'waymark_visits_%'`)
await until(async () => (await sql`select from visit_sink where complete_at is not null`).length > 0)
standIn.query(`
  insert into ${name} (id, at, account_id, subject, subject_id, class, unique, country, referrer, browser, os, device, language, agent)
  select number + 1, now64(6, 'UTC') - toIntervalSecond(intDiv(number, 4)), (select any(account_id) from ${name}), 'link', ${busy}, 'visitor',
    number % 3 = 0, ['DE', 'FR', 'US', 'IN'][1 + number % 4], concat('site', toString(number % 50), '.example'), 'Chrome', 'Windows',
    'desktop', 'de', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36'
  from numbers(${MANY})`)
for (const query of ['', '?by=country', '?by=referrer&heatmap=true'])
  for (let run = 0; run < 3; run++) {
    const { ms, body } = await service.ask(`/api/url/${busy}/stats${query}`, { key })
    const { clicks, lag } = JSON.parse(body).data
    say(`stats${query} of a link with ${MANY} visits: ${Math.round(ms)} ms (${clicks} of the last 30 days, lag ${lag})`)
  }
await service.stop()
for (const end of ends) await end()

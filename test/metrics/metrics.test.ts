import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

const TOKEN = 'scrape-0123456789'
const withToken = { headers: { authorization: `Bearer ${TOKEN}` } }
const service = await startService(t, { METRICS_TOKEN: TOKEN, CLICKHOUSE_URL: 'http://ada:sesame@127.0.0.1:1' })
const client = await service.newClient()
const scrape = async () => (await service.send('GET', '/metrics', withToken)).text
/** The value of one series; undefined if it is not there. */
const readSeries = (text: string, series: string) => {
  const line = text.split('\n').find((line) => line.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

t.test('only the token opens the metrics, on the own host alone', async (t) => {
  const refused: Record<string, string>[] = [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }]
  for (const headers of refused) {
    const reply = await service.send('GET', '/metrics', { headers })
    t.match(reply, { status: 401, body: { error: 1, code: 'key_missing' }, headers: { 'www-authenticate': 'Bearer' } })
  }
  t.equal((await service.send('GET', '/metrics', { key: client.apikey })).status, 401, 'an API key is no token')
  const reply = await service.send('GET', '/metrics', withToken)
  t.match(reply, { status: 200, headers: { 'content-type': /^text\/plain; version=/, 'cache-control': 'no-store' } })
  await client.post('/api/domain/add', { domain: 'https://go.example.com' })
  const branded = { headers: { ...withToken.headers, host: 'go.example.com' }, isElsewhere: true }
  t.equal((await service.send('GET', '/metrics', branded)).status, 404)
  t.match(await client.post('/api/url/add', { url: 'https://example.com/', custom: 'metrics' }), { status: 400 })
})

t.test('with ClickHouse the metrics say what it lacks', async (t) => {
  const { shorturl } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  await service.send('GET', new URL(shorturl).pathname)
  const plain = await startService(t, { METRICS_TOKEN: TOKEN })
  const of = async ({ send }: typeof service, series: string) =>
    readSeries((await send('GET', '/metrics', withToken)).text, series)
  while (!((await of(service, 'waymark_sink_failures_total')) && (await of(service, 'waymark_sink_lag_visits'))))
    await new Promise((resolve) => setTimeout(resolve, 200))
  t.ok(Number(await of(service, 'waymark_sink_lag_seconds')) > 0)
  t.same([await of(service, 'waymark_sink_batches_total'), await of(service, 'waymark_sink_visits_total')], [0, 0])
  t.equal(await of(plain, 'waymark_sink_lag_visits'), undefined, 'without it there are none')
})

t.test('without a token there is no such page; no new link gets the path, an older one keeps it', async (t) => {
  const plain = await startService(t)
  t.equal((await plain.send('GET', '/metrics', withToken)).status, 404)
  const owner = await plain.newClient()
  const add = (custom: string) => owner.post('/api/url/add', { url: 'https://example.com/m', custom })
  for (const custom of ['metrics', 'Metrics/x'])
    t.match(await add(custom), { status: 400, body: { code: 'alias_reserved' } }, custom)
  t.match(await owner.post('/api/bio/add', { name: 'Ada', custom: 'metrics' }), { body: { code: 'alias_reserved' } })
  t.equal((await add('metrics-2')).status, 200)
  await owner.post('/api/domain/add', { domain: 'https://go.example.com' })
  const branded = { url: 'https://example.com/m', custom: 'metrics', domain: 'go.example.com' }
  t.equal((await owner.post('/api/url/add', branded)).status, 200, 'a branded domain has no such page')
  // As a link of an older release.
  const { id } = (await add('older')).body
  await plain.services.db.updateTable('aliases').set({ alias: 'metrics' }).where('alias', '=', 'older').execute()
  await plain.services.changes.settle()
  t.equal((await plain.send('GET', '/metrics')).headers['location'], 'https://example.com/m')
  const change = { custom: 'metrics', url: 'https://example.com/n' }
  t.equal((await owner.put(`/api/url/${id}/update`, change)).status, 200)
  t.equal((await plain.send('GET', '/metrics')).headers['location'], 'https://example.com/n')
})

t.test('responses are counted by the pattern of their route', async (t) => {
  await client.post('/api/url/add', { url: 'https://example.com/', custom: 'counted' })
  await client.post('/api/url/add', { url: 'https://example.com/', custom: 'deep/er' })
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  const before = await scrape()
  await client.get(`/api/url/${id}`)
  for (const path of ['/counted', '/deep/er', '/unknown-1?secret=2', '/unknown/"quoted"'])
    await service.send('GET', path)
  await service.send('GET', '/api/account', { key: 'wrong' })
  const { port } = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
  await once(socket.resume(), 'close')
  const after = await scrape()
  const added = (method: string, route: string, status: number) => {
    const series = `waymark_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
    return (readSeries(after, series) ?? 0) - (readSeries(before, series) ?? 0)
  }
  t.equal(added('GET', '/api/url/:id', 200), 1)
  t.equal(added('GET', '/:alias', 302), 1)
  t.equal(added('GET', '/:alias', 404), 1)
  t.equal(added('GET', '*', 302), 1)
  t.equal(added('GET', '*', 404), 1)
  t.equal(added('other', '*', 400), 1, 'what Node refuses itself')
  t.equal(added('GET', '/api/account', 401), 1)
  t.notMatch(after, /secret=|quoted|unknown-1/)
})

t.test('visits, caches and what waits are counted', async (t) => {
  const before = await scrape()
  for (let i = 0; i < 3; i++) await service.send('GET', '/counted', { headers: { 'user-agent': `Mozilla/5.0 (${i})` } })
  await sql`insert into webhook_events (provider, event_id, type, body_hash, status, received_at)
    values ('stripe', 'evt_1', 'a', repeat('b', 64), 'failed', now()), ('stripe', 'evt_2', 'a', repeat('c', 64), 'pending', now() - interval '1 hour')`.execute(
    service.services.db,
  )
  await sql`insert into jobs (kind, args, failures, next_at) values ('none', '{}', 1, now() + interval '1 day')`.execute(
    service.services.db,
  )
  let text = ''
  // What the database says is read again after some seconds.
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    text = await scrape()
    if (readSeries(text, 'waymark_payment_events{status="failed"}') === 1) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const added = (series: string) => (readSeries(text, series) ?? 0) - (readSeries(before, series) ?? 0)
  t.equal(added('waymark_visits_written_total'), 3)
  t.ok(added('waymark_visit_groups_total') >= 1)
  t.equal(readSeries(text, 'waymark_visits_buffered'), 0)
  t.equal(readSeries(text, 'waymark_visits_dropped_total'), 0)
  t.ok(added('waymark_cache_hits_total{cache="routes"}') >= 2)
  t.equal(readSeries(text, 'waymark_database_up'), 1)
  t.equal(readSeries(text, 'waymark_change_feed_connected'), 1)
  t.equal(readSeries(text, 'waymark_limits_shared'), 0)
  t.equal(readSeries(text, 'waymark_jobs{kind="none",state="failing"}'), 1)
  t.equal(readSeries(text, 'waymark_payment_events{status="pending"}'), 1)
  t.ok((readSeries(text, 'waymark_payment_event_age_seconds') ?? 0) >= 3600)
  t.ok((readSeries(text, 'waymark_visits_unfolded') ?? -1) >= 0)
  t.ok((readSeries(text, 'waymark_roll_up_round_age_seconds') ?? -1) >= 0)
  t.equal(readSeries(text, 'waymark_database_connections{pool="visitors",state="max"}'), usesServer ? 2 : undefined)
})

t.test('requests to other servers are counted by purpose and outcome', async (t) => {
  await client.post('/api/splash/add', { name: 'a', image: 'https://127.0.0.1/picture.png' })
  const text = await scrape()
  t.ok((readSeries(text, 'waymark_fetch_duration_seconds_count{purpose="user",outcome="fetch_address"}') ?? 0) >= 1)
})

t.test('the dashboard and the alerts use metrics that exist', async (t) => {
  const text = await scrape()
  for (const file of ['docs/monitoring/alerts.yml', 'docs/monitoring/grafana.json', 'docs/monitoring.md']) {
    const used = new Set(readFileSync(file, 'utf8').match(/\b(waymark|nodejs|process)_[a-z_]+\b/g))
    t.ok(used.size > 5, `${file} uses metrics`)
    for (const name of used)
      t.ok(text.includes(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `), `${name} of ${file} exists`)
  }
})

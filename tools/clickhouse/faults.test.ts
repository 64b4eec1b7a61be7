import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { newMigratedDatabase, usesServer } from '../../test/support/database.ts'
import { newFolder, type Service, startService } from '../torture/service.ts'
import { PASSWORD, startStandIn, until } from './stand-in.ts'

// The service as a process: visits come over HTTP, and it is killed while it sends them.

const scope = { teardown: (end: () => unknown) => after(async () => void (await end())) }
const standIn = await startStandIn((end) => scope.teardown(end))
const database = usesServer ? await newMigratedDatabase() : undefined
if (database) scope.teardown(() => database.drop())
const settings = {
  ...(database ? { DATABASE_URL: database.url } : { DATA_DIR: newFolder(scope) }),
  ...{ CLICKHOUSE_URL: standIn.url, STATISTICS_ENGINE: 'clickhouse', METRICS_TOKEN: 'scrape-0123456789' },
  LOG_LEVEL: 'info',
}
const start = () => startService(scope, settings)
let service: Service = await start()
const key = await service.register('ada')
const { id } = JSON.parse(
  (await service.ask('/api/url/add', { key, body: { url: 'https://example.com/', custom: 'sent' } })).body,
)
const logs: string[] = []

const visit = async (count: number) => {
  for (let i = 0; i < count; i++)
    assert.equal(
      (await service.ask(`/sent?utm_source=s${i}`, { headers: { 'user-agent': 'Private/1.0' } })).status,
      302,
    )
}
const lag = async () => {
  const { body } = await service.ask('/metrics', { headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` } })
  return Number(/^waymark_sink_lag_visits (\d+)$/m.exec(body)?.[1])
}
const read = async () => JSON.parse((await service.ask(`/api/url/${id}/stats`, { key })).body).data
const table = () =>
  String(standIn.query(`select name from system.tables where name like 'waymark_visits_%'`)[0]?.['name'])
const counted = () => standIn.query(`select count() as visits, uniqExact(id) as ids from ${table()} final`)[0]
const kill = async () => {
  service.child.kill('SIGKILL')
  const { out, err } = await service.ended
  logs.push(out, err)
  standIn.reset()
  service = await start()
}

test('killed after ClickHouse has taken a batch, the service sends it again, and it counts once', async () => {
  let taken = 0
  standIn.answer = (sql, reply, run) => {
    const result = run()
    if (!sql.startsWith('insert')) return void reply.end(result)
    taken++
    // The service does not learn that it was taken.
    service.child.kill('SIGKILL')
  }
  await visit(20)
  await until(() => taken > 0)
  await kill()
  await visit(5)
  // The process that was killed still holds the sink for 20 s.
  await until(async () => (await lag()) === 0)
  assert.deepEqual(counted(), { visits: 25, ids: 25 })
  assert.equal((await read()).clicks, 25)
})

test('replies that are cut off cost only time', async () => {
  const answers = [(reply: ServerResponse) => void reply.destroy(), (reply: ServerResponse) => void reply.socket?.end()]
  standIn.answer = (sql, reply, run) => {
    if (!sql.startsWith('insert')) return void reply.end(run())
    const answer = answers.shift()
    if (answer) answer(reply)
    else reply.end(run())
  }
  const before = Number(counted()?.['visits'])
  await visit(10)
  assert.equal((await read()).clicks, before, 'what has arrived')
  await until(async () => answers.length === 0 && (await lag()) === 0)
  assert.deepEqual(counted(), { visits: before + 10, ids: before + 10 })
  assert.deepEqual(await read().then(({ clicks, lag }) => [clicks, lag]), [before + 10, 0])
  const { out, err } = await service.stop()
  logs.push(out, err)
  const text = logs.join('\n')
  assert.equal(text.match(/cannot send visits to ClickHouse/g)?.length, 1, 'a line for the whole outage')
  assert.equal(text.match(/sends visits to ClickHouse again/g)?.length, 1)
  for (const secret of [PASSWORD, 'Private/1.0', key]) assert.ok(!text.includes(secret), `no ${secret} in the log`)
})

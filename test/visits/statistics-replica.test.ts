import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer } from '../../db/open.ts'
import { checkReplica } from '../../src/cli/doctor-database.ts'
import { startCluster, startReplica } from '../../tools/torture/postgres.ts'
import { CannotTry } from '../../tools/torture/scenario.ts'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

t.setTimeout(300_000)

/** A server with a replica and a service that reads statistics there; undefined if this machine has no Postgres programs. */
async function start() {
  try {
    const primary = await startCluster(t)
    const url = await primary.createDatabase()
    const replica = await startReplica(t, primary.port)
    const store = await openServer(url, {
      connections: 6,
      statisticsUrl: replica.urlOf(new URL(url).pathname.slice(1)),
    })
    await migrate(store.db)
    return { replica, service: await startService(t, {}, {}, store) }
  } catch (error) {
    if (error instanceof CannotTry) return undefined
    throw error
  }
}

const started = usesServer ? await start() : undefined
const skip = started ? false : 'needs a Postgres server and its programs'

t.test('statistics are read from a replica, and say how far it is behind', { skip }, async (t) => {
  if (!started) return
  const { replica, service } = started
  const client = await service.newClient()
  const { id, shorturl } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  const path = new URL(shorturl).pathname
  const visit = () => service.send('GET', path)
  const read = async () => (await client.get(`/api/url/${id}/stats`)).body.data as { clicks: number; lag: number }
  const until = async (isDone: (data: { clicks: number; lag: number }) => boolean) => {
    for (;;) {
      const data = await read()
      if (isDone(data)) return data
      await sleep(50)
    }
  }
  await visit()
  t.match(await until(({ clicks }) => clicks === 1), { lag: 0 })

  const outcome: (unknown | undefined)[] = []
  service.services.statistics.report((error) => outcome.push(error))
  // The replica receives changes and does not apply them.
  await replica.admin('select pg_wal_replay_pause()')
  await visit()
  t.equal((await client.get(`/api/url/${id}`)).body.data.clicks, 2, 'the link itself is read from the primary')
  const behind = await until(({ lag }) => lag > 1)
  t.equal(behind.clicks, 1, 'what the replica has')
  const page = await service.send('GET', `${path}+`, { key: client.apikey })
  t.ok(page.status < 500)
  await replica.admin('select pg_wal_replay_resume()')
  t.match(await until(({ clicks }) => clicks === 2), { clicks: 2 })

  t.match(await checkReplica(service.services.store), [{ check: 'replica', status: 'ok' }])
  replica.pause()
  t.match(await checkReplica(service.services.store), [{ check: 'replica', status: 'failed' }])
  t.match(await read(), { clicks: 2, lag: 0 }, 'the primary answers for a replica that hangs')
  await visit()
  t.match(await read(), { clicks: 3, lag: 0 })
  t.equal(outcome.length, 1, 'one report, although several requests failed')
  t.ok(outcome[0])
  replica.resume()
  while (outcome.length < 2) {
    await read()
    await sleep(50)
  }
  t.equal(outcome[1], undefined, 'and one when it answers again')
  t.match(await until(({ clicks }) => clicks === 3), { clicks: 3 })
})

t.test('without a replica nothing is behind', async (t) => {
  const service = await startService(t)
  const client = await service.newClient()
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  t.match(await client.get(`/api/url/${id}/stats`), { status: 200, body: { data: { clicks: 0, lag: 0 } } })
})

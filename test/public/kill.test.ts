import { Agent, request } from 'node:http'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { clientOf, readFirstKey } from '../support/process-client.ts'
import { type Service, startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

// Starts processes, which may take long on a busy machine. SIGTERM is in server.test.ts.
t.setTimeout(240_000)

const CLIENTS = 24
const KILLED_AFTER = runsAllVariants ? 1500 : 500
const LINKS = 7

const open = (agent: Agent, port: number, path: string) =>
  new Promise<number | undefined>((resolve) => {
    const asking = request({ agent, port, host: '127.0.0.1', path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asking.on('error', () => resolve(undefined))
    asking.end()
  })

async function clicksBy({ send }: Service, key: string) {
  const { data } = (await send('GET', '/api/urls?limit=100', { key })).body
  const urls: { id: number; clicks: number }[] = data.urls
  const links = await Promise.all(urls.map(({ id }) => send('GET', `/api/url/${id}`, { key })))
  return {
    counted: urls.reduce((sum, { clicks }) => sum + clicks, 0),
    fromStatistics: links.reduce((sum, { body }) => sum + body.data.clicks, 0),
  }
}

t.test('a server killed during redirects has stored every click that it answered', async (t) => {
  const settings = {
    ...(await ownDatabase(t)),
    RATE_LIMIT_PER_MINUTE: '100000',
    // Longer than any delay of a busy machine, so that every reply means that the visit was committed.
    CLICK_COMMIT_TIMEOUT_MS: '10000',
  }
  const server = await startServer(t, settings)
  const key = readFirstKey(settings.DATA_DIR)
  const client = clientOf(server.base, key)
  for (let i = 0; i < LINKS; i++) await client.post('/api/url/add', { url: 'https://example.com', custom: `kept-${i}` })

  let answered = 0
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let i = client; ; i++) {
        const status = await open(agent, server.port, `/kept-${i % LINKS}`)
        if (status === undefined) break
        if (status === 302) answered++
        // A busy machine may look up a link too late.
        else if (status !== 503) t.fail(`answered ${status}`)
        if (answered === KILLED_AFTER) server.child.kill('SIGKILL')
      }
    }),
  )
  agent.destroy()
  await server.ended
  t.ok(answered >= KILLED_AFTER)

  const again = await startService(t, {}, {}, await openStore(readConfig(settings), 'test', () => {}))
  const { counted, fromStatistics } = await clicksBy(again, key)
  t.ok(counted >= answered, `${answered} answered, ${counted} counted`)
  t.ok(counted <= answered + CLIENTS, 'only requests in flight were counted in addition')
  t.equal(fromStatistics, counted, 'the statistics agree with the counters')
})

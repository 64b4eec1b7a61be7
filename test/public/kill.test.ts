import { Agent, request } from 'node:http'
import t from 'tap'
import { ownDatabase, startServer } from '../support/process.ts'

// Starts processes, which may take long on a busy machine. SIGTERM is in server.test.ts.
t.setTimeout(240_000)

const CLIENTS = 24
const KILLED_AFTER = 1500
const LINKS = 7

const call = async (base: string, path: string, key?: string, body?: object) => {
  const response = await fetch(`${base}${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
  })
  return (await response.json()) as Record<string, unknown>
}

const open = (agent: Agent, port: number, path: string) =>
  new Promise<boolean>((resolve) => {
    const asking = request({ agent, port, host: '127.0.0.1', path }, (response) => {
      response.resume()
      resolve(response.statusCode === 302)
    })
    asking.on('error', () => resolve(false))
    asking.end()
  })

async function clicksBy(base: string, key: string) {
  const { data } = await call(base, '/api/urls?limit=100', key)
  const { urls } = data as { urls: { id: number; clicks: number }[] }
  const links = await Promise.all(
    urls.map(async ({ id }) => (await call(base, `/api/url/${id}`, key))['data'] as { clicks: number }),
  )
  return {
    counted: urls.reduce((sum, { clicks }) => sum + clicks, 0),
    fromStatistics: links.reduce((sum, { clicks }) => sum + clicks, 0),
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
  const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
  const key = String((await call(server.base, '/register', undefined, account))['apikey'])
  for (let i = 0; i < LINKS; i++)
    await call(server.base, '/api/url/add', key, { url: 'https://example.com', custom: `kept-${i}` })

  let answered = 0
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let i = client; await open(agent, server.port, `/kept-${i % LINKS}`); i++)
        if (++answered === KILLED_AFTER) server.child.kill('SIGKILL')
    }),
  )
  agent.destroy()
  await server.ended
  t.ok(answered >= KILLED_AFTER)

  const again = await startServer(t, settings)
  const { counted, fromStatistics } = await clicksBy(again.base, key)
  t.ok(counted >= answered, `${answered} answered, ${counted} counted`)
  t.ok(counted <= answered + CLIENTS, 'only requests in flight were counted in addition')
  t.equal(fromStatistics, counted, 'the statistics agree with the counters')
  again.child.kill('SIGTERM')
  t.equal((await again.ended).code, 0)
})

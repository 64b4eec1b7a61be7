import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { ownDatabase, startServer } from '../support/process.ts'
import { registerAt } from '../support/process-client.ts'
import { type Answer, type Received, startReceiver } from '../support/receiver.ts'
import { runsAllVariants } from '../support/variants.ts'

// The receiver that the makers of the standard publish.
const { Webhook } = createRequire(import.meta.url)('standardwebhooks') as {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown }
}

t.setTimeout(290_000)

// The server is killed after each but the last.
const ROUNDS = runsAllVariants ? 3 : 2

const settings = { ...(await ownDatabase(t)), RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'fatal' }
const start = (more = {}) =>
  startServer(t, { ...settings, ...more }, ['--import', './test/fixtures/private-receivers.ts'])
let server = await start()
// The server resolves names itself.
const atAddress = (url: string) => url.replace('receiver.test', '127.0.0.1')

const call = async (method: string, path: string, key: string, body?: object) => {
  const response = await fetch(server.base + path, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: replies of many operations.
  return (await response.json()) as any
}

t.test('a receiver that fails gets every event of its account while the service is killed and restarted', async (t) => {
  const { apikey: key } = await registerAt(server.base)
  const { apikey: otherKey } = await registerAt(server.base, 'grace')
  const accepted: Received[] = []
  let count = 0
  // 30 % fail, one way after the other; the rest is accepted, some of it slowly.
  const failures: Answer[] = [
    (_, reply) => void reply.writeHead(500).end('no'),
    (_, reply) => void reply.writeHead(302, { location: '/elsewhere' }).end(),
    (_, _reply, request) => void request.socket.destroy(),
  ]
  // On arrival, because a signature is valid for five minutes.
  const verify = ({ body, headers, id }: Received) => {
    const event = webhook.verify(body, headers) as { id: string }
    if (event.id !== id) throw new Error(`${id} has the event ${event.id}`)
  }
  const faults: unknown[] = []
  const receiver = await startReceiver(t, async (received, reply, request) => {
    const n = count++
    try {
      verify(received)
    } catch (error) {
      faults.push(error)
    }
    if ((n * 7) % 10 < 3) return failures[n % 3]?.(received, reply, request)
    if (n % 11 === 0) await setTimeout(1000)
    accepted.push(received)
  })
  const foreign = await startReceiver(t)
  const { id, secret } = await call('POST', '/api/webhook/add', key, { url: atAddress(receiver.url) })
  const webhook = new Webhook(secret)
  await call('POST', '/api/webhook/add', otherKey, { url: atAddress(foreign.url) })

  for (let round = 0; round < ROUNDS; round++) {
    const links: number[] = []
    for (let n = 0; n < 12; n++)
      links.push((await call('POST', '/api/url/add', key, { url: `https://example.com/${round}/${n}` })).id)
    for (const link of links) await call('PUT', `/api/url/${link}/update`, key, { url: 'https://example.com/new' })
    await call('POST', '/api/url/add', otherKey, { url: `https://example.com/theirs/${round}` })
    if (round === ROUNDS - 1) break
    server.child.kill('SIGKILL')
    await server.ended
    // The first start with SECRET keeps the secrets of webhooks, with which the receiver verifies.
    server = await start({ SECRET: 'a secret of the settings' })
  }

  const listed = async (): Promise<string[]> => {
    const { events } = (await call('GET', '/api/events?limit=1000&direction=asc', key)).data
    return events.map((event: { id: string }) => event.id)
  }
  let wanted = await listed()
  // Older transactions, in any database of the server, hold events back.
  for (const until = Date.now() + 120_000; wanted.length < ROUNDS * 24 && Date.now() < until; wanted = await listed())
    await setTimeout(200)
  t.equal(wanted.length, ROUNDS * 24)
  const missing = () => wanted.filter((id) => !accepted.some((one) => one.id === id))
  for (const until = Date.now() + 150_000; missing().length > 0 && Date.now() < until; ) {
    await setTimeout(500)
    // Instead of waiting for the next attempts.
    await call('POST', `/api/webhook/${id}/replay`, key, {})
  }
  t.strictSame(missing(), [], 'every event arrives')
  t.strictSame([...new Set(receiver.received.map(({ id }) => id))].toSorted(), wanted.toSorted(), 'and no others')
  t.ok(receiver.received.length > accepted.length + ROUNDS * 3, 'many attempts failed')
  t.ok(
    receiver.received.every(({ path, method }) => path === '/' && method === 'POST'),
    'redirects are not followed',
  )
  t.strictSame(faults, [], 'every request is signed')
  const firsts = accepted.filter(({ id }, i) => accepted.findIndex((one) => one.id === id) === i)
  for (const [link, ofLink] of Map.groupBy(firsts, ({ event }) => event.data.id))
    t.strictSame(
      ofLink.map(({ event }) => event.type),
      ['link.created', 'link.updated'],
      `those of link ${link} in order`,
    )
  await foreign.wait(ROUNDS)
  const theirs = foreign.received.map(({ event }) => event.data.longurl)
  t.strictSame(
    [...new Set(theirs)],
    Array.from({ length: ROUNDS }, (_, n) => `https://example.com/theirs/${n}`),
  )
})

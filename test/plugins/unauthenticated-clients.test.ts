import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startService } from '../support/service.ts'

// Limits on the memory and connections that clients without a key can use, tested over sockets.
const service = await startService(t, { MAX_CONNECTIONS_PER_ADDRESS: '60' })
await service.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = service.app.server.address() as AddressInfo

async function open(): Promise<Socket & { received: string }> {
  const socket = Object.assign(connect(port, '127.0.0.1'), { received: '' })
  socket.on('data', (chunk) => {
    socket.received += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Resolves when the service has noticed that all connections are closed. */
async function noConnections(): Promise<void> {
  const count = () =>
    new Promise<number>((resolve) => service.app.server.getConnections((_error, connections) => resolve(connections)))
  while ((await count()) > 0) await sleep(20)
}

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** The status of the first response on a socket, or 'closed'. */
async function statusOf(socket: Socket & { received: string }): Promise<number | 'closed'> {
  const closed = once(socket, 'close')
  while (!socket.received.includes('\r\n') && !socket.destroyed) await Promise.race([once(socket, 'data'), closed])
  return socket.received === '' ? 'closed' : Number(socket.received.slice(9, 12))
}

t.test('a login or registration of more than 16 KiB is refused before it is read', async (t) => {
  for (const path of ['/login', '/register']) {
    const socket = await open()
    socket.write(head(path, 16 * 1024 + 1))
    t.equal(await statusOf(socket), 413, path)
    socket.destroy()
    t.equal((await service.send('POST', path, { body: { padding: 'x'.repeat(16_000) } })).status, 400, path)
  }
})

t.test('with a key a body may have 1 MiB, without one it is not read', async (t) => {
  const client = await service.newClient()
  const body = { url: 'https://example.com/', padding: 'x'.repeat(900 * 1024) }
  t.equal((await client.post('/api/url/add', body)).status, 200)
  const socket = await open()
  socket.write(head('/api/url/add', 1024 * 1024))
  t.equal(await statusOf(socket), 401)
  socket.destroy()
})

t.test('incomplete bodies of one address take at most 8 MiB and do not block other addresses', async (t) => {
  const sockets = await Promise.all(Array.from({ length: 40 }, open))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  const size = 255 * 1024
  for (const socket of sockets) socket.write(head('/webhook/stripe', size) + 'x'.repeat(size - 1))
  const refused = () => sockets.filter(({ received }) => received.startsWith('HTTP/1.1 429')).length
  while (refused() < 8) await sleep(50)
  t.ok(refused() >= 8 && refused() < 13, `${refused()} of 40 are refused`)
  t.equal(
    (await service.send('POST', '/webhook/stripe', { body: { id: 'evt_1', type: 'x' }, ip: '198.51.100.7' })).status,
    200,
  )
  for (const socket of sockets) socket.destroy()
  await noConnections()
  const again = await open()
  again.write(`${head('/webhook/stripe', 31)}{"id":"evt_2","type":"invoice"}`)
  t.equal(await statusOf(again), 200, 'what they held is free again')
  again.destroy()
})

t.test('the number of connections per address is bounded', async (t) => {
  await noConnections()
  const sockets = await Promise.all(Array.from({ length: 70 }, open))
  const refused = () => sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length
  while (refused() < 10) await sleep(50)
  await sleep(100)
  t.equal(refused(), 10)
  for (const socket of sockets) socket.destroy()
  await noConnections()
  const later = request({ port, host: '127.0.0.1', path: '/livez', headers: { host: 'localhost:3000' } }).end()
  const [{ statusCode }] = await once(later, 'response')
  t.equal(statusCode, 200)
  later.destroy()
})

t.test('a slowly sent body times out', async (t) => {
  const { server } = service.app
  const { requestTimeout, headersTimeout } = server
  t.equal(requestTimeout, 30_000)
  // Node uses the smaller of the two for headers.
  Object.assign(server, { requestTimeout: 1000, headersTimeout: 500 })
  t.teardown(() => Object.assign(server, { requestTimeout, headersTimeout }))
  const socket = await open()
  socket.write(head('/login', 1000))
  const trickle = setInterval(() => socket.write(' '), 200)
  t.equal(await statusOf(socket), 408)
  if (!socket.destroyed) await once(socket, 'close')
  clearInterval(trickle)
})

t.test('/readyz has no counters for clients from other machines', async (t) => {
  const ready = { error: 0, status: 'ready' }
  t.match((await service.send('GET', '/readyz')).body, { ...ready, visits: Object })
  const other = await service.send('GET', '/readyz', { ip: '198.51.100.7' })
  t.match(other.body, ready)
  t.notMatch(other.text, /visits|database/)
  const proxied = await service.send('GET', '/readyz', { headers: { 'x-forwarded-for': '198.51.100.7' } })
  t.notMatch(proxied.text, /visits|database/)
})

t.test('responses that clients do not read take a bounded amount of memory', async (t) => {
  const path = '/developers/postman-collection.json'
  const ask = `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n\r\n`
  const length = (await service.send('GET', path)).text.length
  const start = async (localAddress: string, requests: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(ask.repeat(requests))
    return socket
  }
  const patient = await start('127.0.0.2', 8)
  let accepted = 0
  let closed = 0
  service.app.server.on('connection', (socket) => {
    accepted++
    socket.once('close', () => closed++)
  })
  const unread = await Promise.all(Array.from({ length: 55 }, () => start('127.0.0.3', 8)))
  while (accepted < 55) await sleep(20)
  while (closed === 0) await sleep(50)
  t.ok(closed < unread.length, `${closed} of ${unread.length} connections are closed`)
  let received = 0
  patient.on('data', (chunk) => {
    received += chunk.length
  })
  while (received < 8 * length && !patient.destroyed) await sleep(20)
  t.ok(received >= 8 * length, 'a client of another address that reads late gets everything')
  for (const socket of unread) socket.destroy()

  // Clients that leave before their requests are answered.
  for (let round = 0; round < 5; round++) {
    const leaving = await Promise.all(Array.from({ length: 20 }, () => start('127.0.0.4', 20)))
    for (const socket of leaving) socket.destroy()
  }
  t.equal((await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).length, length)
})

t.test('pipelined requests for small answers that nobody reads are bounded too', async (t) => {
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  let closed = 0
  const onConnection = (socket: Socket) => void socket.once('close', () => closed++)
  service.app.server.on('connection', onConnection)
  t.teardown(() => service.app.server.off('connection', onConnection))
  for (let i = 0; i < 40; i++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.5' }).pause()
    socket.on('error', () => {})
    socket.write('GET /developers HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(2000))
    sockets.push(socket)
  }
  while (closed < 10) await sleep(50)
  t.ok(closed < 40, `${closed} of 40 connections are closed`)
})

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { createReservedAliases } from '../../src/links/reserved-aliases.ts'
import { createFastify } from '../../src/plugins/fastify.ts'
import { unopenedServices } from '../../src/startup/unopened-services.ts'
import { runsAllVariants } from '../support/variants.ts'

const app = createFastify({
  config: readConfig({ LOG_LEVEL: 'silent' }),
  lifecycle: { draining: false, closing: false },
  reservedAliases: createReservedAliases(),
  pixelTemplates: new Map(),
  blocklist: unopenedServices().blocklist,
})
app.post('/read', async () => ({ error: 0 }))
app.get('/small', async () => ({ error: 0 }))
// As while a key or a limit is looked up: meanwhile the beginning of the body arrives.
app.post('/later', { onRequest: () => sleep(100) }, async () => ({ error: 0 }))
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as { port: number }
t.teardown(() => app.close())

const MIB = 1024 * 1024
// How often a client sends a body: whether it receives the reply depends on what arrives first.
const TIMES = runsAllVariants ? 6 : 2
const chunk = Buffer.alloc(64 * 1024, ' ')
const chunked = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])

// Unlike `once` it ignores errors.
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

async function write(socket: Socket, data: Buffer | string): Promise<void> {
  if (socket.destroyed) throw new Error('The connection was closed')
  if (socket.write(data)) return
  await new Promise<void>((resolve) => {
    const proceed = () => {
      socket.off('drain', proceed).off('close', proceed)
      resolve()
    }
    socket.on('drain', proceed).on('close', proceed)
  })
}

/** Sends a complete body before it reads the response, as many clients do; returns the response. */
async function sendThenRead(
  bytes: number,
  isChunked: boolean,
  { pauseMs = 0, haltMs = 0, path = '/read', headers = '', next = '' } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  const type = 'Content-Type: application/json'
  await write(socket, `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}${type}\r\n${length}\r\n\r\n`)
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    const isHalted = haltMs > 0 && sent === 8 * chunk.length
    // The next phases of the event loop are timers, then sockets.
    if (isHalted) await new Promise(setImmediate)
    await write(socket, isChunked ? chunked : chunk)
    // The service drops the body by now, and has not read this chunk yet.
    if (isHalted) for (const end = Date.now() + haltMs; Date.now() < end; );
    if (pauseMs > 0) await sleep(pauseMs)
  }
  if (isChunked) await write(socket, '0\r\n\r\n')
  if (next !== '') await write(socket, next)
  let text = ''
  socket.on('data', (data) => {
    text += data
    if (text.endsWith('}') && text.split('HTTP/1.1 ').length > (next === '' ? 1 : 2)) socket.destroy()
  })
  const closed = closeOf(socket)
  socket.resume()
  if (!socket.destroyed) await closed
  return text
}

for (const isChunked of [false, true])
  t.test(`a client that sends 5 MiB ${isChunked ? 'in chunks' : 'with Content-Length'} receives the 413`, async (t) => {
    for (let i = 0; i < TIMES; i++) {
      const text = await sendThenRead(5 * MIB, isChunked)
      t.match(text, /^HTTP\/1\.1 413 /)
      t.match(text, /"code":"body_too_large"/)
    }
  })

t.test('a client on a slow line receives the 413 too, and one with much to send', async (t) => {
  t.match(await sendThenRead(2 * MIB, false, { pauseMs: 60 }), /^HTTP\/1\.1 413 /)
  t.match(await sendThenRead(MIB, true, { pauseMs: 100 }), /^HTTP\/1\.1 413 /)
  t.match(await sendThenRead(30 * MIB, false), /^HTTP\/1\.1 413 /)
})

t.test('a client receives the 413 although the process of the service was halted meanwhile', async (t) => {
  for (const isChunked of [false, true])
    t.match(await sendThenRead(2 * MIB, isChunked, { pauseMs: 30, haltMs: 1500 }), /^HTTP\/1\.1 413 /)
})

t.test('of many clients at a time each receives the 413', async (t) => {
  const replies = await Promise.all(
    Array.from({ length: runsAllVariants ? 40 : 16 }, (_, i) => sendThenRead(3 * MIB, i % 2 === 0)),
  )
  t.strictSame([...new Set(replies.map((text) => text.slice(0, 12)))], ['HTTP/1.1 413'])
})

t.test('bodies that arrive before they are rejected are read, but not kept', async (t) => {
  const before = process.memoryUsage().rss
  const replies = await Promise.all(Array.from({ length: 8 }, () => sendThenRead(30 * MIB, false, { path: '/later' })))
  t.strictSame([...new Set(replies.map((text) => text.slice(0, 12)))], ['HTTP/1.1 413'])
  const grown = (process.memoryUsage().rss - before) / MIB
  // Kept, they would be 240 MiB more; garbage that is not collected yet is 66 to 112.
  t.ok(grown < 180, `memory grew by ${grown.toFixed()} MiB`)
})

t.test('a client that asks to close the connection receives the 413, and it is closed', async (t) => {
  for (let i = 0; i < TIMES; i++) {
    const isChunked = i % 2 === 0
    t.match(await sendThenRead(5 * MIB, isChunked, { headers: 'Connection: close\r\n' }), /^HTTP\/1\.1 413 /)
  }
})

t.test('a request that follows a rejected body on its connection is answered', async (t) => {
  for (const isChunked of [false, true]) {
    const text = await sendThenRead(3 * MIB, isChunked, { next: 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n' })
    t.match(text, /^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 [\s\S]*"error":0\}$/)
  }
})

t.test('a client that expects 100 Continue receives the 413', async (t) => {
  const text = await sendThenRead(2 * MIB, false, { headers: 'Expect: 100-continue\r\n' })
  t.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 413 /)
})

t.test('fetch receives the 413 each time, and can reuse the connection', async (t) => {
  for (let i = 0; i < TIMES; i++) {
    const body = Buffer.alloc(5 * MIB, ' ')
    const answer = await fetch(`http://127.0.0.1:${port}/read`, { method: 'POST', body })
    t.equal(answer.status, 413)
    t.match(await answer.json(), { code: 'body_too_large' })
  }
})

t.test('a few MiB of an endless body are read before the connection is closed', async (t) => {
  const socket = connect(port, '127.0.0.1')
  const closed = closeOf(socket)
  socket.on('error', () => {})
  let sent = 0
  const length = 'Content-Length: 9007199254740991'
  await write(socket, `POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
  while (!socket.destroyed && sent < 512 * MIB) {
    await write(socket, chunk).catch(() => {})
    sent += chunk.length
  }
  if (!socket.destroyed) await closed
  t.ok(sent < 512 * MIB, `closed after ${sent} bytes`)
  const begun = Date.now()
  const idle = connect(port, '127.0.0.1')
  idle.on('error', () => {})
  await write(idle, `POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
  idle.resume()
  await closeOf(idle)
  t.ok(Date.now() - begun < 25_000, 'one that sends nothing more is closed before the timeout of requests')
})

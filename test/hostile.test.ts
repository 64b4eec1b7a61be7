import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { FetchError } from '../src/net/fetch-error.ts'
import { documentOf } from './support/document.ts'
import {
  hostileBodies,
  hostileHeaders,
  hostileQueries,
  hostileSegments,
  hostileValues,
  randomFrom,
} from './support/hostile.ts'
import { addressOf, choicesOf, exampleOf, nounOf, type Operation, operationsOf } from './support/operations.ts'
import { type Reply, startService } from './support/service.ts'
import { runsAllVariants } from './support/variants.ts'

// Thousands of random hostile requests: none may cause a 5xx, hang, or return data of another account. A failed run
// prints its seed; WAYMARK_TEST_SEED repeats it.
const seed = Number(process.env['WAYMARK_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const random = randomFrom(seed)
const FOR_EACH = runsAllVariants ? 40 : 10
const LONGEST_MS = 90_000
const MARK = 'only-the-victim-may-see-this'

const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
const chance = (probability: number) => random() < probability

t.comment(`WAYMARK_TEST_SEED=${seed}`)
t.setTimeout(200_000)

// Refuses all outgoing requests.
const refuse = async () => {
  throw new FetchError('fetch_address')
}
const service = await startService(t, {}, { safeFetch: refuse })
const document = documentOf(service.app)
const operations = operationsOf(document)
const victim = await service.newClient()
const attacker = await service.newClient()

const foreign: Record<string, number> = {}
for (const operation of operations.filter(({ template }) => /^\/api\/.*\/add$/.test(template))) {
  const body = exampleOf(document, operation.body ?? {}) as Record<string, unknown>
  for (const [name, field] of [
    ['name', 'name'],
    ['description', 'description'],
    ['tag', 'tag'],
  ] as const)
    if (operation.body?.properties?.[field]) body[name] = MARK
  const { body: answer } = await victim.post(operation.template, body)
  foreign[operation.template.split('/')[2] ?? ''] = answer?.id
}
foreign['delivery'] = (await victim.post(`/api/webhook/${foreign['webhook']}/test`)).body.delivery
await service.services.deliveries.idle()
const victimState = async () => {
  const lists = operations.filter(({ isList, params, isApi }) => isApi && isList && params.length === 0)
  const replies = await Promise.all(lists.map(({ template }) => victim.get(template)))
  return replies.map(({ text }) => text.replaceAll(/"lastused":"[^"]*"/g, ''))
}

function bodyFor(operation: Operation): { raw?: string | Buffer } {
  if (!operation.body || chance(0.1)) return chance(0.5) ? { raw: pick(hostileBodies) } : {}
  if (chance(0.15)) return { raw: pick(hostileBodies) }
  const body = exampleOf(document, operation.body, chance(0.5)) as Record<string, unknown>
  // Another request may have set a hostile value as the password, which would delete the account here.
  const isDeletion = operation.template === '/api/account'
  const fields = Object.keys(operation.body.properties ?? {}).filter((name) => !isDeletion || name !== 'password')
  const names = [...fields, 'id', 'account_id', 'accountId', '__proto__', 'error']
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const value = chance(0.15) ? pick(Object.values(foreign)) : pick(hostileValues)
    Object.defineProperty(body, pick(names), { value, enumerable: true, configurable: true, writable: true })
  }
  return { raw: JSON.stringify(body) }
}

function addressFor(operation: Operation): string {
  const choice = pick(choicesOf(operation))
  const values: Record<string, string | number> = { ...choice }
  for (const { name } of operation.params)
    if (!(name in values) || chance(0.2)) {
      const id = foreign[nounOf(operation, name, choice['type'])]
      values[name] = id !== undefined && chance(0.5) ? id : pick(hostileSegments)
    }
  return addressOf(operation, values) + (chance(0.3) ? pick(hostileQueries) : '')
}

function checkReply(t: Test, reply: Reply, what: string): void {
  if (reply.status >= 500) t.fail(`${what} is answered with ${reply.status} ${reply.text.slice(0, 200)} (seed ${seed})`)
  if (reply.text.includes(MARK)) t.fail(`${what} shows another account's data (seed ${seed})`)
  if (reply.headers['x-injected']) t.fail(`${what} injects a header (seed ${seed})`)
  if (reply.headers['api-version'] !== 'v1') t.fail(`${what} has no version headers (seed ${seed})`)
  if (/\bat .*\.ts:\d|node_modules|select .* from|PGlite|postgres\b/i.test(reply.text) && reply.status >= 400)
    t.fail(`${what} reveals internals: ${reply.text.slice(0, 300)} (seed ${seed})`)
}

t.test('hostile requests never cause a 5xx, a timeout or access to another account', async (t) => {
  const before = await victimState()
  const until = Date.now() + LONGEST_MS
  let sent = 0
  for (let round = 0; round < FOR_EACH && Date.now() < until; round++)
    for (const operation of operations) {
      const address = addressFor(operation)
      const { raw } = bodyFor(operation)
      const method = chance(0.05) ? pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const) : operation.method
      const request = { key: attacker.apikey, headers: pick(hostileHeaders), ...(raw === undefined ? {} : { raw }) }
      const what = `${method} ${address.slice(0, 120)} ${JSON.stringify(request.headers).slice(0, 80)} ${String(raw).slice(0, 300)}`
      checkReply(t, await service.send(method, address, request), what)
      sent++
    }
  t.ok(sent >= 500, `${sent} requests`)
  t.equal((await attacker.get('/api/account')).status, 200, 'the attacker still has its key')
  t.same(await victimState(), before, "nothing of the victim's has changed")
  t.equal((await victim.get('/api/account')).status, 200)
})

t.test('hostile requests to public routes never cause a 5xx', async (t) => {
  const segments = [
    ...hostileSegments,
    'qr',
    'q',
    'r',
    'u',
    'avatar',
    'docs',
    '.env',
    '.git',
    'wp-login.php',
    'api',
    'webhook',
  ]
  for (let i = 0; i < 400; i++) {
    const depth = 1 + Math.floor(random() * 3)
    const path = `/${Array.from({ length: depth }, () => pick(segments)).join('/')}${chance(0.3) ? pick(hostileQueries) : ''}`
    const method = pick(['GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const)
    const raw = chance(0.3) ? { raw: pick(hostileBodies) } : {}
    checkReply(
      t,
      await service.send(method, path, { headers: pick(hostileHeaders), ...raw }),
      `${method} ${path.slice(0, 200)}`,
    )
  }
})

/** Sends bytes over a socket and resolves with the response; closes the connection if the server does not. */
function converse(port: number, bytes: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.setTimeout(1500, () => socket.destroy())
    for (const part of bytes) socket.write(part)
    socket.end()
  })
}

t.test('invalid HTTP is a 4xx with the usual body, and the service keeps running', async (t) => {
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as { port: number }
  const host = 'Host: localhost:3000\r\n'
  const conversations: (string | Buffer)[][] = [
    ['\u0000\u0001\u0002\r\n\r\n'],
    ['GET\r\n\r\n'],
    ['GET / HTTP/9.9\r\n\r\n'],
    ['GET / HTTP/1.1\r\n\r\n'],
    [`GET /api/account HTTP/1.1\r\n${host}${host}\r\n`],
    [`BREW /api/account HTTP/1.1\r\n${host}\r\n`],
    [`PROPFIND /api/account HTTP/1.1\r\n${host}\r\n`],
    [`TRACE / HTTP/1.1\r\n${host}\r\n`],
    [`CONNECT localhost:443 HTTP/1.1\r\n${host}\r\n`],
    [`GET * HTTP/1.1\r\n${host}\r\n`],
    [`GET http://evil.example/api/account HTTP/1.1\r\n${host}\r\n`],
    [`GET /%ff%fe HTTP/1.1\r\n${host}\r\n`],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    [`GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(40_000)}\r\n\r\n`],
    [`GET / HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(3000)}\r\n`],
    [`GET / HTTP/1.1\r\n${host}X : y\r\n\r\n`],
    [`GET / HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`],
    [`POST /register HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    [`POST /register HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [`POST /register HTTP/1.1\r\n${host}Content-Length: 99999999999999\r\n\r\nx`],
    [`POST /register HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [`POST /register HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    [`POST /register HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a":`],
    [`POST /register HTTP/1.1\r\n${host}Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}`],
    [`GET /api/account HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
    [`GET /api/account HTTP/1.0\r\n\r\n`],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
  ]
  for (let i = 0; i < 150; i++) {
    const noise = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256)))
    conversations.push(chance(0.5) ? [noise] : [`GET /${noise.toString('latin1')} HTTP/1.1\r\n${host}\r\n`])
  }
  const answers: string[] = []
  for (let i = 0; i < conversations.length; i += 20)
    answers.push(...(await Promise.all(conversations.slice(i, i + 20).map((bytes) => converse(port, bytes)))))
  for (const [i, answer] of answers.entries()) {
    const what = `${JSON.stringify(String(conversations[i]?.[0]).slice(0, 80))} (seed ${seed})`
    for (const [status] of answer.matchAll(/(?<=^HTTP\/1\.[01] )\d{3}/gm)) {
      if (Number(status) >= 500 && status !== '505') t.fail(`${what} answers ${status}`)
      if (!/^api-version: v1\r$/im.test(answer)) t.fail(`${what} has no version headers: ${answer.slice(0, 200)}`)
    }
  }
  t.ok(answers.filter((answer) => answer.startsWith('HTTP/1.1 4')).length > 20, 'most are answered')
  const after = await fetch(`http://127.0.0.1:${port}/livez`)
  t.equal(after.status, 200)
})

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { createExporter } from '../../src/tracing/exporter.ts'
import { openTracing } from '../../src/tracing/open-tracing.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { readFirstKey } from '../support/process-client.ts'

// Starts processes, which may take long on a busy machine.
t.setTimeout(480_000)

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: Record<string, unknown>
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: Record<string, unknown> }[] }
    scopeSpans: {
      spans: (Omit<Span, 'attributes'> & { attributes: { key: string; value: Record<string, unknown> }[] })[]
    }[]
  }[]
}

const readAttributes = (list: { key: string; value: Record<string, unknown> }[]) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector that keeps what it gets, unless it is away: then it counts and closes connections without an answer. */
async function startCollector(t: Test) {
  const exports: Export[] = []
  const headers: IncomingHttpHeaders[] = []
  const state = { isAway: false, closed: 0, status: 200 }
  const server = createServer(async (request, response) => {
    if (state.isAway) {
      state.closed++
      return void request.socket.destroy()
    }
    headers.push({ ...request.headers, path: request.url })
    exports.push((await json(request)) as Export)
    response.writeHead(state.status, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp`,
    state,
    exports,
    headers,
    spans: (): Span[] =>
      exports
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: readAttributes(span.attributes) }))),
  }
}

t.test('requests and statements are sent as spans without anything personal, once the collector answers', async (t) => {
  const collector = await startCollector(t)
  const settings = await ownDatabase(t)
  collector.state.isAway = true
  const { base, child, printed, ended } = await startServer(t, {
    ...settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collector%20secret,x-tenant=1',
    OTEL_SERVICE_NAME: 'short links',
    ACCESS_LOG: 'on',
    TRUST_PROXY: 'loopback',
  })
  for (let i = 0; i < 5; i++) t.equal((await fetch(`${base}/livez`)).status, 200)
  await printed(/the collector does not take traces/)
  t.equal((await fetch(`${base}/livez`)).status, 200)
  collector.state.isAway = false
  const key = readFirstKey(settings.DATA_DIR)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made = await fetch(`${base}/api/url/add`, {
    method: 'POST',
    headers: { ...headers, 'x-request-id': 'request-1' },
    body: JSON.stringify({ url: 'https://example.com/private-page', custom: 'hidden-alias' }),
  })
  t.equal(made.status, 200)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const visit = await fetch(`${base}/hidden-alias`, {
    redirect: 'manual',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-forwarded-for': '203.0.113.77' },
  })
  t.equal(visit.status, 302)
  await fetch(`${base}/hidden-alias`, { redirect: 'manual', headers: { traceparent: 'nonsense' } })
  t.equal((await fetch(`${base}/api/account`, { headers: { authorization: 'Bearer wrong' } })).status, 401)
  while (!collector.spans().some(({ name }) => name === 'GET /api/account')) await sleep(50)
  Object.assign(collector.state, { isAway: true, closed: 0 })
  t.equal((await fetch(`${base}/livez`)).status, 200)
  child.kill('SIGTERM')
  const { code, out } = await ended
  t.equal(code, 0)
  t.ok(collector.state.closed > 0, 'a stop sends what is left, but does not need the collector')

  const spans = collector.spans()
  const create = spans.find(({ name }) => name === 'POST /api/url/add')
  t.match(create, {
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/url/add',
      'http.response.status_code': 200,
      'waymark.request.id': 'request-1',
      'waymark.account.id': Number,
    },
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === create?.spanId)
  t.ok(
    statements.some(({ attributes }) => /insert into links/.test(String(attributes['db.query.text']))),
    'the statement that stores the link is part of its request, which had a body',
  )
  t.ok(statements.every(({ traceId }) => traceId === create?.traceId))
  const redirects = spans.filter(({ name }) => name === 'GET /:alias')
  t.equal(redirects.length, 2)
  t.match(redirects[0], { traceId, parentSpanId: 'b7ad6b7169203331', attributes: { 'http.response.status_code': 302 } })
  t.notOk(redirects[1]?.parentSpanId, 'an invalid header begins a trace')
  t.match(
    spans.find(({ name }) => name === 'GET /api/account'),
    { status: {}, attributes: { 'http.response.status_code': 401 } },
  )
  t.ok(out.includes(`"trace":"${create?.traceId}"`), 'a line of the access log names the trace')

  const [first] = collector.headers
  t.match(first, { path: '/otlp/v1/traces', 'api-key': 'collector secret', 'x-tenant': '1' })
  const [resource] = collector.exports[0]?.resourceSpans ?? []
  t.match(readAttributes(resource?.resource.attributes ?? []), { 'service.name': 'short links' })
  const sent = JSON.stringify(collector.exports)
  for (const secret of [key, 'hidden-alias', 'private-page', '203.0.113.77', 'admin@', 'collector secret'])
    t.notOk(sent.includes(secret), `no span has ${secret}`)
})

t.test('only changes between success and failure are reported', async (t) => {
  const { state, url } = await startCollector(t)
  const { exporter, report } = createExporter(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url }))
  const reported: (Error | undefined)[] = []
  report((error) => reported.push(error))
  for (const status of [200, 400, 400, 200, 200, 400]) {
    state.status = status
    await new Promise((resolve) => exporter.export([], resolve))
  }
  await exporter.shutdown()
  t.match(reported, [Error, undefined, Error])
  t.equal(reported.length, 3)
})

t.test('clients cannot choose which requests are traced', async (t) => {
  const collector = await startCollector(t)
  const sent = async (ratio: string) => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio }
    const tracing = await openTracing(readConfig(settings))
    const ended = { id: '1', method: 'GET', route: '/livez', status: 200, hasFailed: false, accountId: undefined }
    for (const id of ['0', '1', 'f']) tracing?.startRequest(`00-${id.padStart(32, '0')}-b7ad6b7169203331-01`).end(ended)
    await tracing?.close()
    return collector.spans().length
  }
  t.equal(await sent('0'), 0)
  t.equal(await sent('1'), 3)
})

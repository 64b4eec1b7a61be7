import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Finding } from '../../src/cli/doctor-findings.ts'
import type { Probes } from '../../src/cli/doctor-hosts.ts'
import { release } from '../../src/contract.ts'
import { checkDomain } from '../../src/domains/dns-check.ts'
import { commandLine } from '../support/command-line.ts'
import { openTestStore } from '../support/database.ts'
import { startService } from '../support/service.ts'

// `doctor` asks a running service through proxies that pass headers on in different ways.

const CLIENT = '198.51.100.9'
const INNER_PROXY = '203.0.113.5'
const BASE_URL = 'https://go.example.com'

/** What a proxy makes of the headers of a request. */
type Pass = (headers: IncomingHttpHeaders) => IncomingHttpHeaders

const append =
  (...addresses: string[]): Pass =>
  (headers) => ({ ...headers, 'x-forwarded-for': [headers['x-forwarded-for'], ...addresses].join(', ') })
const replace: Pass = (headers) => ({ ...headers, 'x-forwarded-for': CLIENT })
const remove: Pass = ({ 'x-forwarded-for': _, ...headers }) => headers
const withoutHost: Pass = ({ 'x-forwarded-host': _, ...headers }) => headers

// Of all services below.
const store = await openTestStore()
t.teardown(() => store.close())
const services = new Map<string, ReturnType<typeof listen>>()

/** A service that trusts `trusted`, and its port. */
async function listen(trusted: string) {
  const settings = { BASE_URL, TRUST_PROXY: trusted, DATA_DIR: t.testdirName, DOMAIN_CHECK: 'off' }
  const service = await startService(t, settings, {}, { ...store, close: async () => {} })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  return { send: service.send, settings, port }
}

function serviceOf(trusted: string) {
  const found = services.get(trusted) ?? listen(trusted)
  services.set(trusted, found)
  return found
}

/** The findings of `doctor` about the service behind a proxy that trusts `trusted`. */
async function findingsBehind(trusted: string, pass: Pass, host = 'go.example.com'): Promise<Finding[]> {
  const { settings, port } = await serviceOf(trusted)
  const proxy = createServer(({ url, headers }, response) => {
    const target = request({ port, host: '127.0.0.1', path: url, headers: { ...pass(headers), host } }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    target.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const probes: Probes = {
    checkDomain,
    readCertificate: async () => ({ fault: undefined, expires: new Date('2100-01-01') }),
    fetch: (url, init) => fetch(String(url).replace(BASE_URL, address), init),
  }
  const { json } = await commandLine(async () => store, settings, probes)(['doctor', '--json'])
  proxy.close()
  return json.findings.filter(({ check }: Finding) => check === 'proxy' || check === 'service')
}

t.test('a proxy that names the client is in order', async (t) => {
  for (const [trusted, pass] of [
    ['127.0.0.1', append(CLIENT)],
    ['1', append(CLIENT)],
    ['127.0.0.1', replace],
    ['2', append(CLIENT, INNER_PROXY)],
  ] as const) {
    await t.test(`TRUST_PROXY=${trusted}`, async (t) => {
      const [found, open, ...more] = await findingsBehind(trusted, (headers) => withoutHost(pass(headers)))
      t.match(found, { status: 'ok', message: /addresses of clients arrive/ })
      t.match(open, { status: 'warning', message: /passes on \/internal\// })
      t.same(more, [])
    })
  }
})

t.test('what is wrong with a proxy or TRUST_PROXY is said', async (t) => {
  const asItIs: Pass = (headers) => headers
  const wrong: [string, Pass, RegExp][] = [
    ['', append(CLIENT), /not trusted/],
    ['', asItIs, /passes on the X-Forwarded-For of clients as it is/],
    ['1', asItIs, /forged X-Forwarded-For is believed/],
    ['2', append(CLIENT), /forged X-Forwarded-For is believed/],
    ['1', remove, /sends no X-Forwarded-For/],
    ['1', append(CLIENT, INNER_PROXY), /that of a proxy/],
  ]
  for (const [trusted, pass, message] of wrong) {
    await t.test(String(message), async (t) => {
      const [found] = await findingsBehind(trusted, (headers) => withoutHost(pass(headers)))
      t.match(found, { status: 'failed', message, cure: /\w/ })
    })
  }
  const [within] = await findingsBehind('127.0.0.1', append('127.0.0.1'))
  t.match(within, { status: 'warning', message: /itself in TRUST_PROXY/ })
})

t.test('a host that does not arrive, or a forged one that does', async (t) => {
  const isWrong = (findings: Finding[]) => findings.some(({ message }) => /host that was asked for/.test(message))
  t.ok(isWrong(await findingsBehind('1', (headers) => withoutHost(replace(headers)), 'upstream')))
  t.ok(isWrong(await findingsBehind('1', replace)), 'X-Forwarded-Host of the client')
  t.notOk(isWrong(await findingsBehind('', replace)), 'from a proxy that is not trusted it does not count')
})

t.test('the reply of /livez names no address, and takes none that is not one', async (t) => {
  const { send } = await serviceOf('1')
  const ask = (claimed: string) =>
    send('GET', `/livez?claimed=${encodeURIComponent(claimed)}`, {
      headers: { 'x-forwarded-for': `${claimed}, ${CLIENT}` },
      ip: '203.0.113.20',
    })
  t.same((await ask('192.0.2.7')).body, {
    error: 0,
    status: 'alive',
    release: release,
    forwarding: 'forwarded',
    host: 'own',
  })
  t.equal((await ask('2001:DB8:0::1')).body.forwarding, 'forwarded')
  for (const claimed of ['x', '1'.repeat(46), '1.2.3.4, 5.6.7.8']) t.equal((await ask(claimed)).status, 400, claimed)
})

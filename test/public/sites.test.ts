import { type AddressInfo, connect } from 'node:net'
import t from 'tap'
import { normalizeHost } from '../../src/routing/hosts.ts'
import { startService } from '../support/service.ts'

const publicSettings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', TRUST_PROXY: '10.0.0.1' }
const service = await startService(t, publicSettings)
const { send } = service
const client = await service.newClient()
const page = { accept: 'text/html' }

const added = async (domain: string, more: object = {}) =>
  (await client.post('/api/domain/add', { domain, ...more })).body.id as number
await added('https://go.example', { redirectroot: 'https://corp.example/', redirect404: 'https://corp.example/404' })
await added('https://bare.example')
await added('https://münchen.example')
const linkAt = async (domain: string, custom: string) => {
  const { status } = await client.post('/api/url/add', { url: `https://dest.example/${custom}`, custom, domain })
  if (status !== 200) throw new Error(`no link: ${status}`)
}
await linkAt('https://go.example', 'sale')
await linkAt('https://bare.example', 'sale')
await linkAt('https://münchen.example', 'wiesn')
await client.post('/api/url/add', { url: 'https://dest.example/own', custom: 'sale' })
const at = (host: string, path: string, headers: Record<string, string> = {}, ip?: string) =>
  send('GET', path, { headers: { ...page, host, ...headers }, isElsewhere: true, ...(ip ? { ip } : {}) })

t.test('an alias belongs to a domain', async (t) => {
  t.equal((await at('go.example', '/sale')).headers.location, 'https://dest.example/sale')
  t.equal((await at('way.example', '/sale')).headers.location, 'https://dest.example/own')
  t.equal((await at('way.example', '/wiesn')).status, 404)
})

t.test('case, port, trailing dot, Punycode and Unicode of a host are equivalent', async (t) => {
  for (const host of ['GO.Example', 'go.example:443', 'go.example.', 'Go.Example.:8080'])
    t.equal((await at(host, '/sale')).headers.location, 'https://dest.example/sale', host)
  t.equal((await at('xn--mnchen-3ya.example', '/wiesn')).status, 302)
  t.equal((await at('XN--MNCHEN-3YA.EXAMPLE:80', '/wiesn')).status, 302)
  t.equal(normalizeHost(Buffer.from('münchen.example').toString('latin1')), 'xn--mnchen-3ya.example')
  for (const bad of ['a b', 'go.example/x', 'user@go.example', 'go.example?x', 'a,b', '', 'x'.repeat(400)])
    t.equal(normalizeHost(bad), null, bad)
  t.equal(normalizeHost('[::1]:3000'), '[::1]')
})

t.test('the root of a domain redirects to redirectroot, an unknown path to redirect404, else 404', async (t) => {
  t.match(await at('go.example', '/'), { status: 302, headers: { location: 'https://corp.example/' } })
  t.match(await at('go.example', '/?utm=1'), { status: 302, headers: { location: 'https://corp.example/' } })
  for (const path of [
    '/unknown',
    '/a/b/c',
    '/unknown+',
    '/x',
    '/%20',
    '/q/GONE123',
    '/q/GONE123+',
    '/r/gone',
    '/u/ada/1',
    '/sale+',
    '/sale/qr/large',
  ])
    t.match(await at('go.example', path), { status: 302, headers: { location: 'https://corp.example/404' } }, path)
  t.match(await at('bare.example', '/'), { status: 404, headers: { 'content-type': /html/ } })
  t.equal((await at('bare.example', '/unknown')).status, 404)
})

t.test('a branded domain serves no API, no documentation, no registration and no webhooks', async (t) => {
  const key = { authorization: `Bearer ${client.apikey}` }
  for (const path of [
    '/api/account',
    '/api/nope',
    '/docs',
    '/openapi.json',
    '/developers/postman-collection.json',
    '/livez',
    '/readyz',
  ]) {
    t.equal((await at('bare.example', path, key)).status, 404, path)
    t.equal((await at('go.example', path, key)).headers.location, 'https://corp.example/404', path)
  }
  const posted = await send('POST', '/register', { headers: { host: 'bare.example' }, body: {}, isElsewhere: true })
  t.equal(posted.status, 404)
  t.equal(
    (await send('POST', '/webhook/stripe', { headers: { host: 'bare.example' }, body: {}, isElsewhere: true })).status,
    404,
  )
})

t.test('on an unknown host public routes are 421, and the API works', async (t) => {
  for (const path of ['/sale', '/', '/r/slug', '/u/ada/1'])
    t.equal((await at('unknown.example', path)).status, 421, path)
  const json = await at('unknown.example', '/sale', { accept: 'application/json' })
  t.match(json, { status: 421, body: { error: 1, code: 'unknown_host' }, headers: { 'api-version': 'v1' } })
  t.equal((await at('unknown.example', '/api/account', { authorization: `Bearer ${client.apikey}` })).status, 200)
  t.equal((await at('unknown.example', '/livez')).status, 200)
})

t.test('X-Forwarded-Host is used only from a trusted proxy', async (t) => {
  const forged = { 'x-forwarded-host': 'go.example' }
  t.equal((await at('way.example', '/sale', forged, '203.0.113.5')).headers.location, 'https://dest.example/own')
  t.equal((await at('way.example', '/sale', forged, '10.0.0.1')).headers.location, 'https://dest.example/sale')
  const away = { 'x-forwarded-host': 'way.example' }
  t.equal((await at('bare.example', '/api/account', away, '203.0.113.5')).status, 404)
})

t.test('an added domain is served at once, and a deleted one is not', async (t) => {
  t.equal((await at('late.example', '/first')).status, 421)
  const id = await added('http://late.example')
  await linkAt('http://late.example', 'first')
  t.equal((await at('late.example', '/first')).status, 302)
  await client.put(`/api/domain/${id}/update`, { redirectroot: 'https://corp.example/late' })
  t.equal((await at('late.example', '/')).headers.location, 'https://corp.example/late')
  await client.delete(`/api/domain/${id}/delete`)
  t.equal((await at('late.example', '/first')).status, 421)
})

t.test('with a loopback BASE_URL every host is served, also a request without one', async (t) => {
  const local = await startService(t)
  const owner = await local.newClient()
  await owner.post('/api/url/add', { url: 'https://dest.example/x', custom: 'here' })
  for (const host of ['localhost:3000', '127.0.0.1', '192.168.1.7:3000', 'whatever.example'])
    t.equal((await local.send('GET', '/here', { headers: { host } })).status, 302, host)
  await local.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = local.app.server.address() as AddressInfo
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /here HTTP/1.0\r\n\r\n'))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  t.match(answer, /^HTTP\/1\.1 302/)
})

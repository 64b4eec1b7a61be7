import t from 'tap'
import { type Sent, startService } from '../support/service.ts'

// The operator's API: what the commands do, for programs that have the token.

const TOKEN = 'a-token-of-24-characters'
const settings = { BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', ABUSE_REPORTS: 'on', OPERATOR_TOKEN: TOKEN }
const service = await startService(t, settings)
const client = await service.newClient()
const url = 'https://dest.example/'
const isElsewhere = true
const ask = (path: string, body?: object, sent: Sent = {}) =>
  service.send(body ? 'POST' : 'GET', `/internal/abuse${path}`, { key: TOKEN, body, isElsewhere, ...sent })
const visit = (path: string) => service.send('GET', path, { isElsewhere })

t.test('hosts, links and accounts are blocked and lifted, with effect on the next request', async (t) => {
  const { id } = (await client.post('/api/url/add', { url, custom: 'caught' })).body
  const named = [
    { host: 'dest.example' },
    { link: 'https://way.example/caught' },
    { link: 'caught' },
    { link: String(id) },
    { account: `${client.username}@example.com` },
    { account: String(client.id) },
  ]
  for (const subject of named) {
    t.match(await ask('/ban', { ...subject, reason: 'why', until: '2999-01-01' }), { status: 200, body: { error: 0 } })
    t.match(await visit('/caught'), { status: 403 }, JSON.stringify(subject))
    const { body } = await ask('/bans')
    t.match(body.bans, [{ reason: 'why', until: '2999-01-01 00:00:00', source: 'api' }])
    t.match(await ask('/lift', subject), { status: 200 })
    t.match(await ask('/lift', subject), { status: 404, body: { code: 'not_found' } })
    t.match(await visit('/caught'), { status: 302 })
  }
})

t.test('reports are listed and closed', async (t) => {
  await client.post('/api/url/add', { url, custom: 'reported' })
  const raw = new URLSearchParams({ url: 'https://way.example/reported', kind: 'spam' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  t.equal((await service.send('POST', '/report-abuse', { raw, headers, isElsewhere })).status, 303)
  const { reports } = (await ask('/reports?limit=10')).body
  t.match(reports, [{ kind: 'spam', url: 'https://way.example/reported', account: client.id, details: [] }])
  t.match(await ask('/close', { id: reports[0].id }), { status: 200 })
  t.match(await ask('/close', { id: reports[0].id }), { status: 404 })
  t.match((await ask('/reports')).body, { reports: [] })
  t.match((await ask('/lists')).body, { error: 0, lists: [] })
})

t.test('what is not valid is refused with its field', async (t) => {
  const cases: [string, object, string][] = [
    ['/ban', {}, ''],
    ['/ban', { host: 'a.example', account: '1' }, ''],
    ['/ban', { host: 'com' }, '/host'],
    ['/ban', { host: 'way.example' }, '/host'],
    ['/ban', { host: 'a.example', reason: 'x'.repeat(501) }, '/reason'],
    ['/ban', { host: 'a.example', until: '2001-01-01' }, '/until'],
    ['/ban', { host: 7 }, '/host'],
    ['/close', { id: 'x' }, '/id'],
  ]
  for (const [path, body, field] of cases)
    t.match(
      await ask(path, body),
      { status: 400, body: { errors: [{ path: field }] } },
      JSON.stringify(body).slice(0, 60),
    )
  t.match(await ask('/ban', { link: 'nothing' }), { status: 404 })
  t.match(await ask('/bans?limit=0'), { status: 400 })
  t.match((await ask('/bans')).body, { bans: [] })
})

t.test('only the token opens it, on the own host alone; wrong ones are limited', async (t) => {
  const body = { host: 'other.example' }
  for (const key of [client.apikey, `${TOKEN}x`, 'x'])
    t.match(await ask('/ban', body, { key }), { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  await client.post('/api/domain/add', { domain: 'https://go.example' })
  t.match(await ask('/bans', undefined, { headers: { host: 'go.example' } }), { status: 404 })
  let status = 0
  for (let i = 0; i < 30; i++) status = (await ask('/bans', undefined, { key: 'wrong', ip: '198.51.100.9' })).status
  t.equal(status, 429)
  t.equal((await ask('/bans', undefined, { ip: '198.51.100.9' })).status, 200, 'the right one is not')
  t.match((await ask('/bans')).body, { bans: [] })
})

t.test('unknown paths are 404 as JSON, with the token alone', async (t) => {
  for (const [path, body] of [['/nothing'], ['/ban'], ['/lists', {}], ['/ban/x', {}]] as const) {
    t.match(await ask(path, body), { status: 404, body: { code: 'not_found' } }, path)
    t.match(await ask(path, body, { key: 'wrong', ip: '198.51.100.10' }), { status: 401 }, path)
  }
})

t.test('without the setting there is no such API', async (t) => {
  const other = await startService(t)
  t.equal((await other.send('GET', '/internal/abuse/bans', { key: TOKEN, isElsewhere })).status, 404)
})

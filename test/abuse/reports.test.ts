import t from 'tap'
import { deleteOldReports } from '../../db/queries/abuse-reports.ts'
import { commandLine } from '../support/command-line.ts'
import { startService } from '../support/service.ts'

// The page on which visitors report links, its limits, and what the operator sees.

const settings = {
  ...{ BASE_URL: 'https://way.example', DOMAIN_CHECK: 'off', ABUSE_REPORTS: 'on' },
  ...{ ABUSE_EMAIL: 'abuse@way.example', METRICS_TOKEN: 'a-token-of-metrics', APP_SCHEMES: 'myapp' },
}
const service = await startService(t, settings)
const { services } = service
const client = await service.newClient()
const waymark = commandLine(async () => services.store, settings)
const visit = (path: string, sent = {}) => service.send('GET', path, { isElsewhere: true, ...sent })
const link = { id: 0 }
link.id = (
  await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'caught', metatitle: 'x' })
).body.id

let address = 0
const report = (fields: Record<string, string>, { ip = `198.51.100.${++address}`, headers = {} } = {}) =>
  service.send('POST', '/report-abuse', {
    raw: new URLSearchParams({
      url: 'https://way.example/caught',
      kind: 'phishing',
      details: '',
      ...fields,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...{ ip, isElsewhere: true },
  })
const reports = async (...args: string[]) => {
  const { code, json, err } = await waymark(['abuse', 'reports', ...args, '--json'])
  if (code !== 0) throw new Error(err)
  return json.reports
}

t.test('the page is a form without script and cookie, in the language of the visitor', async (t) => {
  const page = await visit('/report-abuse?url=https%3A%2F%2Fway.example%2F%22%3E%3Cb%3E')
  t.match(page, { status: 200, headers: { 'set-cookie': undefined, 'cache-control': 'private, no-store' } })
  t.match(page.text, /<form method="post" action="\/report-abuse">/)
  t.match(page.text, 'value="https://way.example/&quot;&gt;&lt;b&gt;"')
  t.match(page.text, 'mailto:abuse@way.example')
  t.match(page.text, 'noindex')
  t.notMatch(page.text, '<script')
  t.match((await visit('/report-abuse', { headers: { 'accept-language': 'de' } })).text, 'Einen Link melden')
})

t.test('reports are stored, the same ones counted, and closed by the operator', async (t) => {
  const sent = await report({ details: '  Asks for\nmy \u202Epassword ' })
  t.match(sent, { status: 303, headers: { location: '/report-abuse?sent=1', 'set-cookie': undefined } })
  t.match((await visit('/report-abuse?sent=1')).text, 'Your report was sent')
  await report({ details: 'So it did to me', url: 'http://WAY.example/caught?x=1#y' })
  await report({ details: 'So it did to me' })
  await report({ kind: 'malware', url: 'way.example/caught' })
  const found = await reports()
  t.match(found, [
    { kind: 'malware', count: 1, details: [] },
    {
      ...{ kind: 'phishing', count: 3, url: 'https://way.example/caught', link: link.id, account: client.id },
      ...{ email: `${client.username}@example.com`, quarantined: false, closed: null },
      details: ['Asks for my password', 'So it did to me'],
    },
  ])
  const { out } = await waymark(['abuse', 'reports'])
  t.match(
    out,
    /phishing {2}https:\/\/way\.example\/caught {2}3× {2}last .* {2}account 1 .*\n {4}Asks for my password\n/,
  )
  t.match(await waymark(['abuse', 'close', String(found[1].id)]), { code: 0 })
  t.match(await waymark(['abuse', 'close', String(found[1].id)]), { code: 1 })
  t.match(await reports(), [{ kind: 'malware' }])
  t.equal((await reports('--all')).length, 2)
  await report({})
  t.equal((await reports()).length, 2, 'a closed report that comes again is another one')
  const metrics = await service.send('GET', '/metrics', { key: 'a-token-of-metrics', isElsewhere: true })
  t.match(metrics.text, 'waymark_abuse_reports_total{kind="phishing"} 4')
})

t.test('bio pages, codes and branded domains can be reported', async (t) => {
  await client.post('/api/bio/add', { name: 'B', custom: 'caught-bio', published: true })
  await client.post('/api/domain/add', { domain: 'https://go.example' })
  await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'far/off', domain: 'https://go.example' })
  const code = (await client.post('/api/qr/add', { type: 'text', data: 'Call me' })).body.link.replace('/qr/', '/q/')
  const branded = { type: 'text', data: 'Call', domain: 'https://go.example' }
  const there = (await client.post('/api/qr/add', branded)).body.link
  const campaign = await client.post('/api/campaign/add', { name: 'C', slug: 'caught', public: true })
  const { list, rotator } = campaign.body
  const urls = ['https://way.example/caught-bio', code, there, rotator, list, 'https://go.example/far/off']
  for (const url of urls) t.equal((await report({ url, kind: 'spam' })).status, 303, url)
  const found = (await reports()).slice(0, urls.length)
  t.match(
    found,
    urls.toReversed().map((url) => ({ url, account: client.id })),
  )
  for (const url of urls) {
    const banned = await waymark(['abuse', 'ban', '--account', url, '--json'])
    t.match(banned, { code: 0, json: { account_id: client.id } }, url)
  }
  await services.changes.settle()
  t.match(await visit('/caught-bio'), { status: 403 })
  t.equal((await waymark(['abuse', 'lift', '--account', code])).code, 0)
  await services.changes.settle()
  for (const url of [code.replace('way.', 'no.'), 'https://way.example/q/abcdefgh', 'https://way.example/nothing'])
    t.equal((await waymark(['abuse', 'ban', '--account', url])).code, 1, url)
})

t.test('what visitors do not get cannot be reported, so that a report does not tell that it exists', async (t) => {
  await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'hidden', status: 'private' })
  await client.post('/api/bio/add', { name: 'B', custom: 'hidden-bio', published: false })
  const hidden = await client.post('/api/campaign/add', { name: 'C', public: false })
  const other = await service.newClient()
  await other.post('/api/domain/add', { domain: 'https://other.example' })
  const code = new URL((await client.post('/api/qr/add', { type: 'text', data: 'Call me' })).body.link).pathname
  const before = (await reports()).length
  for (const url of [
    ...['hidden', 'hidden-bio', 'q/abcdefgh', 'qr/abcdefgh.svg', 'r/nothing', `u/nobody/${hidden.body.id}`],
    ...[`u/${client.username}/${hidden.body.id}`, 'u/x', 'q/x', 'r/', 'qr/'],
  ])
    t.match(await report({ url: `https://way.example/${url}` }), { status: 400, text: /url-problem/ }, url)
  t.equal((await report({ url: `https://other.example${code}` })).status, 400, 'a code of another account')
  t.equal((await reports()).length, before)
})

t.test('what is not an address of this service, or incomplete, is shown again', async (t) => {
  const before = (await reports()).length
  const cases: [Record<string, string>, string][] = [
    [{ url: 'https://elsewhere.example/caught' }, 'url-problem'],
    [{ url: 'https://way.example/nothing-here' }, 'url-problem'],
    [{ url: 'javascript:alert(1)' }, 'url-problem'],
    [{ url: '' }, 'url-problem'],
    [{ url: `https://way.example/${'x'.repeat(3000)}` }, 'url-problem'],
    [{ kind: 'boring' }, 'kind-problem'],
    [{ details: 'x'.repeat(1001) }, 'details-problem'],
  ]
  for (const [fields, problem] of cases) {
    const reply = await report({ details: '<b>kept</b>', ...fields })
    t.match(reply, { status: 400, text: new RegExp(`id="${problem}"`) }, JSON.stringify(fields).slice(0, 80))
    if (!('details' in fields)) t.match(reply.text, '&lt;b&gt;kept&lt;/b&gt;')
  }
  t.match(await report({ kind: 'no' }, { headers: { accept: 'application/json' } }), {
    status: 400,
    body: { code: 'invalid_request', errors: [{ path: '/kind', message: /phishing, malware/ }] },
  })
  const foreign = await report({}, { headers: { origin: 'https://evil.example' } })
  t.match(foreign, { status: 200, text: /<form/ }, 'a form of another site is only shown')
  t.equal((await reports()).length, before)
})

t.test('an address sends ten reports an hour, all of them 600 new ones', async (t) => {
  const ip = '203.0.113.77'
  for (let i = 0; i < 10; i++) t.equal((await report({}, { ip })).status, 303)
  t.match(await report({}, { ip }), { status: 429, headers: { 'retry-after': /^\d+$/ } })
  t.equal((await report({})).status, 303, 'others go on')
  await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'fresh' })
  const fresh = { url: 'https://way.example/fresh' }
  const limited = { status: 429, headers: { 'retry-after': /^\d+$/ } }
  // What is not stored does not keep others from reporting.
  for (let i = 0; i < 700; i++) await report({ url: '' }, { ip: `10.1.${i >> 8}.${i & 255}` })
  t.equal((await report(fresh)).status, 303)
  await services.db
    .insertInto('abuse_reports')
    .values(
      Array.from({ length: 600 }, (_, i) => ({
        url: `https://way.example/x/${i}`,
        kind: 'spam',
        account_id: client.id,
      })),
    )
    .execute()
  t.match(await report({ ...fresh, kind: 'spam' }), limited)
  t.equal((await report(fresh)).status, 303, 'the same again is counted')
  await services.db.deleteFrom('abuse_reports').where('url', 'like', '%/x/%').execute()
  t.equal((await report({ ...fresh, kind: 'spam' })).status, 303)
})

t.test('an IPv6 /48 sends 60 reports an hour', async (t) => {
  const statuses: number[] = []
  for (let i = 0; i < 70; i++)
    statuses.push((await report({}, { ip: `2001:db8:5:${(i << 8).toString(16)}::1` })).status)
  t.strictSame([statuses.indexOf(429), statuses.at(-1)], [60, 429])
  t.equal((await report({}, { ip: '2001:db8:6::1' })).status, 303, 'other networks go on')
})

t.test('pages before a destination lead to the page of reports', async (t) => {
  const href = '/report-abuse?url=https%3A%2F%2Fway.example%2Fcaught'
  const bot = { headers: { 'user-agent': 'Twitterbot/1.0' } }
  t.match((await visit('/caught', bot)).text, `href="https://way.example${href}"`)
  await client.put(`/api/url/${link.id}/update`, { type: 'splash' })
  t.match((await visit('/caught')).text, `href="https://way.example${href}"`)
})

t.test('no new link gets the path; an older link keeps it, with its form and paths', async (t) => {
  const taken = { status: 400, body: { code: 'alias_reserved' } }
  t.match(await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'report-abuse' }), taken)
  t.match(await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'Report-Abuse/x' }), taken)
  // As a link of an older release.
  const { id } = (await client.post('/api/url/add', { url: 'https://dest.example/', custom: 'older' })).body
  await services.db.updateTable('aliases').set({ alias: 'report-abuse' }).where('alias', '=', 'older').execute()
  await services.changes.settle()
  t.equal((await visit('/report-abuse')).headers['location'], 'https://dest.example/')
  await client.put(`/api/url/${id}/update`, { pathforward: true })
  t.equal((await visit('/report-abuse/x')).headers['location'], 'https://dest.example/x')
  await client.put(`/api/url/${id}/update`, { redirectstatus: 307 })
  t.equal((await report({})).headers['location'], 'https://dest.example/')
  await client.put(`/api/url/${id}/update`, { password: 'a secret word' })
  t.match((await report({})).text, 'password')
  await client.delete(`/api/url/${id}/delete`)
  t.match((await visit('/report-abuse')).text, '<form')
})

t.test('old reports are deleted', async (t) => {
  const { length } = await reports('--all')
  t.equal(await deleteOldReports(services.db, 100), 0)
  const old = new Date(Date.now() - 91 * 86_400_000)
  const { numUpdatedRows } = await services.db
    .updateTable('abuse_reports')
    .set({ closed_at: old })
    .where('closed_at', 'is not', null)
    .executeTakeFirst()
  t.equal(await deleteOldReports(services.db, 100), Number(numUpdatedRows))
  t.equal((await reports('--all')).length, length - Number(numUpdatedRows))
})

t.test('without the setting there is no such page', async (t) => {
  const other = await startService(t, { BASE_URL: 'https://way.example' })
  t.equal((await other.send('GET', '/report-abuse', { isElsewhere: true })).status, 404)
})

t.test('pages before a destination lead to the page of reports', async (t) => {
  const client = await service.newClient()
  const overlay = (await client.post('/api/overlay/add', { type: 'message', name: 'O', text: 'Hello' })).body.id
  const link = { url: 'https://example.com/p', deeplink: { apple: 'myapp://p', google: 'myapp://p' } }
  const custom = ['with-app', 'with-overlay']
  t.equal((await client.post('/api/url/add', { ...link, custom: custom[0] })).status, 200)
  t.equal(
    (await client.post('/api/url/add', { url: link.url, custom: custom[1], type: `overlay-${overlay}` })).status,
    200,
  )
  for (const alias of custom) {
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
    const { status, text } = await visit(`/${alias}`, { headers: { 'user-agent': agent } })
    t.match({ status, text }, { status: 200, text: `/report-abuse?url=https%3A%2F%2Fway.example%2F${alias}` }, alias)
  }
})

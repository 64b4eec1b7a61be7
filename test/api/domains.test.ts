import { sql } from 'kysely'
import t from 'tap'
import { createDomainChecks } from '../../src/domains/domain-checks.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()

// A service with DOMAIN_CHECK and a fake DNS: `dns.answer` is the result of every lookup, except that `bad.…` points
// elsewhere.
const dns = { answer: 'here' as 'here' | 'elsewhere' | 'silent', lookups: 0 }
const expected = ['CNAME waymark.example.net']
const checkDomain = async (host: string) => {
  dns.lookups++
  if (dns.answer === 'silent') return { ok: false, expected, found: [], failed: true }
  const isHere = dns.answer === 'here' && !host.startsWith('bad.')
  return isHere ? { ok: true, expected, found: expected } : { ok: false, expected, found: ['A 192.0.2.9'] }
}
// Every host is proven; test/domains/ownership.test.ts has those that are not.
const proveDomain = async () => ({ result: 'txt' as const, expected: [], found: [] })
const checked = await startService(
  t,
  { DOMAIN_CHECK: 'on', BASE_URL: 'https://waymark.example.net' },
  { checkDomain, proveDomain },
)
const owner = await checked.newClient()
const { db } = checked.services
t.beforeEach(() => {
  dns.answer = 'here'
  dns.lookups = 0
})
const addDomain = async (domain: string) => (await owner.post('/api/domain/add', { domain })).body.id as number
const statusOf = async (id: number) => (await owner.get(`/api/domain/${id}/status`)).body.data
const ask = async (domain: string) =>
  (await checked.send('GET', `/internal/tls-ask?domain=${domain}`, { headers: { host: 'app:3000' } })).status
// Moves every stored time of a domain into the past.
const age = (id: number, minutes: number) =>
  sql`update domains set verified_at = verified_at - make_interval(mins => ${minutes}),
    checked_at = checked_at - make_interval(mins => ${minutes}), lost_at = lost_at - make_interval(mins => ${minutes}),
    check_at = check_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(db)

t.test('a domain can be added, listed in lower case and Punycode, updated and deleted', async (t) => {
  const created = await client.post('/api/domain/add', {
    domain: 'HTTPS://Gö.Example.com/',
    redirectroot: 'https://example.com',
  })
  t.match(created, { status: 200, body: { error: 0, id: Number } })
  const { id } = created.body
  t.strictSame((await client.get('/api/domains')).body.data.domains, [
    {
      id,
      domain: 'https://xn--g-1ga.example.com',
      redirectroot: 'https://example.com',
      redirect404: null,
      caseinsensitive: false,
      apple: [],
      android: [],
      language: null,
      brandname: null,
      brandlogo: null,
      brandcolors: null,
    },
  ])
  const updated = await client.put(`/api/domain/${id}/update`, { redirect404: 'https://example.com/lost' })
  t.strictSame(updated.body, { error: 0, message: 'Domain has been updated successfully.' })
  t.match((await client.get('/api/domains')).body.data.domains[0], {
    redirectroot: 'https://example.com',
    redirect404: 'https://example.com/lost',
  })
  t.equal((await client.put(`/api/domain/${id}/update`, { redirectroot: null, redirect404: '' })).status, 200)
  t.match((await client.get('/api/domains')).body.data.domains[0], { redirectroot: null, redirect404: null })
  t.equal((await client.put(`/api/domain/${id}/update`, {})).status, 200, 'nothing to change is fine')
  t.equal((await other.delete(`/api/domain/${id}/delete`)).status, 404)
  t.strictSame((await client.delete(`/api/domain/${id}/delete`)).body, {
    error: 0,
    message: 'Domain has been deleted successfully.',
  })
})

t.test('a domain must consist of a scheme and a host name', async (t) => {
  const bad = [
    'go.example.com',
    'ftp://go.example.com',
    'https://go.example.com:8080',
    'https://go.example.com:443',
    'https://go.example.com/path',
    'https://go.example.com/?q',
    'https://go.example.com?',
    'https://go.example.com#x',
    'https://user@go.example.com',
    'https://192.0.2.7',
    'https://0x7f000001',
    'https://[::1]',
    'https://localhost',
    'https://a..b.com',
    'https://-x.com',
    `https://${'a'.repeat(64)}.com`,
    'https://go example.com',
    'javascript:alert(1)',
  ]
  for (const domain of bad)
    t.match(
      await client.post('/api/domain/add', { domain }),
      { status: 400, body: { errors: [{ path: '/domain' }] } },
      domain,
    )
  const redirects = ['javascript:alert(1)', 'ftp://x.com', 'nowhere', 'https://', 'https://a b.com']
  for (const redirectroot of redirects)
    t.match(
      await client.post('/api/domain/add', { domain: 'https://ok.example.com', redirectroot }),
      { status: 400, body: { errors: [{ path: '/redirectroot' }] } },
      redirectroot,
    )
})

t.test('a host belongs to one account regardless of the scheme, also with concurrent requests', async (t) => {
  const replies = await Promise.all([
    client.post('/api/domain/add', { domain: 'https://race.example.com' }),
    other.post('/api/domain/add', { domain: 'http://RACE.example.com' }),
  ])
  t.same(replies.map((reply) => reply.status).sort(), [200, 409])
  t.match(replies.find((reply) => reply.status === 409)?.body, { code: 'domain_taken', errors: [{ path: '/domain' }] })
})

t.test(
  'with DOMAIN_CHECK, a domain must point to the service; its status has expected and actual records',
  async (t) => {
    const refused = await owner.post('/api/domain/add', { domain: 'https://bad.example.com' })
    t.equal(refused.status, 400)
    t.match(refused.body.errors[0].message, /CNAME waymark\.example\.net.*A 192\.0\.2\.9/)
    t.match(await statusOf(await addDomain('https://good.example.com')), { pointed: true, tls: true, expected })
  },
)

t.test("a certificate may only be ordered for the service's host and for domains that point to it", async (t) => {
  t.equal(await ask('waymark.example.net'), 200)
  t.equal(await ask('GOOD.example.com.'), 200)
  t.equal(await ask('evil.example.com'), 404)
  t.equal(await ask(''), 400)
  t.equal(await ask('good-too.example.com'), 404)
  await addDomain('https://good-too.example.com')
  t.equal(await ask('good-too.example.com'), 200, 'what was unknown is asked for again once it was added')
})

t.test('a domain that was added without DOMAIN_CHECK is checked when the proxy asks', async (t) => {
  const id = await addDomain('https://asked.example.com')
  await db.updateTable('domains').set({ verified_at: null, checked_at: null }).where('id', '=', id).execute()
  dns.answer = 'elsewhere'
  dns.lookups = 0
  t.strictSame(await Promise.all([1, 2, 3].map(() => ask('asked.example.com'))), [404, 404, 404])
  t.equal(dns.lookups, 1)
  dns.answer = 'here'
  await age(id, 2)
  t.equal(await ask('asked.example.com'), 200)
})

t.test("after the DNS changed, the status and the proxy's check agree during and after the grace period", async (t) => {
  const id = await addDomain('https://moved.example.com')
  t.match(await statusOf(id), { pointed: true, tls: true, tlsuntil: null, lost: null, verified: /^\d{4}-/ })
  t.equal(await ask('moved.example.com'), 200)
  dns.answer = 'elsewhere'
  await age(id, 2)
  t.equal(await ask('moved.example.com'), 200, 'seen to point here two minutes ago')
  t.match(await statusOf(id), { pointed: false, tls: true, tlsuntil: /^\d{4}-/, lost: /^\d{4}-/ })
  await age(id, 10)
  t.equal(await ask('moved.example.com'), 404)
  t.match(await statusOf(id), { pointed: false, tls: false, tlsuntil: null, lost: /^\d{4}-/ })
  dns.answer = 'here'
  t.match(await statusOf(id), { pointed: true, tls: true, tlsuntil: null, lost: null })
  t.equal(await ask('moved.example.com'), 200)
})

t.test('name servers that do not answer leave the stored state unchanged', async (t) => {
  const id = await addDomain('https://quiet.example.com')
  dns.answer = 'silent'
  await age(id, 60)
  t.equal(await ask('quiet.example.com'), 200)
  t.match(await statusOf(id), { pointed: false, tls: true, tlsuntil: null, lost: null })
})

t.test("the proxy's check uses the stored state for a minute and resolves again after that", async (t) => {
  const id = await addDomain('https://busy.example.com')
  dns.lookups = 0
  for (let i = 0; i < 20; i++) await ask('busy.example.com')
  t.equal(dns.lookups, 0)
  await age(id, 2)
  await Promise.all(Array.from({ length: 20 }, () => ask('busy.example.com')))
  t.equal(dns.lookups, 1, 'simultaneous questions share a check')
})

t.test('domains are checked on a schedule, each by one instance, and more often after their DNS changed', async (t) => {
  await sql`delete from domains`.execute(db)
  const ids = []
  for (let i = 0; i < 25; i++) ids.push(await addDomain(`https://scheduled-${i}.example.com`))
  const due = async () =>
    (
      await sql<{ minutes: number }>`
        select extract(epoch from check_at - now())::float8 / 60 as minutes from domains order by id`.execute(db)
    ).rows.map(({ minutes }) => minutes)
  dns.lookups = 0
  // Two instances at the same time.
  const second = createDomainChecks({
    db,
    settings: { isChecked: true, isProofNeeded: true },
    check: checked.services.checkDomain,
    prove: checked.services.proveDomain,
  })
  t.teardown(() => second.close())
  await Promise.all([checked.services.domainChecks.checkDue(), second.checkDue()])
  t.equal(dns.lookups, 25, 'each domain once')
  const times = await due()
  t.ok(
    times.every((minutes) => minutes > 4.7 * 60 && minutes < 7.3 * 60),
    'again in about six hours',
  )
  t.ok(new Set(times.map((minutes) => Math.round(minutes))).size > 5, 'not all at the same time')
  await checked.services.domainChecks.checkDue()
  t.equal(dns.lookups, 25, 'nothing is due')
  dns.answer = 'elsewhere'
  const [id = 0] = ids
  await age(id, 8 * 60)
  await checked.services.domainChecks.checkDue()
  t.equal(dns.lookups, 26)
  const [next = 0] = await due()
  t.ok(next > 3.9 && next < 6.1, 'again in about five minutes')
  const { lost_at } = await db.selectFrom('domains').select('lost_at').where('id', '=', id).executeTakeFirstOrThrow()
  t.ok(lost_at)
})

t.test('without DOMAIN_CHECK, a certificate may be ordered and the DNS is not resolved', async (t) => {
  service.services.checkDomain = checkDomain
  const { id } = (await client.post('/api/domain/add', { domain: 'https://bad.example.com' })).body
  t.equal((await service.send('GET', '/internal/tls-ask?domain=bad.example.com')).status, 200)
  await service.services.domainChecks.checkDue()
  t.equal(dns.lookups, 0)
  t.match((await client.get(`/api/domain/${id}/status`)).body.data, { pointed: false, tls: true, tlsuntil: null })
})

t.test('a deleted domain stays reserved for its account; adding it again restores its links', async (t) => {
  const domain = 'https://printed.example.com'
  const { id } = (await client.post('/api/domain/add', { domain })).body
  const add = async (custom: string) =>
    (await client.post('/api/url/add', { url: `https://example.com/${custom}`, custom, domain })).body.id
  const [first, moved] = [await add('poster'), await add('moved')]
  await client.delete(`/api/domain/${id}/delete`)
  await client.put(`/api/url/${moved}/update`, { domain: 'localhost' })
  const refused = await other.post('/api/domain/add', { domain: 'http://PRINTED.example.com' })
  t.match(refused, { status: 409, body: { code: 'domain_taken', errors: [{ path: '/domain' }] } })
  t.match(refused.body.message, /reserved for its account until \d{4}-\d{2}-\d{2}/)
  const visit = (host: string) =>
    service.send('GET', '/poster', { headers: { host: new URL(host).host }, isElsewhere: true })
  t.not((await visit(domain)).status, 302)
  t.equal((await client.post('/api/domain/add', { domain })).status, 200)
  t.match(await visit(domain), { status: 302, headers: { location: 'https://example.com/poster' } })
  t.match((await client.get(`/api/url/${first}`)).body.details, { attached: true, shorturl: `${domain}/poster` })
  t.match((await client.get(`/api/url/${moved}`)).body.details, { domain: null, attached: true }, 'moved meanwhile')
})

t.test('if two links had the same alias on a deleted domain, the newer one is restored', async (t) => {
  const domain = 'https://twice.example.com'
  const added = async () => (await client.post('/api/domain/add', { domain })).body.id
  const link = async (url: string) => (await client.post('/api/url/add', { url, custom: 'same', domain })).body.id
  let id = await added()
  const older = await link('https://example.com/older')
  await client.delete(`/api/domain/${id}/delete`)
  await service.services.db
    .updateTable('aliases')
    .set({ domain_id: null, detached: true, lost_domain: null })
    .where('link_id', '=', older)
    .execute()
  id = await added()
  const newer = await link('https://example.com/newer')
  await client.delete(`/api/domain/${id}/delete`)
  await service.services.db
    .updateTable('aliases')
    .set({ domain_id: null, detached: true, lost_domain: domain })
    .where('link_id', '=', older)
    .execute()
  t.ok(await added())
  t.match((await client.get(`/api/url/${newer}`)).body.details, { attached: true })
  t.match((await client.get(`/api/url/${older}`)).body.details, { attached: false })
})

t.test('a deleted domain can be added by any account after 30 days', async (t) => {
  const domain = 'https://expired.example.com'
  const { id } = (await client.post('/api/domain/add', { domain })).body
  const { id: linkId } = (await client.post('/api/url/add', { url: 'https://example.com/', domain, custom: 'mine' }))
    .body
  await client.delete(`/api/domain/${id}/delete`)
  const { db, domainChecks } = service.services
  const reservations = () => db.selectFrom('reserved_hosts').select('host').where('host', '=', 'expired.example.com')
  await sql`update reserved_hosts set reserved_until = reserved_until - interval '29 days 23 hours'`.execute(db)
  t.equal((await other.post('/api/domain/add', { domain })).status, 409)
  await domainChecks.checkDue()
  t.equal((await reservations().execute()).length, 1)
  await sql`update reserved_hosts set reserved_until = reserved_until - interval '1 hour'`.execute(db)
  await domainChecks.checkDue()
  t.equal((await reservations().execute()).length, 0)
  t.equal((await other.post('/api/domain/add', { domain })).status, 200)
  t.match(
    (await client.get(`/api/url/${linkId}`)).body.details,
    { attached: false },
    'its links stay with their account',
  )
})

t.test('another account never gets a domain that is being deleted concurrently', async (t) => {
  for (let i = 0; i < 8; i++) {
    const domain = `https://race-${i}.example.com`
    const { id } = (await client.post('/api/domain/add', { domain })).body
    const replies = await Promise.all([
      other.post('/api/domain/add', { domain }),
      client.delete(`/api/domain/${id}/delete`),
      other.post('/api/domain/add', { domain }),
      other.post('/api/domain/add', { domain }),
    ])
    t.same(
      replies.map(({ status }) => status),
      [409, 200, 409, 409],
    )
    t.equal((await client.post('/api/domain/add', { domain })).status, 200)
  }
})

t.test('a domain that cannot be stored is refused before the database is queried', async (t) => {
  for (const domain of ['%00', 'a%20b', 'a%0a'])
    t.match(await client.get(`/internal/tls-ask?domain=${domain}`), { status: 400, body: { code: 'invalid_request' } })
  t.match((await client.get('/internal/tls-ask?domain=%00')).body.errors, [{ path: 'query/domain' }])
})

t.test('a domain can be read by id, as in the list', async (t) => {
  const { id } = (
    await client.post('/api/domain/add', { domain: 'https://one.example.com', redirectroot: 'https://example.com/' })
  ).body
  const listed = (await client.get('/api/domains')).body.data.domains.find((one: { id: number }) => one.id === id)
  t.strictSame((await client.get(`/api/domain/${id}`)).body, { error: 0, details: listed })
})

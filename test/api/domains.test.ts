import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()

t.test('a domain is added, listed in lower case and Punycode, updated and deleted', async (t) => {
  const created = await client.post('/api/domain/add', {
    domain: 'HTTPS://Gö.Example.com/',
    redirectroot: 'https://example.com',
  })
  t.match(created, { status: 200, body: { error: 0, id: Number } })
  const { id } = created.body
  t.strictSame((await client.get('/api/domains')).body.data.domains, [
    { id, domain: 'https://xn--g-1ga.example.com', redirectroot: 'https://example.com', redirect404: null },
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

t.test('what is not just a scheme and a host name is refused', async (t) => {
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

t.test('a host belongs to one account, whatever its scheme, also when two ask at once', async (t) => {
  const replies = await Promise.all([
    client.post('/api/domain/add', { domain: 'https://race.example.com' }),
    other.post('/api/domain/add', { domain: 'http://RACE.example.com' }),
  ])
  t.same(replies.map((reply) => reply.status).sort(), [200, 409])
  t.match(replies.find((reply) => reply.status === 409)?.body, { code: 'domain_taken', errors: [{ path: '/domain' }] })
})

t.test('with the check on, a domain must point here, and the status says what was expected and found', async (t) => {
  const checked = await startService(
    t,
    { DOMAIN_CHECK: 'on' },
    {
      checkDomain: async (host) => ({
        ok: host.startsWith('good'),
        expected: ['CNAME waymark.example.net'],
        found: host.startsWith('good') ? ['CNAME waymark.example.net'] : ['A 192.0.2.9'],
      }),
    },
  )
  const client = await checked.newClient()
  const refused = await client.post('/api/domain/add', { domain: 'https://bad.example.com' })
  t.equal(refused.status, 400)
  t.match(refused.body.errors[0].message, /CNAME waymark\.example\.net.*A 192\.0\.2\.9/)
  const { id } = (await client.post('/api/domain/add', { domain: 'https://good.example.com' })).body
  t.match((await client.get(`/api/domain/${id}/status`)).body, {
    error: 0,
    data: { pointed: true, tls: true, expected: ['CNAME waymark.example.net'] },
  })
})

t.test('a certificate may be had for the own host and for domains that lead here, and for no other name', async (t) => {
  const checked = await startService(
    t,
    { DOMAIN_CHECK: 'on', BASE_URL: 'https://waymark.example.net' },
    { checkDomain: async (host) => ({ ok: host.startsWith('good'), expected: [], found: [] }) },
  )
  const client = await checked.newClient()
  await client.post('/api/domain/add', { domain: 'https://good.example.com' })
  const ask = async (domain: string) =>
    (await checked.send('GET', `/internal/tls-ask?domain=${domain}`, { headers: { host: 'app:3000' } })).status
  t.equal(await ask('waymark.example.net'), 200)
  t.equal(await ask('GOOD.example.com.'), 200)
  t.equal(await ask('evil.example.com'), 404)
  t.equal(await ask(''), 400)
  await client.post('/api/domain/add', { domain: 'https://good-too.example.com' })
  t.equal(await ask('good-too.example.com'), 200)
})

t.test('a proxy that asks again within a minute costs no other look; a change of the domains does', async (t) => {
  let looks = 0
  let isHere = true
  const checked = await startService(
    t,
    { DOMAIN_CHECK: 'on', BASE_URL: 'https://waymark.example.net' },
    {
      checkDomain: async () => {
        looks++
        return { ok: isHere, expected: [], found: [] }
      },
    },
  )
  const client = await checked.newClient()
  const { id } = (await client.post('/api/domain/add', { domain: 'https://asked.example.com' })).body
  const { db, changes } = checked.parts
  await db.updateTable('domains').set({ verified_at: null }).where('id', '=', id).execute()
  await changes.settle()
  isHere = false
  looks = 0
  const ask = async (domain: string) =>
    (await checked.send('GET', `/internal/tls-ask?domain=${domain}`, { headers: { host: 'app:3000' } })).status
  t.strictSame(await Promise.all([1, 2, 3].map(() => ask('asked.example.com'))), [404, 404, 404])
  t.equal(looks, 1)
  t.equal(await ask('later.example.com'), 404)
  isHere = true
  await client.post('/api/domain/add', { domain: 'https://later.example.com' })
  t.equal(await ask('later.example.com'), 200)
  t.equal(await ask('asked.example.com'), 200)
})

t.test('a domain that no database can hold is refused before one is asked', async (t) => {
  for (const domain of ['%00', 'a%20b', 'a%0a'])
    t.match(await client.get(`/internal/tls-ask?domain=${domain}`), { status: 400, body: { code: 'invalid_request' } })
  t.match((await client.get('/internal/tls-ask?domain=%00')).body.errors, [{ path: 'query/domain' }])
})

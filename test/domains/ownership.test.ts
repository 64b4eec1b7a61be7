import { sql } from 'kysely'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { checkProof, createTxtResolver } from '../../src/domains/proof.ts'
import type { Services } from '../../src/services.ts'
import { settleEvents } from '../support/events.ts'
import { startNameServer } from '../support/name-server.ts'
import { startService } from '../support/service.ts'

// On a public service a host is served once its account has proven that it owns it: by a TXT record or a file.

const names = await startNameServer(t)
const dns = { points: true }
const files = new Map<string, string>()
const expected = ['CNAME way.example']
const replaced: Partial<Services> = {
  checkDomain: async () => ({ ok: dns.points, expected, found: dns.points ? expected : ['A 203.0.113.9'] }),
  proveDomain: (claim) =>
    checkProof(claim, {
      resolveTxt: createTxtResolver([names.address]),
      fetchText: async (url) => files.get(url) ?? null,
    }),
}
const service = await startService(t, { BASE_URL: 'https://way.example' }, replaced)
const owner = await service.newClient()
const other = await service.newClient()
const { db, domainChecks } = service.services
t.beforeEach(() => {
  dns.points = true
  names.isFailing = false
  files.clear()
})

const add = async (host: string, more: object = {}) =>
  (await owner.post('/api/domain/add', { domain: `https://${host}`, ...more })).body.id as number
const statusOf = async (id: number) => (await owner.get(`/api/domain/${id}/status`)).body.data
const visit = async (host: string, path: string, headers: Record<string, string> = {}) =>
  await service.send('GET', path, { headers: { host, ...headers }, isElsewhere: true })
const ask = async (host: string) => {
  const { status } = await service.send('GET', `/internal/tls-ask?domain=${host}`)
  await service.services.changes.settle()
  return status
}
const wantedText = async (id: number): Promise<string> => {
  const [record = ''] = (await statusOf(id)).proof.expected
  return /"(.+)"/.exec(record)?.[1] ?? ''
}
const prove = async (id: number, host: string) => {
  names.records.set(`_waymark.${host}`, ['v=spf1 -all', await wantedText(id)])
}
// Moves every stored time of a domain into the past.
const age = (id: number, hours: number) =>
  sql`update domains set proven_at = proven_at - make_interval(hours => ${hours}),
    proof_lost_at = proof_lost_at - make_interval(hours => ${hours}), created_at = created_at - make_interval(hours => ${hours}),
    checked_at = checked_at - make_interval(hours => ${hours}), check_at = now() where id = ${id}`.execute(db)
// The caches have been told of what it found.
const checkDue = async () => {
  await domainChecks.checkDue()
  await service.services.changes.settle()
}
const eventsOf = async (id: number) => {
  await settleEvents(db)
  return (await owner.get(`/api/events?domain=${id}&direction=asc`)).body.data.events.map(
    ({ type }: { type: string }) => type,
  )
}

t.test('an unproven host answers like an unknown one, and is served from the moment it is proven', async (t) => {
  const host = 'go.example.com'
  const id = await add(host, { redirectroot: 'https://example.com/', redirect404: 'https://example.com/lost' })
  const { id: campaign, list } = (await owner.post('/api/campaign/add', { name: 'Sale', slug: 'sale', public: true }))
    .body
  const link = { url: 'https://example.com/sale', custom: 'sale', campaign }
  await owner.post('/api/url/add', { ...link, domain: `https://${host}` })
  await owner.post('/api/url/add', { url: 'https://example.com/own', campaign })
  await owner.post('/api/bio/add', { name: 'Ada', custom: 'ada', domain: `https://${host}` })
  const paths = ['/', '/sale', '/ada', '/unknown', '/.well-known/apple-app-site-association', '/robots.txt', '/sale+']
  for (const path of paths) {
    const [unproven, unknown] = [await visit(host, path), await visit('never.example.com', path)]
    t.equal(unproven.status, unknown.status, path)
    t.equal(unproven.text, unknown.text, path)
    t.equal(unproven.status, 421, path)
  }
  const listed = async () => /href="[^"]+\/sale"/.test((await service.send('GET', new URL(list).pathname)).text)
  t.notOk(await listed())
  const drawn = async () => (await service.send('GET', '/r/sale')).headers.location
  for (let draw = 0; draw < 20; draw++) t.equal(await drawn(), 'https://example.com/own')
  t.equal(await ask(host), 404)
  const status = await statusOf(id)
  t.match(status, {
    pointed: true,
    tls: false,
    served: false,
    proof: { expected: [/^TXT _waymark\.go\.example\.com "waymark-proof=[0-9a-f]{40}"$/], found: [], verified: null },
  })
  names.records.set(`_waymark.${host}`, ['waymark-proof=of-another', 'x'.repeat(2000)])
  t.match((await statusOf(id)).proof, {
    found: ['TXT "waymark-proof=of-another"', /^TXT "x{100,120}"$/],
    verified: null,
  })
  t.equal((await visit(host, '/sale')).status, 421)
  await prove(id, host)
  t.match(await statusOf(id), { tls: true, served: true, proof: { verified: /^\d{4}-/, lost: null } })
  t.equal((await visit(host, '/sale')).headers.location, 'https://example.com/sale')
  t.ok(await listed())
  const places = new Set<string | undefined>()
  for (let draw = 0; draw < 60; draw++) places.add(await drawn())
  t.equal(places.size, 2)
  t.equal((await visit(host, '/')).headers.location, 'https://example.com/')
  t.equal((await visit(host, '/unknown')).headers.location, 'https://example.com/lost')
  t.equal((await visit(host, '/ada', { accept: 'text/html' })).status, 200)
  t.equal(await ask(host), 200)
  t.strictSame(await eventsOf(id), ['domain.created', 'domain.verified'])
})

t.test('the question of the proxy finds a proof that was added meanwhile', async (t) => {
  const host = 'asked.example.com'
  const id = await add(host)
  await prove(id, host)
  await sql`update domains set checked_at = now() - interval '2 minutes' where id = ${id}`.execute(db)
  t.equal(await ask(host), 200)
  t.equal((await visit(host, '/')).status, 404)
})

t.test('the reply to adding a domain says what proves it', async (t) => {
  const host = 'new.example.com'
  const { id, proof } = (await owner.post('/api/domain/add', { domain: `https://${host}` })).body
  t.match(proof, { expected: [/^TXT _waymark\.new\.example\.com "waymark-proof=[0-9a-f]{40}"$/], found: [] })
  t.same(proof, (await statusOf(id)).proof)
  await prove(id, host)
  await owner.delete(`/api/domain/${id}/delete`)
  const again = (await owner.post('/api/domain/add', { domain: `https://${host}` })).body
  t.match(again.proof, { expected: proof.expected, verified: /^\d{4}-/, lost: null }, 'the record was kept')
})

t.test('the token belongs to the account and the host', async (t) => {
  const [one, two] = [await add('one.example.com'), await add('two.example.com')]
  const { id } = (await other.post('/api/domain/add', { domain: 'https://three.example.com' })).body
  const theirs = (await other.get(`/api/domain/${id}/status`)).body.data.proof.expected[0]
  const texts = [await wantedText(one), await wantedText(two), /"(.+)"/.exec(theirs)?.[1]]
  t.equal(new Set(texts).size, 3)
  names.records.set('_waymark.one.example.com', texts.slice(1) as string[])
  t.match(await statusOf(one), { served: false })
})

t.test('a deleted domain is reserved for its account, whose record proves it again at once', async (t) => {
  const host = 'kept.example.com'
  const id = await add(host)
  await prove(id, host)
  await statusOf(id)
  await owner.delete(`/api/domain/${id}/delete`)
  t.equal((await visit(host, '/')).status, 421)
  t.equal(await ask(host), 404)
  const taken = await other.post('/api/domain/add', { domain: `https://${host}` })
  t.match(taken, { status: 409, body: { code: 'domain_taken', message: /reserved for its account until/ } })
  const again = await add(host)
  t.equal((await visit(host, '/')).status, 404, 'served at once')
  await owner.delete(`/api/domain/${again}/delete`)
  await sql`update reserved_hosts set reserved_until = now() - interval '1 second' where host = ${host}`.execute(db)
  const theirs = (await other.post('/api/domain/add', { domain: `https://${host}` })).body.id
  t.equal((await visit(host, '/')).status, 421, 'the record of the former account proves nothing for another')
  await other.delete(`/api/domain/${theirs}/delete`)
})

t.test('a file proves a host while its DNS points elsewhere, and still when it points here again', async (t) => {
  const host = 'filed.example.com'
  const id = await add(host)
  const text = await wantedText(id)
  const url = `https://${host}/.well-known/waymark-${text.split('=')[1]}.txt`
  files.set(url, `${text}\n`)
  t.match(await statusOf(id), { served: false, proof: { expected: { length: 1 } } }, 'this service would answer itself')
  dns.points = false
  t.match(await statusOf(id), { served: true, tls: true, proof: { expected: { length: 2 }, found: [url], lost: null } })
  dns.points = true
  files.clear()
  t.match(await statusOf(id), { served: true, tls: true, proof: { lost: null } })
  t.equal((await visit(host, '/')).status, 404)
  dns.points = false
  t.match(await statusOf(id), { served: true, proof: { lost: /^\d{4}-/ } })
  dns.points = true
  t.match(await statusOf(id), { served: true, tls: true, proof: { lost: null } }, 'it points here again in time')
  t.strictSame((await eventsOf(id)).slice(-2), ['domain.lost', 'domain.verified'])
  await age(id, 100)
  dns.points = false
  t.match(await statusOf(id), { served: true, proof: { lost: /^\d{4}-/ } }, 'the three days begin anew')
})

t.test('a record that is removed is told at once, and ends the service of the host after three days', async (t) => {
  const host = 'removed.example.com'
  const id = await add(host)
  await prove(id, host)
  await statusOf(id)
  names.isFailing = true
  await age(id, 100)
  await checkDue()
  t.match(await statusOf(id), { served: true, proof: { lost: null } }, 'name servers that fail say nothing')
  names.isFailing = false
  names.records.delete(`_waymark.${host}`)
  await age(id, 0)
  await checkDue()
  t.strictSame(await eventsOf(id), ['domain.created', 'domain.verified', 'domain.lost'])
  t.match(await statusOf(id), { served: true, tls: true, proof: { lost: /^\d{4}-/, found: [] } })
  t.equal((await visit(host, '/')).status, 404)
  await age(id, 71)
  await checkDue()
  t.equal((await visit(host, '/')).status, 404)
  await age(id, 2)
  await checkDue()
  t.equal((await visit(host, '/')).status, 421)
  t.equal(await ask(host), 404)
  t.match(await statusOf(id), { served: false, tls: false, proof: { verified: null, lost: /^\d{4}-/ } })
  await prove(id, host)
  await age(id, 0)
  await checkDue()
  t.equal((await visit(host, '/')).status, 404)
  t.strictSame((await eventsOf(id)).slice(2), ['domain.lost', 'domain.verified'])
})

t.test('domains from before proofs need none, nor do private services and those that check no domains', async (t) => {
  const id = await add('old.example.com')
  await sql`update domains set proof_token = null where id = ${id}`.execute(db)
  t.match(await statusOf(id), { served: true, tls: true, proof: null })
  t.equal((await visit('old.example.com', '/')).status, 404)
  const needs = (BASE_URL: string, more = {}) => readConfig({ BASE_URL, ...more }).domainProof
  t.equal(needs('https://way.example'), true)
  t.equal(needs('https://203.0.113.7'), true)
  t.equal(needs('https://way.example', { DOMAIN_CHECK: 'off' }), false)
  for (const host of [
    'localhost:3000',
    '192.168.1.7',
    '10.1.2.3:8080',
    '[fd00::1]',
    'nas',
    'links.lan',
    'go.home.arpa',
  ])
    t.equal(needs(`http://${host}`, { DOMAIN_CHECK: 'on' }), false, host)
})

import t from 'tap'
import { checkDomain, type DnsAnswers, type ResolveDns } from '../../src/domains/dns-check.ts'

const NONE: DnsAnswers = { A: [], AAAA: [], CNAME: [] }

function zone(names: Record<string, Partial<DnsAnswers>>): ResolveDns {
  return async (host) => ({ ...NONE, ...names[host] })
}

const service = { 'go.example.com': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:DB8:0::1'] } }
const check = (theirs: Partial<DnsAnswers>, more = {}) =>
  checkDomain(
    'Links.Example.ORG.',
    { host: 'GO.example.com.', ...more },
    zone({ ...service, 'links.example.org': theirs }),
  )

t.test('a domain that points to the service by name or address is accepted', async (t) => {
  t.match(await check({ CNAME: ['Go.Example.com.'] }), { ok: true, found: ['CNAME go.example.com'] })
  t.match(await check({ A: ['192.0.2.2'] }), { ok: true, found: ['A 192.0.2.2'] })
  t.match(await check({ AAAA: ['2001:db8::1'], A: ['192.0.2.1'] }), { ok: true })
  t.match(await check({ A: ['198.51.100.7'] }, { addresses: ['198.51.100.7'] }), { ok: true })
})

t.test('a domain that points elsewhere, also in part, is refused with the expected records', async (t) => {
  const expected = ['CNAME go.example.com', 'A 192.0.2.1', 'A 192.0.2.2', 'AAAA 2001:db8::1']
  t.same(await check({ A: ['203.0.113.9'] }), { ok: false, expected, found: ['A 203.0.113.9'] })
  t.match(await check({ A: ['192.0.2.1', '203.0.113.9'] }), { ok: false })
  t.match(await check({ A: ['192.0.2.1'], AAAA: ['2001:db8::bad'] }), { ok: false })
  t.match(await check({ CNAME: ['other.example.com'] }), { ok: false, found: ['CNAME other.example.com'] })
  t.same(await check({}), { ok: false, expected, found: [] })
})

t.test('if BASE_URL is an IP address, domains must point to it', async (t) => {
  const resolve = zone({ 'a.test': { A: ['192.0.2.1'] }, 'b.test': { AAAA: ['::1'] } })
  t.same(await checkDomain('a.test', { host: '192.0.2.1' }, resolve), {
    ok: true,
    expected: ['A 192.0.2.1'],
    found: ['A 192.0.2.1'],
  })
  t.match(await checkDomain('b.test', { host: '[::1]' }, resolve), { ok: true, expected: ['AAAA ::1'] })
  t.match(await checkDomain('b.test', { host: '192.0.2.1' }, resolve), { ok: false })
})

t.test('a DNS lookup that fails or times out is reported as failed', async (t) => {
  const failing: ResolveDns = () => Promise.reject(new Error('SERVFAIL'))
  const expected = { ok: false, expected: ['CNAME b.test'], found: [], failed: true }
  t.same(await checkDomain('a.test', { host: 'b.test' }, failing), expected)
  const stuck: ResolveDns = () => new Promise(() => {})
  t.same(await checkDomain('a.test', { host: 'b.test' }, stuck, 20), expected)
  const ownFails: ResolveDns = (host) =>
    host === 'b.test' ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve({ ...NONE, A: ['192.0.2.9'] })
  t.match(await checkDomain('a.test', { host: 'b.test' }, ownFails), {
    ok: false,
    found: ['A 192.0.2.9'],
    failed: true,
  })
  t.notOk((await checkDomain('a.test', { host: 'b.test' }, zone({}))).failed, 'a name without records did not fail')
})

t.test('the resolver answers within its timeout for a name that does not exist', async (t) => {
  t.match(await checkDomain('no-such-name.invalid', { host: 'nor-this.invalid' }), { ok: false, found: [] })
})

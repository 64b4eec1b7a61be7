import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import t from 'tap'
import { hasZbar, readByZbar, readByZxing } from '../qr/readers.ts'
import { commandLine } from '../support/command-line.ts'
import { settleEvents } from '../support/events.ts'
import { importFile } from '../support/imports.ts'
import { type Client, startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const zbar = await hasZbar()
const dir = t.testdir({})
const base = 'http://localhost:3000'
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
let hosts = 0

const newHost = async (owner: Client = client) => {
  const host = `qr${++hosts}.example.com`
  const { id } = (await owner.post('/api/domain/add', { domain: `https://${host}` })).body
  return { id, host, origin: `https://${host}` }
}
const add = async (body: object = {}) =>
  (await client.post('/api/qr/add', { type: 'link', data: 'https://example.com/menu', ...body })).body
const codeOf = (link: string) => link.split('/').at(-1) ?? ''
const get = (host: string, url: string) => service.app.inject({ url, headers: { ...agent, host } })
const OWN = 'localhost:3000'

/** The statuses of a scan and of the picture of a code on these hosts. */
async function statuses(code: string, names: string[]) {
  const asked = names.map(async (host) => [
    (await get(host, `/q/${code}`)).statusCode,
    (await get(host, `/qr/${code}.svg`)).statusCode,
  ])
  return Promise.all(asked)
}
const SERVED = [302, 200]
const MISSING = [404, 404]

/** The text that both readers find in the picture of a code. */
async function read(host: string, code: string, query = '') {
  const { rawPayload } = await get(host, `/qr/${code}.png${query}`)
  const file = join(dir, 'picture.png')
  await writeFile(file, rawPayload)
  const text = await readByZxing(rawPayload)
  if (zbar) t.equal(await readByZbar(file), text, 'both readers find the same')
  return text
}

t.test('a code on a domain has its addresses there, and encodes them', async (t) => {
  const place = await newHost()
  for (const domain of [place.origin, place.host, place.host.toUpperCase()]) {
    const { id, link } = await add({ domain })
    const code = codeOf(link)
    t.equal(link, `${place.origin}/qr/${code}`)
    const { details } = (await client.get(`/api/qr/${id}`)).body
    t.match(details, { domain: place.origin, attached: true, link, scan: `${place.origin}/q/${code}` })
    t.ok(details.picture.startsWith(`${link}?v=`))
    t.equal(await read(place.host, code), `${place.origin}/q/${code}`)
    t.equal(await read(place.host, code, '?size=700'), `${place.origin}/q/${code}`)
    t.match(await get(place.host, `/q/${code}`), { statusCode: 302, headers: { location: 'https://example.com/menu' } })
  }
  const own = await add()
  t.match((await client.get(`/api/qr/${own.id}`)).body.details, { domain: null, attached: true })
  t.equal((await add({ domain: 'localhost' })).link.split('/qr/')[0], base)
  const made = await client.post('/api/qr/bulk', {
    atomic: false,
    items: [
      { type: 'link', data: 'https://example.com/1', domain: place.host },
      { type: 'link', data: 'https://example.com/2' },
      { type: 'link', data: 'https://example.com/3', domain: 'foreign.example.com' },
    ],
  })
  const [first, second, third] = made.body.results
  t.match(first.link, place.origin)
  t.match(second.link, base)
  t.match(third, { code: 'invalid_request', errors: [{ path: /\/domain$/ }] })
})

t.test('only domains of the account can be set', async (t) => {
  const { host, id: domainId } = await newHost(other)
  const { id } = await add()
  const refused = { status: 400, body: { errors: [{ path: '/domain', message: 'is not a domain of the account' }] } }
  for (const domain of [host, 'unknown.example.com', 'https://unknown.example.com/']) {
    t.match(await client.post('/api/qr/add', { type: 'text', data: 'x', domain }), refused)
    t.match(await client.put(`/api/qr/${id}/update`, { data: 'https://example.com', domain }), refused)
  }
  const both = await client.post('/api/qr/add', { type: 'link', data: 'ftp://x', domain: host })
  t.same(both.body.errors.map(({ path }: { path: string }) => path).sort(), ['/data', '/domain'])
  t.equal((await other.delete(`/api/domain/${domainId}/delete`)).status, 200)
})

t.test('a code is served on its domain alone; one without a domain on all hosts of its account', async (t) => {
  const [a, b, foreign] = [await newHost(), await newHost(), await newHost(other)]
  const names = [OWN, a.host, b.host, foreign.host]
  const onA = codeOf((await add({ domain: a.host })).link)
  t.strictSame(await statuses(onA, names), [MISSING, SERVED, MISSING, MISSING])
  const own = codeOf((await add()).link)
  t.strictSame(await statuses(own, names), [SERVED, SERVED, SERVED, MISSING])
  const card = codeOf((await add({ type: 'vcard', data: { fname: 'Ada' }, domain: a.host })).link)
  t.equal((await get(a.host, `/q/${card}.vcf`)).statusCode, 200)
  t.equal((await get(b.host, `/q/${card}.vcf`)).statusCode, 404)
  t.match((await get(a.host, `/q/${card}`)).payload, `/q/${card}.vcf`)
})

t.test('a code that moves goes on working where it was printed, and the reply says so', async (t) => {
  const [a, b, c] = [await newHost(), await newHost(), await newHost()]
  const names = [OWN, a.host, b.host, c.host]
  const { id, link } = await add()
  const code = codeOf(link)
  const move = async (body: object) =>
    (await client.put(`/api/qr/${id}/update`, { data: 'https://example.com/menu', ...body })).body.warnings
  t.match(await move({ domain: a.host }), [
    {
      code: 'printed_elsewhere',
      message: `Pictures that were printed before lead to ${base}/q/${code}; they go on working.`,
    },
  ])
  t.equal(await read(a.host, code), `${a.origin}/q/${code}`, 'new pictures have the new domain')
  t.strictSame(await statuses(code, names), [SERVED, SERVED, MISSING, MISSING])
  t.match(await move({ domain: b.host }), [{ message: `while ${a.origin} is a domain of the account` }])
  t.strictSame(await statuses(code, names), [SERVED, SERVED, SERVED, MISSING])
  t.equal(await move({ domain: b.host }), undefined, 'the same domain again moves nothing')
  t.equal(await move({ name: 'Menu' }), undefined)
  t.equal((await client.get(`/api/qr/${id}`)).body.details.domain, b.origin)
  t.equal((await move({ domain: 'localhost' }))?.length, 1)
  t.strictSame(await statuses(code, names), [SERVED, SERVED, SERVED, SERVED], 'now without a domain')
  await move({ domain: c.host })
  t.strictSame(await statuses(code, names), [SERVED, SERVED, SERVED, SERVED])
  const fixed = await add({ static: true })
  const { body } = await client.put(`/api/qr/${fixed.id}/update`, { data: 'https://example.com/menu', domain: a.host })
  t.equal(body.warnings, undefined, 'a static code encodes no address')
})

t.test('a code has the scheme of its domain, also when that was added again with another one', async (t) => {
  const { id: domainId, host } = await newHost()
  const { id, link } = await add({ domain: host })
  const code = codeOf(link)
  const { id: channel } = (await client.post('/api/channel/add', { name: 'Printed' })).body
  await client.post(`/api/channel/${channel}/assign/qr/${id}`, {})
  t.equal(await read(host, code), `https://${host}/q/${code}`)
  await client.delete(`/api/domain/${domainId}/delete`)
  t.match((await client.get(`/api/qr/${id}`)).body.details, { attached: false, link: `https://${host}/qr/${code}` })
  t.equal((await client.post('/api/domain/add', { domain: `http://${host}` })).status, 200)
  const origin = `http://${host}`
  const { details } = (await client.get(`/api/qr/${id}`)).body
  t.match(details, { domain: origin, attached: true, link: `${origin}/qr/${code}`, scan: `${origin}/q/${code}` })
  t.match(details.picture, `${origin}/qr/${code}?v=`)
  t.match((await client.get(`/api/qr?domain=${host}`)).body.data.qrs, [{ id, domain: origin, link: details.link }])
  t.match((await client.get(`/api/channel/${channel}`)).body.data.items, [{ id, link: details.link }])
  t.strictSame(await statuses(code, [host]), [SERVED], 'printed pictures go on working')
  t.equal(await read(host, code), `${origin}/q/${code}`)
  const again = await client.put(`/api/qr/${id}/update`, { data: 'https://example.com/menu', domain: origin })
  t.match([again.status, again.body.warnings], [200, undefined], 'it has not moved')
  await settleEvents(service.services.db)
  const { events } = (await client.get('/api/events?limit=100')).body.data
  const event = events.find(
    ({ type, data }: { type: string; data: { id: number } }) => type === 'qr.updated' && data.id === id,
  )
  t.equal(event?.data.link, details.link)
})

t.test('a code moves at most 20 times', async (t) => {
  const { id } = await add()
  const { db } = service.services
  const many = `{${Array.from({ length: 20 }, (_, i) => `old${i}.example.com`).join()}}`
  await sql`update qr_codes set former_hosts = ${many}::text::text[] where id = ${id}::bigint`.execute(db)
  const { host } = await newHost()
  const refused = await client.put(`/api/qr/${id}/update`, { data: 'https://example.com', domain: host })
  t.match(refused, { status: 400, body: { errors: [{ path: '/domain' }] } })
  t.equal((await client.put(`/api/qr/${id}/update`, { data: 'https://example.com' })).status, 200)
})

t.test('codes are listed by domain; of a deleted one they keep their address, and work when it is back', async (t) => {
  const place = await newHost()
  const { id, link } = await add({ domain: place.host })
  const code = codeOf(link)
  const listed = async (domain: string) =>
    (await client.get(`/api/qr?limit=1000&domain=${domain}`)).body.data.qrs.map((one: { id: number }) => one.id)
  t.strictSame(await listed(place.host), [id])
  t.strictSame(await listed(encodeURIComponent(place.origin)), [id])
  t.notOk((await listed('localhost')).includes(id))
  t.strictSame(await listed('nowhere.example.com'), [])
  const { picture } = (await client.get(`/api/qr/${id}`)).body.details
  await client.delete(`/api/domain/${place.id}/delete`)
  await service.services.jobs.idle()
  const { details } = (await client.get(`/api/qr/${id}`)).body
  t.match(details, { domain: null, attached: false, link, picture, scan: `${place.origin}/q/${code}` })
  t.strictSame(await listed(place.host), [])
  t.strictSame(await statuses(code, [OWN, place.host]), [MISSING, MISSING])
  await client.post('/api/domain/add', { domain: place.origin })
  t.match((await client.get(`/api/qr/${id}`)).body.details, { domain: place.origin, attached: true })
  t.strictSame(await statuses(code, [OWN, place.host]), [MISSING, SERVED])
})

t.test('a domain that another account has now does not serve the code', async (t) => {
  const place = await newHost()
  const { id, link } = await add({ domain: place.host })
  await client.delete(`/api/domain/${place.id}/delete`)
  await service.services.jobs.idle()
  await sql`delete from reserved_hosts where host = ${place.host}`.execute(service.services.db)
  t.equal((await other.post('/api/domain/add', { domain: place.origin })).status, 200)
  t.strictSame(await statuses(codeOf(link), [place.host]), [MISSING])
  t.match((await client.get(`/api/qr/${id}`)).body.details, { domain: null, attached: false })
})

t.test('scans are counted for the domain, and events and channels name the address there', async (t) => {
  const place = await newHost()
  const { id, link } = await add({ domain: place.host })
  await get(place.host, `/q/${codeOf(link)}`)
  const stats = await client.get(`/api/domain/${place.id}/stats`)
  t.equal(stats.body.data.clicks, 1)
  t.equal((await client.get(`/api/qr/${id}`)).body.details.scans, 1)
  const channel = (await client.post('/api/channel/add', { name: 'Print' })).body.id
  await client.post(`/api/channel/${channel}/assign/qr/${id}`)
  t.match((await client.get(`/api/channel/${channel}`)).body.data.items, [{ link, preview: link }])
  await client.put(`/api/qr/${id}/update`, { data: 'https://example.com/menu', domain: 'localhost' })
  await settleEvents(service.services.db)
  const { events } = (await client.get(`/api/events?qr=${id}`)).body.data
  t.match(events[0], { type: 'qr.updated', data: { changed: ['domain'], link: link.replace(place.origin, base) } })
  t.match(events.at(-1), { type: 'qr.created', data: { link } })
})

t.test('an export has the domain and the former hosts, and an import restores them', async (t) => {
  const owner = await service.newClient()
  const place = await newHost(owner)
  const { id, link } = (
    await owner.post('/api/qr/add', { type: 'link', data: 'https://example.com/x', domain: place.host })
  ).body
  const code = codeOf(link)
  const kept = (await owner.post('/api/qr/add', { type: 'link', data: 'https://example.com/y' })).body
  await owner.put(`/api/qr/${kept.id}/update`, { data: 'https://example.com/y', domain: place.host })
  const file = (await owner.get('/api/export')).text
  const records = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.match(
    records.filter(({ kind }) => kind === 'qr'),
    [
      { code, domain: place.origin, formerhosts: [] },
      { domain: place.origin, formerhosts: [''] },
    ],
  )
  const folder = t.testdir({})
  const waymark = commandLine(async () => service.services.store)
  await waymark(['export', '--username', owner.username, '--static', folder, '--json'])
  t.match(readFileSync(join(folder, `_redirects/${place.host}/_redirects`), 'utf8'), `/q/${code} `)
  t.match(readFileSync(join(folder, '_redirects/localhost/_redirects'), 'utf8'), `/q/${codeOf(kept.link)} `)
  // A host becomes the name of a file in a static export.
  const hostile = file.replaceAll('"formerhosts":[""]', '"formerhosts":["../../../etc"]')
  t.not(hostile, file)
  const { rows } = await importFile(service, await service.newClient(), 'waymark', hostile)
  t.match(
    rows.filter(({ kind, outcome }) => kind === 'qr' && outcome === 'failed'),
    [{ errors: [{ path: '/formerhosts/0' }] }],
  )
  for (const one of [id, kept.id]) await owner.delete(`/api/qr/${one}/delete`)
  await importFile(service, owner, 'waymark', file)
  t.strictSame(await statuses(code, [OWN, place.host]), [MISSING, SERVED])
  t.strictSame(await statuses(codeOf(kept.link), [OWN, place.host]), [SERVED, SERVED])
  // Without the domain the codes are on the service's own host, and on the domain once it is added.
  for (const one of (await owner.get('/api/qr')).body.data.qrs) await owner.delete(`/api/qr/${one.id}/delete`)
  await owner.delete(`/api/domain/${place.id}/delete`)
  await service.services.jobs.idle()
  const without = file.split('\n').filter((line) => !line.startsWith('{"kind":"domain"'))
  await importFile(service, owner, 'waymark', without.join('\n'))
  t.strictSame(await statuses(code, [OWN]), [SERVED])
  await owner.post('/api/domain/add', { domain: place.origin })
  t.strictSame(await statuses(code, [OWN, place.host]), [SERVED, SERVED])
})

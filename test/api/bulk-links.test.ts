import t from 'tap'
import { startService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

const base = 'http://wm.localhost:3000'
const service = await startService(t, { BASE_URL: base })
const client = await service.newClient()
const other = await service.newClient()
const url = 'https://example.com/page'
const bulk = (items: unknown, more: object = {}, owner = client) => owner.post('/api/url/bulk', { items, ...more })
const total = async (owner = client) => (await owner.get('/api/urls')).body.data.result
const taken = 'This alias is taken on this domain; choose another one.'

t.test('links are created in one request, in order, each as by a request for it alone', async (t) => {
  const owner = await service.newClient()
  const [channel, campaign, pixel] = await Promise.all([
    owner.post('/api/channel/add', { name: 'Channel' }),
    owner.post('/api/campaign/add', { name: 'Campaign' }),
    owner.post('/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: '1' }),
  ])
  const domain = 'https://go.bulk.example'
  await owner.post('/api/domain/add', { domain })
  const items = [
    { url, custom: 'bulk-a' },
    { url, custom: 'bulk-a', domain, channel: channel.body.id, pixels: [pixel.body.id], status: 'private' },
    { url: `${url}/3`, campaign: campaign.body.id, geotarget: [{ location: 'Germany', link: url }], clicklimit: 5 },
    { url, password: 'open sesame', expiry: '2099-01-01', forward: true, metatitle: 'Ü 😀' },
  ]
  const { body } = await bulk(items, {}, owner)
  t.match(body, { error: 0, failed: 0, results: [{ index: 0, id: Number, shorturl: `${base}/bulk-a` }] })
  t.match(body.results[1], { index: 1, shorturl: `${domain}/bulk-a` })
  const ids = body.results.map(({ id }: { id: number }) => id)
  t.same(
    ids,
    [...ids].sort((a, b) => a - b),
  )
  const details = await Promise.all(ids.map(async (id: number) => (await owner.get(`/api/url/${id}`)).body.details))
  t.match(details[0], { alias: 'bulk-a', status: 'public', geotarget: [], forward: false, channel: null, domain: null })
  t.match(details[1], { alias: 'bulk-a', domain, channel: channel.body.id, pixels: [pixel.body.id], status: 'private' })
  t.match(details[2], {
    longurl: `${url}/3`,
    campaign: campaign.body.id,
    geotarget: [{ location: 'DE' }],
    clicklimit: 5,
  })
  t.match(details[3], { haspassword: true, expiry: '2099-01-01 00:00:00', forward: true, title: 'Ü 😀' })
  t.equal((await owner.get('/api/urls?q=😀')).body.data.result, 1, 'it can be searched')
  t.equal((await service.send('GET', '/bulk-a')).status, 302)
})

t.test('an atomic request with a failed item changes nothing, and names every item', async (t) => {
  const owner = await service.newClient()
  await owner.post('/api/url/add', { url, custom: 'bulk-taken' })
  const conflict = await bulk(
    [{ url }, { url, custom: 'bulk-taken' }, { url, custom: 'bulk-b' }, { url, custom: 'bulk-b' }],
    {},
    owner,
  )
  t.match(conflict, {
    status: 409,
    body: {
      error: 1,
      code: 'alias_taken',
      message: `Item 1: ${taken} 1 more failed. Nothing was changed.`,
      errors: [
        { path: '/items/1/custom', message: taken, code: 'alias_taken' },
        { path: '/items/3/custom', message: taken, code: 'alias_taken' },
      ],
    },
  })
  const invalid = await bulk(
    [{ url }, { url: 'nowhere', channel: 77 }, 5, { url, custom: 'api' }, { url, campaign: 78 }],
    {},
    owner,
  )
  t.equal(invalid.status, 400)
  t.match(
    invalid.body.errors.map(({ path }: { path: string }) => path),
    ['/items/1/url', '/items/1/channel', '/items/2', '/items/3/custom', '/items/4/campaign'],
  )
  t.equal(invalid.body.errors[3].code, 'alias_reserved')
  for (const sent of [{}, { dryRun: true }])
    t.match(
      await bulk(
        [{ url }, { url, custom: 'bulk-taken' }, { url: 'nowhere' }, { url, custom: 'bulk-taken' }],
        sent,
        owner,
      ),
      {
        status: 409,
        body: {
          code: 'alias_taken',
          message: `Item 1: ${taken} 2 more failed. Nothing was changed.`,
          errors: [
            { path: '/items/1/custom', code: 'alias_taken' },
            { path: '/items/2/url', code: 'invalid_request' },
            { path: '/items/3/custom', code: 'alias_taken' },
          ],
        },
      },
      'also conflicts beside invalid items',
    )
  t.equal(await total(owner), 1)
})

t.test('every fault of an item has its own code', async (t) => {
  const items = [{ url: 'x', custom: 'api' }, { url, custom: 'api' }, { url: 'x' }]
  const own = [
    { path: '/items/0/url', code: 'invalid_request' },
    { path: '/items/0/custom', code: 'alias_reserved' },
  ]
  const others = [
    [{ path: '/items/1/custom', code: 'alias_reserved' }],
    [{ path: '/items/2/url', code: 'invalid_request' }],
  ]
  const atomic = await bulk(items)
  t.match(atomic, { status: 400, body: { code: 'alias_reserved', errors: [...own, ...others.flat()] } })
  const { results } = (await bulk(items, { atomic: false })).body
  t.match(results, [{ code: 'alias_reserved', errors: own }, ...others.map((errors) => ({ errors }))])
  const single = (await client.post('/api/url/add', items[0])).body
  t.strictSame(
    single.errors.map((fault: object) => Object.keys(fault)),
    [
      ['path', 'message'],
      ['path', 'message'],
    ],
    'a single request has one code',
  )
})

t.test('the message for an item that is none says so of the item', async (t) => {
  const errorsOf = async (address: string, body: object) =>
    (await client.post(address, { ...body, atomic: false })).body.results
  t.match(await errorsOf('/api/url/bulk', { items: [5] }), [
    { message: 'item must be an object.', errors: [{ path: '/items/0', message: 'must be an object' }] },
  ])
  t.match(await errorsOf('/api/url/bulk/delete', { ids: [null] }), [{ message: /^id must be a whole number / }])
  t.match(await errorsOf('/api/qr/bulk', { items: ['x'] }), [{ message: 'item must be an object.' }])
  t.match((await bulk([5])).body.message, /^Item 0: item must be an object\. Nothing was changed\.$/)
})

t.test('with atomic: false each item succeeds or fails with the error of a single request', async (t) => {
  const owner = await service.newClient()
  const broken = [
    { url: 'nowhere', pixels: [3, 3], channel: 9 },
    { url, custom: 'robots.txt' },
    { url, custom: 'api' },
    { url, domain: 'unknown.example', type: 'overlay-5' },
    { url, splittarget: [{ link: 'x' }] },
    'text',
    { custom: 'no-url' },
    { url: `${url}\u0000` },
  ]
  const { status, body } = await bulk(
    [{ url, custom: 'bulk-c' }, ...broken, { url, custom: 'bulk-c' }, { url }],
    { atomic: false },
    owner,
  )
  t.match({ status, failed: body.failed }, { status: 200, failed: broken.length + 1 })
  t.match(body.results[0], { index: 0, id: Number, shorturl: `${base}/bulk-c` })
  t.match(body.results.at(-1), { index: broken.length + 2, id: Number })
  t.match(body.results.at(-2), { code: 'alias_taken', message: taken, errors: [{ path: '/items/9/custom' }] })
  for (const [i, item] of broken.entries()) {
    if (typeof item === 'string') continue
    const single = (await owner.post('/api/url/add', item)).body
    const { index, code, message, errors } = body.results[i + 1]
    t.same({ index, code, message }, { index: i + 1, code: single.code, message: single.message })
    t.same(
      errors.map(({ path, message }: { path: string; message: string }) => ({ path, message })),
      single.errors.map((fault: { path: string }) => ({ ...fault, path: `/items/${i + 1}${fault.path}` })),
    )
  }
  t.equal(await total(owner), 2)
})

t.test('a dry run answers what would be, and changes nothing', async (t) => {
  const owner = await service.newClient()
  const items = [{ url, custom: 'bulk-d' }, { url, custom: 'bulk-d' }, { url }]
  const dry = await bulk(items, { atomic: false, dryRun: true }, owner)
  t.strictSame(dry.body.results[0], { index: 0 })
  t.match(dry.body, { failed: 1, results: [{}, { code: 'alias_taken' }, { index: 2 }] })
  t.equal((await bulk(items, { dryRun: true }, owner)).status, 409)
  t.equal(await total(owner), 0)
  t.equal((await bulk(items, { atomic: false }, owner)).body.failed, 1, 'the same, done')
})

t.test('reuse finds links, also those of items before', async (t) => {
  const owner = await service.newClient()
  const there = (await owner.post('/api/url/add', { url: `${url}/there` })).body.id
  const { results } = (
    await bulk(
      [
        { url: `${url}/there`, reuse: true },
        { url: `${url}/new`, reuse: true },
        { url: `${url}/new`, reuse: true },
        { url: `${url}/new`, reuse: true, custom: 'bulk-e' },
        { url: `${url}/secret`, password: 'open sesame' },
        { url: `${url}/secret`, reuse: true },
      ],
      {},
      owner,
    )
  ).body
  const ids = results.map(({ id }: { id: number }) => id)
  t.equal(ids[0], there)
  t.equal(ids[1], ids[2])
  t.equal(new Set(ids).size, 5, 'another alias and a password make other links')
  const again = await bulk(
    [
      { url, custom: 'bulk-e' },
      { url, reuse: true },
    ],
    { atomic: false },
    owner,
  )
  t.match(again.body.results, [{ code: 'alias_taken' }, { id: Number }])
})

t.test('bounds are checked, and the number of reported faults is bounded', async (t) => {
  for (const items of [[], undefined, 'x', {}, Array.from({ length: 1001 }, () => ({ url }))]) {
    const { status, body } = await bulk(items)
    t.match({ status, path: body.errors[0].path }, { status: 400, path: '/items' })
  }
  t.equal((await bulk([{ url }], { atomic: 'no' })).status, 400)
  const hopeless = Array.from({ length: 1000 }, () => ({ custom: '!', status: 'x', clicklimit: -1 }))
  const all = await bulk(hopeless)
  t.equal(all.status, 400)
  t.equal(all.body.errors.length, 2001)
  const each = (await bulk(hopeless, { atomic: false })).body
  t.equal(each.failed, 1000)
  t.ok(each.results.every(({ errors }: { errors: object[] }) => errors.length > 0))
  const large = await service.send('POST', '/api/url/bulk', {
    key: client.apikey,
    raw: `{"items":["${'x'.repeat(4 * 1024 * 1024)}"]}`,
  })
  t.match(large, { status: 413, body: { message: /4 MiB/ } })
  const passwords = await bulk(Array.from({ length: 22 }, (_, i) => ({ url, password: `secret-${i % 21}` })))
  t.match(passwords, { status: 400, body: { errors: [{ path: '/items/20/password' }] } })
})

t.test('created and deleted links are served, searched and counted correctly at once', async (t) => {
  const owner = await service.newClient()
  // So long that a notification has the changes of a few of them only.
  const items = Array.from({ length: 60 }, (_, i) => ({ url: `${url}/${i}`, custom: `${i}-${'😀'.repeat(200)}` }))
  items.push({ url: `${url}/forwards`, custom: 'bulk-forwards', pathforward: true } as (typeof items)[0])
  const paths = [...items.map(({ custom }) => `/${encodeURI(custom)}`), '/bulk-forwards/deep']
  // Many look-ups in vain from one address would be refused.
  let visitor = 0
  const visit = async (path: string) =>
    (await service.send('GET', path, { ip: `198.51.100.${visitor++ % 250}` })).status
  const statuses = async () => new Set(await Promise.all(paths.map(visit)))
  t.same(await statuses(), new Set([404]))
  const { body } = await bulk(items, {}, owner)
  t.same(await statuses(), new Set([302]))
  const found = async () => (await owner.get('/api/urls?q=page/5')).body.data.result
  t.equal(await found(), 11)
  t.equal(await total(owner), 61)
  await owner.post('/api/url/bulk/delete', { ids: body.results.map(({ id }: { id: number }) => id) })
  t.same(await statuses(), new Set([404]))
  t.equal(await found(), 0)
  t.equal(await total(owner), 0)
})

t.test('links are deleted by id, and unknown ids fail', async (t) => {
  const owner = await service.newClient()
  const foreign = (await other.post('/api/url/add', { url })).body.id
  const { results } = (await bulk([{ url, custom: 'bulk-f' }, { url }, { url }], {}, owner)).body
  const ids = results.map(({ id }: { id: number }) => id)
  const drop = (body: object) => owner.post('/api/url/bulk/delete', body)
  t.match(await drop({ ids: [ids[0], foreign] }), {
    status: 404,
    body: { code: 'not_found', errors: [{ path: '/ids/1', message: 'Link not found.' }] },
  })
  t.match(await drop({ ids: [ids[0], 'x'], atomic: false }), {
    body: { failed: 1, results: [{ id: ids[0] }, { code: 'invalid_request' }] },
  })
  t.equal((await service.send('GET', '/bulk-f')).status, 404)
  t.match(await drop({ ids: [ids[1], ids[1]], dryRun: true, atomic: false }), {
    body: { failed: 1, results: [{ id: ids[1] }, {}] },
  })
  t.equal(await total(owner), 2)
  t.match(await drop({ ids: [ids[1], ids[2], foreign], atomic: false }), { body: { failed: 1 } })
  t.equal(await total(owner), 0)
  t.equal(await total(other), 1)
})

t.test('a key repeats no request', async (t) => {
  const owner = await service.newClient()
  const items = Array.from({ length: 1000 }, (_, i) => ({ url: `${url}/${i}` }))
  const sent = { headers: { 'idempotency-key': 'bulk-1' } }
  const first = await owner.post('/api/url/bulk', { items }, sent)
  const second = await owner.post('/api/url/bulk', { items }, sent)
  t.equal(first.headers['x-ratelimit-cost'], '10')
  t.equal(second.headers['idempotent-replayed'], 'true')
  t.same(second.body, first.body)
  t.equal(await total(owner), 1000)
})

t.test('links are changed in one request, each as by a request for it alone', async (t) => {
  const owner = await service.newClient()
  const change = (items: object[], more: object = {}) => owner.post('/api/url/bulk/update', { items, ...more })
  const [channel, pixel] = await Promise.all([
    owner.post('/api/channel/add', { name: 'Channel' }),
    owner.post('/api/pixel/add', { type: 'vendor01pixel', name: 'Pixel', tag: '1' }),
  ])
  const names = ['swap-a', 'swap-b', 'swap-c', 'swap-d']
  const made = await bulk(
    names.map((custom) => ({ url, custom, description: custom, aliases: custom === 'swap-d' ? ['swap-extra'] : [] })),
    {},
    owner,
  )
  const [a, b, c, d] = made.body.results.map(({ id }: { id: number }) => id)
  const details = async (id: number) => (await owner.get(`/api/url/${id}`)).body.details
  await service.send('GET', '/swap-a')
  const swapped = await change([
    { id: a, custom: 'swap-b', description: null },
    { id: b, custom: 'swap-a', url: `${url}/b`, pixels: [pixel.body.id], channel: channel.body.id },
    { id: d, custom: 'swap-e', keepalias: true, forward: true },
  ])
  t.match(swapped.body, { failed: 0, results: [{ id: a, shorturl: `${base}/swap-b` }, { id: b }, { id: d, index: 2 }] })
  t.match(await details(a), { alias: 'swap-b', description: null, longurl: url, forward: false })
  t.match(await details(b), {
    alias: 'swap-a',
    longurl: `${url}/b`,
    description: 'swap-b',
    pixels: [pixel.body.id],
    channel: channel.body.id,
  })
  t.match(await details(d), {
    alias: 'swap-e',
    aliases: ['swap-extra', 'swap-d'],
    forward: true,
    description: 'swap-d',
  })
  t.equal((await service.send('GET', '/swap-a')).headers['location'], `${url}/b`, 'caches know')

  const foreign = (await other.post('/api/url/add', { url, custom: 'swap-x' })).body.id
  const bad = [
    { id: a, custom: 'swap-x', url: `${url}/never` },
    { id: foreign, url },
    { id: c, custom: 'swap-b' },
    { id: c, url },
    { id: d, aliases: ['swap-x'], url: `${url}/never` },
    { url },
    { id: b, custom: 'swap-c', url: `${url}/c` },
  ]
  t.match(await change(bad), { status: 409, body: { code: 'alias_taken' } }, 'as the first item alone')
  const { failed, results } = (await change(bad, { atomic: false })).body
  t.equal(failed, 7, 'an address that another keeps is not free')
  t.match(results, [
    { code: 'alias_taken', errors: [{ path: '/items/0/custom' }] },
    { code: 'not_found', message: 'Link not found.' },
    { code: 'alias_taken' },
    { code: 'invalid_request', errors: [{ path: '/items/3/id' }] },
    { code: 'alias_taken', errors: [{ path: '/items/4/aliases/0' }] },
    { code: 'invalid_request', errors: [{ path: '/items/5/id', message: 'is required' }] },
    { code: 'alias_taken' },
  ])
  for (const [id, alias] of [
    [a, 'swap-b'],
    [b, 'swap-a'],
    [c, 'swap-c'],
    [d, 'swap-e'],
  ] as const)
    t.match(await details(id), { alias, longurl: id === b ? `${url}/b` : url })
  const part = await change(
    [
      { id: a, url: 'nowhere' },
      { id: c, custom: 'swap-y' },
      { id: b, clicklimit: 3 },
    ],
    { atomic: false },
  )
  t.match(part.body, { failed: 1, results: [{ code: 'invalid_request' }, { shorturl: `${base}/swap-y` }, { id: b }] })
  t.match(await details(b), { clicklimit: 3, longurl: `${url}/b` })
  t.equal((await change([{ id: a, custom: 'robots.txt' }])).body.code, 'alias_reserved')
  await change([{ id: a, metatitle: 'never' }], { dryRun: true })
  t.equal((await details(a)).title, null)
})

t.test('links with further aliases are changed together', async (t) => {
  const owner = await service.newClient()
  const change = (items: object[], more: object = {}) => owner.post('/api/url/bulk/update', { items, ...more })
  const details = async (id: number) => (await owner.get(`/api/url/${id}`)).body.details
  const make = async (prefix: string, count: number): Promise<number[]> => {
    const items = Array.from({ length: count }, (_, i) => ({
      url,
      custom: `${prefix}${i}`,
      aliases: [`${prefix}${i}-b`],
    }))
    return (await bulk(items, {}, owner)).body.results.map(({ id }: { id: number }) => id)
  }
  const countOf = async (items: object[]) => {
    let reply: Awaited<ReturnType<typeof change>> | undefined
    const statements = await recordStatements(t, async () => {
      reply = await change(items)
    })
    t.match(reply, { status: 200, body: { failed: 0 } })
    return statements.length
  }
  const [one, ...more] = await make('few', 21)
  const items = (ids: number[], prefix: string) =>
    ids.map((id, i) => ({
      id,
      custom: `${prefix}${i}`,
      keepalias: true,
      aliases: [`${prefix}${i}-c`, `${prefix}${i}-d`],
    }))
  const few = await countOf(items([one as number], 'moved-one-'))
  const many = await countOf(items(more, 'moved-'))
  t.ok(many < few + more.length / 2, `${many} statements, ${few} for one link (background work included)`)
  t.match(await details(one as number), { alias: 'moved-one-0', aliases: ['moved-one-0-c', 'moved-one-0-d', 'few0'] })
  t.match(await details(more[19] as number), { alias: 'moved-19', aliases: ['moved-19-c', 'moved-19-d', 'few20'] })
  t.equal((await service.send('GET', '/few20-b')).status, 404)

  const [a, b, c] = (await make('ring', 3)) as [number, number, number]
  const ring = [
    { id: a, custom: 'ring1', aliases: ['ring2-b'] },
    { id: b, custom: 'ring2', aliases: ['ring0-b'] },
    { id: c, custom: 'ring0', aliases: ['ring1-b', 'ring-new'] },
  ]
  t.match((await change(ring)).body, { failed: 0 })
  t.match(await details(c), { alias: 'ring0', aliases: ['ring1-b', 'ring-new'] })
  const clashing = [
    { id: a, aliases: ['fresh', 'moved-3-c'] },
    { id: b, aliases: ['ring-new'] },
    { id: c, aliases: ['same'] },
    { id: more[0], custom: 'ring-b0', aliases: ['same', 'robots.txt'] },
    { id: more[1], custom: 'other', aliases: ['same'] },
  ]
  const { failed, results } = (await change(clashing, { atomic: false })).body
  t.equal(failed, 3)
  t.match(results, [
    { code: 'alias_taken', errors: [{ path: '/items/0/aliases/1' }] },
    { id: b },
    { id: c },
    { code: 'alias_reserved', errors: [{ path: '/items/3/aliases/1' }] },
    { code: 'alias_taken', errors: [{ path: '/items/4/aliases/0' }] },
  ])
  t.match(await details(a), { alias: 'ring1', aliases: ['ring2-b'] })
  t.match(await details(c), { alias: 'ring0', aliases: ['same'] })
  t.match(await details(more[1] as number), { alias: 'moved-1', aliases: ['moved-1-c', 'moved-1-d', 'few2'] })
})

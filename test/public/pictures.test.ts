import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { bioLinkKey } from '../../src/pages/bio-links.ts'
import { usesServer } from '../support/database.ts'
import { patience, startService } from '../support/service.ts'

const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 20, alpha } } })
const files: Record<string, Buffer> = {
  '/photo.jpg': await plain(2400, 1200)
    .flatten()
    .withExif({ IFD0: { Copyright: 'whose it is' } })
    .jpeg()
    .toBuffer(),
  '/glass.png': await plain(64, 32, 0.5).png().toBuffer(),
  '/new.webp': await plain(40, 40).flatten().webp().toBuffer(),
  '/old.gif': await plain(20, 10).flatten().gif().toBuffer(),
  '/script.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>'),
  '/page.html': Buffer.from('<!doctype html>'),
  '/bomb.png': await plain(10_001, 1).flatten().png().toBuffer(),
  '/broken.png': (await plain(64, 64).png().toBuffer()).subarray(0, 60),
  '/heavy.png': Buffer.alloc(6 * 1024 * 1024),
}
let asked: string[] = []
let release = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})
const elsewhere = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/slow.png') return void released.then(() => response.end(files['/glass.png']))
  const file = files[request.url?.split('?')[0] ?? '']
  response.writeHead(file ? 200 : 404).end(file)
})
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
t.teardown(() => elsewhere.close())
const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
t.beforeEach(() => {
  asked = []
})

const fetchAny = createSafeFetch({ allowPrivate: true })
// Longer than any delay of a busy machine.
const safeFetch: typeof fetchAny = (url, options) => fetchAny(url, { ...options, timeoutMs: 60_000 })
// Replies wait longer for pictures, for the same reason.
const service = await startService(t, {}, { safeFetch }, undefined, { ...patience, pictureMs: 15_000 })
const { app, services, send, newClient } = service
const client = await newClient()
const other = await newClient()

const bot = { 'user-agent': 'facebookexternalhit/1.1' }
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
const open = async (url: string, headers = {}) => {
  await services.changes.settle()
  return send('GET', pathOf(url), { headers: { accept: 'text/html', ...headers } })
}
const get = async (path: string) => app.inject({ url: path, headers: { host: 'localhost:3000' } })
const shownIn = (page: string) => [...page.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, src]) => src ?? '')
const imageIn = (page: string) =>
  /property="og:image" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''

function asksNobodyElse(t: Test, page: { text: string; headers: Record<string, string | undefined> }): void {
  t.match(page.headers['content-security-policy'], /img-src 'self'(;|$)/)
  for (const src of shownIn(page.text)) t.match(src, /^\/picture\/[A-Za-z0-9]{16}\.(jpg|png)$/)
}

t.test('the pictures of a bio page are fetched once, re-encoded and served by the service', async (t) => {
  const made = await client.post('/api/bio/add', {
    name: 'Ada',
    image: `${there}/photo.jpg`,
    blocks: [
      { type: 'image', url: `${there}/glass.png`, alt: 'A pane' },
      { type: 'link', text: 'Map', url: 'https://example.com/map', image: `${there}/new.webp` },
      { type: 'image', url: `${there}/old.gif` },
      { type: 'image', url: `data:image/png;base64,${files['/glass.png']?.toString('base64')}`, alt: 'Another' },
    ],
  })
  t.strictSame(Object.keys(made.body), ['error', 'id', 'link'], 'nothing to warn of')
  const page = await open(made.body.link)
  asksNobodyElse(t, page)
  const [face = '', glass = ''] = shownIn(page.text)
  t.match(page.text, `<img class="shown" src="${glass}" alt="A pane" width="64" height="32"`)
  const rules = [...page.text.matchAll(/^(?:.*,)?\.shown\{(.*)\}$/gm)].flatMap(([, rule = '']) => rule.split(';'))
  for (const declaration of ['max-width:100%', 'height:auto', 'margin:auto'])
    t.ok(rules.includes(declaration), `a small picture is not enlarged: ${declaration}`)
  t.notOk(rules.includes('width:100%'))
  t.equal(shownIn(page.text).length, 5)
  t.equal(imageIn(page.text), `http://localhost:3000${face}`)
  const photo = await get(face)
  t.match(photo.headers, {
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  t.match(await sharp(photo.rawPayload).metadata(), { format: 'jpeg', width: 1200, height: 600, exif: undefined })
  t.match(await sharp((await get(glass)).rawPayload).metadata(), { format: 'png', width: 64, hasAlpha: true })
  await open(made.body.link)
  t.equal(asked.length, 4, 'each once')

  await client.put(`/api/bio/${made.body.id}/update`, { image: `${there}/photo.jpg`, title: 'Countess' })
  t.equal(asked.length, 4, 'what is held is not fetched again')
  t.match((await open(made.body.link)).text, `src="${face}"`)
  t.equal((await get(face.replace('.jpg', '.png'))).statusCode, 404)
})

t.test('a picture is deleted with its last reference', async (t) => {
  const image = `${there}/photo.jpg?last`
  const bio = (await client.post('/api/bio/add', { name: 'a', image })).body
  const splash = (await client.post('/api/splash/add', { name: 's', image })).body
  const [face = ''] = shownIn((await open(bio.link)).text)
  const theirs = (await other.post('/api/bio/add', { name: 'b', image })).body
  const [foreign = ''] = shownIn((await open(theirs.link)).text)
  t.not(foreign, face, 'every account has its own')
  t.equal((await client.put(`/api/bio/${bio.id}/update`, { image: null })).status, 200)
  await services.changes.settle()
  t.equal((await get(face)).statusCode, 200, 'the splash page still names it')
  t.equal((await client.delete(`/api/splash/${splash.id}/delete`)).status, 200)
  await services.jobs.idle()
  await services.changes.settle()
  t.equal((await get(face)).statusCode, 404)
  t.equal((await get(foreign)).statusCode, 200)
  const blocks = [{ type: 'link', text: 'x', url: 'https://example.com', image }]
  await other.put(`/api/bio/${theirs.id}/update`, { image: null, blocks })
  await services.changes.settle()
  t.equal((await get(foreign)).statusCode, 200, 'named by a block instead')
  await other.delete(`/api/bio/${theirs.id}/delete`)
  await services.changes.settle()
  t.equal((await get(foreign)).statusCode, 404)
})

t.test(
  'a picture is deleted when its last two references are removed concurrently',
  { skip: !usesServer },
  async (t) => {
    const image = `${there}/photo.jpg?both`
    const bio = (await client.post('/api/bio/add', { name: 'a', image })).body
    const splash = (await client.post('/api/splash/add', { name: 's', image })).body
    const [face = ''] = shownIn((await open(bio.link)).text)
    let second: ReturnType<typeof client.put> | undefined
    await services.store.db.transaction().execute(async (first) => {
      await first.updateTable('bios').set({ image: null }).where('id', '=', bio.id).execute()
      let isDone = false
      second = client.put(`/api/splash/${splash.id}/update`, { image: null }).finally(() => {
        isDone = true
      })
      const waits = async () => (await sql`select from pg_locks where not granted`.execute(services.db)).rows.length > 0
      while (!isDone && !(await waits())) await new Promise((resolve) => setTimeout(resolve, 20))
    })
    t.equal((await second)?.status, 200)
    await services.changes.settle()
    t.equal((await get(face)).statusCode, 404)
  },
)

t.test('a picture that cannot be fetched is a warning, is not shown, and is retried on a visit', async (t) => {
  const wrong: [string, RegExp][] = [
    ['/gone.png', /its server answered 404/],
    ['/script.svg', /is not a PNG, JPEG, WebP or GIF/],
    ['/page.html', /is not a PNG/],
    ['/bomb.png', /10001 by 1 pixels/],
    ['/broken.png', /cannot be read|can be read/],
    ['/heavy.png', /too large/],
  ]
  const blocks = wrong.map(([path]) => ({ type: 'image', url: there + path, link: 'https://example.com/behind' }))
  const made = await client.post('/api/bio/add', { name: 'a', image: 'data:image/png;base64,AAAA', blocks })
  t.equal(made.status, 200)
  const { warnings } = made.body
  t.equal(warnings.length, 7)
  for (const [i, [path, message]] of [...wrong.entries()])
    t.match(
      warnings.find((one: { path: string }) => one.path === `/blocks/${i}/url`),
      { code: 'picture_not_held', message },
      path,
    )
  const page = await open(made.body.link)
  asksNobodyElse(t, page)
  t.equal(shownIn(page.text).length, 0)
  t.match(
    page.text,
    `href="?go=${bioLinkKey('https://example.com/behind')}"`,
    'what a picture leads to can be reached without it',
  )

  const late = (await client.post('/api/bio/add', { name: 'b', image: `${there}/late.jpg` })).body
  t.match(late.warnings, [{ path: '/image' }])
  files['/late.jpg'] = files['/photo.jpg'] as Buffer
  t.equal(shownIn((await open(late.link)).text).length, 0)
  while (shownIn((await open(late.link)).text).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
})

t.test('a page whose picture cannot be fetched is not made again for each visit', async (t) => {
  const { link } = (await client.post('/api/bio/add', { name: 'c', image: `${there}/gone.png?often` })).body
  await open(link)
  const made = () => {
    const { misses = 0, stale = 0, hits = 0 } = services.caches.metrics()['bio_pages'] ?? {}
    return { hits, others: misses + stale }
  }
  const before = made()
  const start = performance.now()
  for (let i = 0; i < 50; i++) await send('GET', pathOf(link), { headers: { accept: 'text/html' } })
  const missed = 50 - (made().hits - before.hits)
  // On a slow machine the page may become stale meanwhile.
  const most = Math.ceil((performance.now() - start) / 2000)
  t.ok(missed <= most, `${missed} of 50 visits did not find the page`)
})

t.test('one request fetches at most twenty pictures', async (t) => {
  const blocks = Array.from({ length: 30 }, (_, i) => ({ type: 'image', url: `${there}/old.gif?${i}` }))
  const { warnings } = (await client.post('/api/bio/add', { name: 'a', blocks })).body
  t.equal(asked.length, 20)
  t.equal(warnings.length, 10)
})

t.test('a picture with several references counts once toward the twenty', async (t) => {
  const blocks = Array.from({ length: 25 }, (_, i) => ({
    type: 'image',
    url: `${there}/old.gif?same=${Math.max(i, 6)}`,
  }))
  t.notOk((await client.post('/api/bio/add', { name: 'a', blocks })).body.warnings)
  t.equal(asked.length, 19)
  const gone = Array.from({ length: 3 }, () => ({ type: 'image', url: `${there}/gone.png` }))
  t.match((await client.post('/api/bio/add', { name: 'a', blocks: gone })).body.warnings, [
    { path: '/blocks/0/url' },
    { path: '/blocks/1/url' },
    { path: '/blocks/2/url' },
  ])
})

t.test('a slow picture does not delay the reply and is available later', async (t) => {
  const image = `${there}/slow.png`
  const hasty = await startService(t, {}, { safeFetch }, undefined, { ...patience, pictureMs: 500 })
  const { link, warnings } = (await (await hasty.newClient()).post('/api/bio/add', { name: 'a', image })).body
  t.match(warnings, [{ path: '/image', code: 'picture_not_held', message: /^will be stored later: / }])
  const shown = async () => {
    await hasty.services.changes.settle()
    return shownIn((await hasty.send('GET', pathOf(link), { headers: { accept: 'text/html' } })).text).length
  }
  t.equal(await shown(), 0)
  release()
  while ((await shown()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  t.strictSame(asked, ['/slow.png'], 'the fetch continued in the background and was not repeated')
})

t.test('a failed picture never makes a stored change a failure', async (t) => {
  const executor = services.store.visitors.getExecutor() as unknown as {
    executeQuery: (query: { sql: string }) => Promise<unknown>
  }
  const real = executor.executeQuery
  t.teardown(() => {
    executor.executeQuery = real
  })
  for (const [i, broken] of ['from "pictures"', 'insert into pictures'].entries()) {
    executor.executeQuery = async function (query) {
      if (query.sql.includes(broken)) throw new Error('out of order')
      return real.call(this, query)
    }
    t.match(await client.post('/api/splash/add', { name: 's', image: `${there}/glass.png?broken=${i}` }), {
      status: 200,
      body: { warnings: [{ path: '/image', code: 'picture_not_held', message: /^will be stored later: / }] },
    })
  }
})

t.test('an account has at most a thousand stored pictures', async (t) => {
  const full = await newClient()
  await sql`insert into pictures (account_id, source, key, type, width, height, body)
    select ${full.id}::bigint, 'https://example.com/' || n, lpad(n::text, 16, 'k'), 'png', 1, 1, ''
    from generate_series(1, 999) n`.execute(services.db)
  const warned = async (name: string) =>
    (await full.post('/api/splash/add', { name: 's', image: `${there}/glass.png?${name}` })).body.warnings
  t.notOk(await warned('last'))
  t.match(await warned('over'), [{ path: '/image', code: 'picture_not_held', message: /1000 pictures/ }])
  t.notOk(await warned('last'), 'what is held already is shown on')
})

t.test('a picture at a private address is not fetched', async (t) => {
  const guarded = await startService(t)
  const { post } = await guarded.newClient()
  for (const image of [`${there}/photo.jpg`, 'http://169.254.169.254/latest', 'http://[::ffff:127.0.0.1]/x.png'])
    t.match((await post('/api/splash/add', { name: 's', image })).body.warnings, [
      {
        path: '/image',
        message: 'could not be fetched: The URL does not lead to a server on the public internet',
      },
    ])
  t.equal(asked.length, 0)
})

t.test('a splash page shows the stored copy of its picture', async (t) => {
  const splash = (await client.post('/api/splash/add', { name: 's', image: `${there}/photo.jpg?splash` })).body
  const { shorturl } = (await client.post('/api/url/add', { url: 'https://example.com/', type: String(splash.id) }))
    .body
  const page = await open(shorturl)
  asksNobodyElse(t, page)
  t.equal(shownIn(page.text).length, 1)
  t.match(await client.put(`/api/splash/${splash.id}/update`, { image: `${there}/gone.png` }), {
    status: 200,
    body: { warnings: [{ path: '/image' }] },
  })
  t.equal(shownIn((await open(shorturl)).text).length, 0)
})

t.test('the preview of a link has the stored copy of its picture, else a drawn card', async (t) => {
  const url = 'https://example.com/'
  const made = await client.post('/api/url/add', { url, metatitle: 'Sale', metaimage: `${there}/photo.jpg?meta` })
  const pictured = await open(made.body.shorturl, bot)
  asksNobodyElse(t, pictured)
  t.equal(imageIn(pictured.text), `http://localhost:3000${shownIn(pictured.text)[0]}`)
  t.match((await client.put(`/api/url/${made.body.id}/update`, { metaimage: `${there}/gone.png` })).body, {
    warnings: [{ path: '/metaimage' }],
  })

  const titled = (await client.post('/api/url/add', { url, metatitle: 'Sale & <more>' })).body
  const campaign = (await client.post('/api/campaign/add', { name: 'Summer', public: true })).body
  const bio = (await client.post('/api/bio/add', { name: 'Ada' })).body
  for (const [shared, headers] of [
    [made.body.shorturl, bot],
    [titled.shorturl, bot],
    [campaign.list, {}],
    [bio.link, {}],
  ] as const) {
    const page = await open(shared, headers)
    t.match(page.text, 'name="twitter:card" content="summary_large_image"')
    const card = await get(pathOf(imageIn(page.text)))
    t.match(card.headers, { 'content-type': 'image/png', 'x-robots-tag': 'noindex' }, shared)
    t.match(await sharp(card.rawPayload).metadata(), { format: 'png', width: 1200, height: 630 })
    t.equal((await get(pathOf(imageIn(page.text)).split('?')[0] ?? '')).statusCode, 404, 'without its key')
  }
  const hidden = imageIn((await open(campaign.list)).text)
  t.equal((await client.put(`/api/campaign/${campaign.id}/update`, { name: 'Summer', public: false })).status, 200)
  t.equal((await get(pathOf(hidden))).statusCode, 404, 'the card of a list that is no longer public')

  const cards = {
    link: pathOf(imageIn((await open(titled.shorturl, bot)).text)),
    bio: pathOf(imageIn((await open(bio.link)).text)),
  }
  const statusOf = async (path: string) => (await get(path)).statusCode
  for (const card of Object.values(cards)) {
    t.equal(await statusOf(card), 200)
    t.equal(await statusOf(card.replace('.png', '.svg')), 404, 'the key of the public card opens that of the owner not')
  }
  const channel = (await client.post('/api/channel/add', { name: 'all' })).body
  await client.post(`/api/channel/${channel.id}/assign/links/${titled.id}`, {})
  await client.post(`/api/channel/${channel.id}/assign/bio/${bio.id}`, {})
  await client.put(`/api/url/${titled.id}/update`, { status: 'private', metatitle: 'Secret' })
  await client.put(`/api/bio/${bio.id}/update`, { published: false, title: 'Secret' })
  for (const card of Object.values(cards)) t.equal(await statusOf(card), 404, 'of what is private now')
  const { items } = (await client.get(`/api/channel/${channel.id}`)).body.data
  t.equal(items.length, 2)
  for (const { preview } of items) {
    t.equal(await statusOf(pathOf(preview)), 200, 'the owner sees it on')
    t.equal(await statusOf(pathOf(preview).replace('.svg', '.png')), 404)
  }
  await client.put(`/api/url/${titled.id}/update`, { status: 'public' })
  t.equal(await statusOf(cards.link), 200)
  await services.db.updateTable('aliases').set({ detached: true }).where('link_id', '=', titled.id).execute()
  t.equal(await statusOf(cards.link), 404, 'of what has lost its domain')
})

t.test('the preview of a bio page in a channel is the stored copy of its picture', async (t) => {
  const { id } = (await client.post('/api/channel/add', { name: 'c' })).body
  const bio = (await client.post('/api/bio/add', { name: 'a', image: `${there}/photo.jpg?channel` })).body
  await client.post(`/api/channel/${id}/assign/bio/${bio.id}`, {})
  const [item] = (await client.get(`/api/channel/${id}`)).body.data.items
  t.match(item.preview, /^http:\/\/localhost:3000\/picture\/[A-Za-z0-9]{16}\.jpg$/)
  t.equal((await get(pathOf(item.preview))).statusCode, 200)
})

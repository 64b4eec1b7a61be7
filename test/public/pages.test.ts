import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { bioLinkKey } from '../../src/pages/bio-links.ts'
import { startService } from '../support/service.ts'

const HOSTILE = `"><script>hit()</script><img src=x onerror=hit()>' onfocus='hit()</title></style>{{tag}}\`\${1}`
const templates = {
  vendor09: {
    script: "start('{{tag}}')",
    html: '<script src="https://p.example/x.js?id={{tag:url}}"></script><img src="https://p.example/i?id={{tag:url}}" alt="">',
    csp: { 'script-src': ['https://p.example'], 'img-src': ['https://p.example'] },
  },
  vendor10: { script: "other('{{tag}}')", pattern: '[0-9]+' },
}
const file = join(t.testdir({}), 'pixels.json')
writeFileSync(file, JSON.stringify(templates))

const asked: string[] = []
const destination = createServer((request, response) => {
  asked.push(request.url ?? '')
  const refuses = request.url === '/refuses'
  response
    .writeHead(200, { 'content-type': 'text/html', ...(refuses ? { 'x-frame-options': 'DENY' } : {}) })
    .end('there')
})
await new Promise<void>((resolve) => destination.listen(0, '127.0.0.1', resolve))
t.teardown(() => destination.close())
const there = `http://127.0.0.1:${(destination.address() as AddressInfo).port}`

const safeFetch = createSafeFetch({ allowPrivate: true })
const service = await startService(t, { PIXEL_TEMPLATES: file }, { safeFetch })
const { services, send, newClient } = service
const client = await newClient()

const add = async (path: string, body: object) => {
  const reply = await client.post(path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
  await services.changes.settle()
  return reply.body
}
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
const open = (url: string, accept = 'text/html') => send('GET', pathOf(url), { headers: { accept } })

// Every element and attribute of a page. Text is escaped, so everything that looks like a tag is one.
function elementsOf(page: string): { name: string; attributes: Map<string, string> }[] {
  const body = page.replace(/<(style|script)\b([^>]*)>[\s\S]*?<\/\1>/g, '<$1$2>')
  return [...body.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: new Map(
        [...rest.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
      ),
    }),
  )
}

function isHarmless(t: Test, page: string): void {
  for (const { name, attributes } of elementsOf(page)) {
    for (const [key, value] of attributes) {
      if (key.startsWith('on') || key === 'srcdoc' || key === 'style') t.fail(`${name} ${key}`)
      if (['href', 'src', 'action'].includes(key) && /^\s*(javascript|data:text|vbscript)/i.test(value))
        t.fail(`${name} ${key}=${value}`)
    }
  }
  t.notMatch(page, '<script>hit', 'no script from stored text')
  t.notMatch(page, '<img src=x', 'no element from stored text')
}

t.test('a bio page shows its blocks, its policy allows no scripts, and the visit is counted', async (t) => {
  const { id, link } = await add('/api/bio/add', {
    name: 'Ada',
    description: 'Guide.',
    image: 'https://example.com/ada.jpg',
    theme: 'dusk',
    blocks: [
      { type: 'heading', text: 'Start' },
      { type: 'link', text: 'Map', url: 'https://example.com/map' },
      { type: 'text', text: '**Bold**' },
      { type: 'social', network: 'github', url: 'https://code.example/ada' },
      { type: 'contact', email: 'ada@example.com' },
    ],
  })
  const page = await open(link)
  t.match(page, { status: 200, headers: { 'content-type': /^text\/html/, 'x-content-type-options': 'nosniff' } })
  const policy = page.headers['content-security-policy'] ?? ''
  t.match(policy, "default-src 'none'")
  t.notMatch(policy, 'script-src')
  for (const part of [
    '<h1 dir="auto">Ada</h1>',
    `href="?go=${bioLinkKey('https://example.com/map')}"`,
    'href="https://code.example/ada"',
    '<strong>Bold</strong>',
    'mailto:ada@example.com',
  ])
    t.ok(page.text.includes(part), part)
  t.ok(page.text.includes(`<meta property="og:url" content="${link}">`))
  await send('HEAD', pathOf(link))
  t.match((await client.get(`/api/bio/${id}`)).body, { details: { clicks: 1 }, data: { clicks: 1, uniqueClicks: 1 } })
  t.equal((await client.get(`/api/bio/${id}?include=head`)).body.data.clicks, 2)
})

t.test('an unpublished page is 404 except with its preview URL, and is not counted', async (t) => {
  const { id, link } = await add('/api/bio/add', { name: 'Ada', published: false })
  t.equal((await open(link)).status, 404)
  const { preview } = (await client.get(`/api/bio/${id}`)).body.details
  const page = await open(preview)
  t.match(page, { status: 200, text: /A draft/ })
  t.match(page.text, 'noindex')
  const { preview: foreign } = (
    await client.get(`/api/bio/${(await add('/api/bio/add', { name: 'B', published: false })).id}`)
  ).body.details
  t.equal((await open(`${link}${new URL(foreign).search}`)).status, 404, 'the link of another draft')
  t.equal((await client.get(`/api/bio/${id}`)).body.data.clicks, 0)
  await client.put(`/api/bio/${id}/update`, { published: true })
  t.equal((await open(link)).status, 200)
})

t.test('a change of a bio page takes effect at once, and a deleted one is 404', async (t) => {
  const { id, link } = await add('/api/bio/add', { name: 'Before' })
  t.match((await open(link)).text, 'Before')
  await client.put(`/api/bio/${id}/update`, { name: 'After', custom: 'after-page' })
  await services.changes.settle()
  t.equal((await open(link)).status, 404)
  t.match((await send('GET', '/after-page')).text, 'After')
  await client.delete(`/api/bio/${id}/delete`)
  await services.changes.settle()
  t.equal((await send('GET', '/after-page')).status, 404)
})

t.test('a splash page shows its text, counts down and continues, with and without JavaScript', async (t) => {
  const { id } = await add('/api/splash/add', {
    name: 's',
    title: 'Wait',
    text: 'A word.',
    counter: 7,
    link: 'https://example.com/more',
  })
  const { shorturl } = await add('/api/url/add', { url: 'https://example.com/a?b=1&c=2', type: String(id) })
  const page = await open(shorturl)
  t.equal(page.status, 200)
  for (const part of [
    'Wait',
    'A word.',
    'data-seconds="7"',
    '<noscript><meta http-equiv="refresh" content="7;url=https://example.com/a?b=1&amp;c=2"></noscript>',
    'href="https://example.com/more"',
  ])
    t.ok(page.text.includes(part), part)
  t.match(page.headers['content-security-policy'], /script-src 'sha256-[^']+'(;|$)/)
})

t.test('an overlay is shown over a page that allows frames, and on a page before one that does not', async (t) => {
  const { id } = await add('/api/overlay/add', {
    type: 'message',
    name: 'Offer',
    text: 'Look here',
    link: 'https://example.com',
    colors: { background: '#112233' },
  })
  const over = await open((await add('/api/url/add', { url: `${there}/frames`, type: `overlay-${id}` })).shorturl)
  t.match(over.text, `<iframe src="${there}/frames"`)
  t.match(over.text, '<dialog open class="call at-bottom" aria-label="Offer">')
  t.ok(over.headers['content-security-policy']?.endsWith(`frame-src ${there}`), 'nothing else may be framed')
  const before = await open((await add('/api/url/add', { url: `${there}/refuses`, type: `overlay-${id}` })).shorturl)
  t.notMatch(before.text, '<iframe')
  t.match(before.text, 'Look here')
  t.match(before.text, `<a class="plank" href="${there}/refuses">`)
})

t.test('a link redirects directly when its splash page or overlay was deleted', async (t) => {
  const splash = await add('/api/splash/add', { name: 's' })
  const overlay = await add('/api/overlay/add', { type: 'message', name: 'o' })
  for (const [type, path] of [
    [String(splash.id), `/api/splash/${splash.id}/delete`],
    [`overlay-${overlay.id}`, `/api/overlay/${overlay.id}/delete`],
  ] as const) {
    const link = await add('/api/url/add', { url: `${there}/frames`, type })
    t.equal((await open(link.shorturl)).status, 200, type)
    t.equal((await client.delete(path)).status, 200)
    t.match(await open(link.shorturl), { status: 302, headers: { location: `${there}/frames` } }, type)
    t.equal((await client.get(`/api/url/${link.id}`)).body.details.type, 'direct')
  }
  t.equal((await open((await add('/api/url/add', { url: `${there}/frames`, type: 'splash' })).shorturl)).status, 200)
})

t.test('a frame link shows its destination in a frame, or redirects if it refuses frames', async (t) => {
  const framed = await open(
    (await add('/api/url/add', { url: `${there}/frames`, type: 'frame', metatitle: 'My page' })).shorturl,
  )
  t.match(framed.text, '<title>My page</title>')
  t.match(framed.text, `<iframe src="${there}/frames"`)
  t.match(await open((await add('/api/url/add', { url: `${there}/refuses`, type: 'frame' })).shorturl), {
    status: 302,
    headers: { location: `${there}/refuses` },
  })
  t.match(framed.text, `<a href="${there}/frames">Open without frame</a>`)
  t.ok(framed.headers['content-security-policy']?.endsWith(`frame-src ${there}`), 'nothing else may be framed')
  const away = 'http://127.0.0.1:1/away'
  t.match(
    await open((await add('/api/url/add', { url: away, type: 'frame' })).shorturl),
    { status: 302, headers: { location: away } },
    'what could not be asked is not shown in a frame that may stay empty',
  )
  t.match(
    await open((await add('/api/url/add', { url: 'http://localhost:3000/docs', type: 'frame' })).shorturl),
    { status: 302 },
    'our own pages refuse',
  )
})

t.test("the frame check does not send the visitor's query to the destination", async (t) => {
  const { shorturl } = await add('/api/url/add', { url: `${there}/frames?own=1`, type: 'frame', forward: true })
  for (const query of ['?x=1', '?x=2', '?x=3'])
    t.match((await open(`${shorturl}${query}`)).text, `<iframe src="${there}/frames?own=1&amp;x=${query.at(-1)}"`)
  t.strictSame(
    asked.filter((url) => url.includes('own=1')),
    ['/frames?own=1'],
  )
})

t.test('pixels are sent according to the templates, each script with the nonce of the reply', async (t) => {
  const pixels = [
    (await add('/api/pixel/add', { type: 'vendor09', name: 'a', tag: `A');hit();('` })).id,
    (await add('/api/pixel/add', { type: 'vendor11', name: 'c', tag: '1' })).id,
  ]
  const { shorturl } = await add('/api/url/add', { url: 'https://example.com/', pixels })
  const [one, two] = [await open(shorturl), await open(shorturl)]
  const nonce = /'nonce-([^']+)'/.exec(one.headers['content-security-policy'] ?? '')?.[1] ?? ''
  t.match(nonce, /^[A-Za-z0-9_-]{22}$/)
  t.notMatch(two.text, nonce, 'another answer has another nonce')
  t.match(one.headers['content-security-policy'], /script-src 'sha256-[^']+' 'nonce-[^']+' https:\/\/p\.example/)
  t.match(one.headers['content-security-policy'], "img-src 'self' https://p.example")
  t.ok(
    one.text.includes(
      `<script nonce="${nonce}">start('A\\u0027\\u0029\\u003bhit\\u0028\\u0029\\u003b\\u0028\\u0027')</script>`,
    ),
  )
  t.ok(one.text.includes(`<script nonce="${nonce}" src="https://p.example/x.js?id=A%27%29%3Bhit%28%29%3B%28%27">`))
  t.match(one.text, 'Continue to example.com')
  const none = await add('/api/url/add', { url: 'https://example.com/', pixels: [pixels[1]] })
  t.match(await open(none.shorturl), { status: 302 }, 'a type without a template sends nothing')
})

t.test('the tag of a pixel must match the pattern of its template', async (t) => {
  t.match(await client.post('/api/pixel/add', { type: 'vendor10', name: 'x', tag: 'abc' }), {
    status: 400,
    body: { errors: [{ path: '/tag' }] },
  })
  const { id } = await add('/api/pixel/add', { type: 'vendor10', name: 'x', tag: '123' })
  t.match(await client.put(`/api/pixel/${id}/update`, { tag: '12 3' }), {
    status: 400,
    body: { errors: [{ path: '/tag' }] },
  })
  t.equal((await client.put(`/api/pixel/${id}/update`, { tag: '456' })).status, 200)
})

t.test('hostile text in any stored field is escaped on every page', async (t) => {
  const url = 'https://example.com/"onmouseover="hit()"><script>hit()</script>'
  const framed = url.replace('https://example.com', there)
  const bio = await add('/api/bio/add', {
    name: HOSTILE,
    title: HOSTILE,
    description: HOSTILE,
    image: url,
    blocks: [
      { type: 'link', text: HOSTILE, url, image: url },
      { type: 'heading', text: HOSTILE },
      { type: 'text', text: `${HOSTILE}\n- [${HOSTILE}](${url})\n\n[x](javascript:hit()) ${url}` },
      { type: 'image', url, alt: HOSTILE, link: url },
      { type: 'social', network: 'website', url },
      { type: 'contact', name: HOSTILE, address: HOSTILE },
    ],
  })
  const splash = await add('/api/splash/add', { name: HOSTILE, title: HOSTILE, text: HOSTILE, image: url, link: url })
  const overlay = await add('/api/overlay/add', {
    type: 'message',
    name: HOSTILE,
    text: HOSTILE,
    button: 'x"><script>hit()</script>',
    link: url,
  })
  const campaign = await add('/api/campaign/add', { name: HOSTILE, public: true })
  const meta = {
    metatitle: HOSTILE,
    metadescription: HOSTILE,
    metaimage: url,
    description: HOSTILE,
    campaign: campaign.id,
  }
  const links = [
    await add('/api/url/add', { url, type: String(splash.id), ...meta }),
    await add('/api/url/add', { url, type: `overlay-${overlay.id}`, ...meta }),
    await add('/api/url/add', { url: framed, type: `overlay-${overlay.id}`, ...meta }),
    await add('/api/url/add', { url: framed, type: 'frame', ...meta }),
    await add('/api/url/add', { url, password: 'x'.repeat(9), ...meta }),
  ]
  const pages = [await open(bio.link), await open(campaign.list)]
  for (const { shorturl } of links)
    pages.push(await open(shorturl), await open(`${shorturl}?a="><script>hit()</script>`))
  const plain = await add('/api/url/add', { url, ...meta })
  pages.push(await send('GET', pathOf(plain.shorturl), { headers: { 'user-agent': 'facebookexternalhit/1.1' } }))
  for (const page of pages) {
    t.equal(page.status, 200)
    t.match(page.headers['content-security-policy'], "default-src 'none'")
    isHarmless(t, page.text)
  }
})

t.test('avatars are drawn for any id, deterministic, and reveal nothing', async (t) => {
  const { avatar } = (await client.get('/api/account')).body.data
  const picture = await open(avatar, '*/*')
  t.match(picture, {
    status: 200,
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'content-security-policy': /default-src 'none'/ },
  })
  t.equal((await open(avatar)).text, picture.text)
  t.equal((await send('GET', '/avatar/987654321.svg')).status, 200)
  for (const path of [
    '/avatar/0.svg',
    '/avatar/x.svg',
    '/avatar/1.png',
    '/avatar/99999999999999999.svg',
    '/avatar/1.svg.svg',
  ])
    t.equal((await send('GET', path)).status, 404, path)
})

t.test('the preview of a channel item is a card that needs its signed URL', async (t) => {
  const { id } = await add('/api/channel/add', { name: 'c' })
  const link = await add('/api/url/add', { url: 'https://example.com', metatitle: HOSTILE })
  const bio = await add('/api/bio/add', { name: 'Ada & Co', image: 'data:image/png;base64,AAAA' })
  await add(`/api/channel/${id}/assign/links/${link.id}`, {})
  await add(`/api/channel/${id}/assign/bio/${bio.id}`, {})
  const [page, short] = (await client.get(`/api/channel/${id}`)).body.data.items
  const card = await open(page.preview, '*/*')
  t.match(card, { status: 200, headers: { 'content-type': 'image/svg+xml; charset=utf-8' } })
  t.match(card.text, 'Ada &amp; Co')
  isHarmless(t, (await open(short.preview, '*/*')).text)
  t.equal((await open(page.preview.split('?')[0])).status, 404, 'without its key')
  t.equal((await open(page.preview.replace('/bio/', '/link/'))).status, 404, 'with the key of another')
})

t.test('the favicon and robots.txt are served', async (t) => {
  t.match(await send('GET', '/favicon.ico'), { status: 200, headers: { 'content-type': 'image/png' } })
  t.match(await send('GET', '/robots.txt'), { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
})

t.test('text replies are compressed for clients that accept it, redirects and pictures are not', async (t) => {
  const owner = await service.newClient()
  const { shorturl } = (await owner.post('/api/url/add', { url: 'https://example.com/there' })).body
  for (let i = 0; i < 3; i++) await owner.post('/api/url/add', { url: `https://example.com/${'x'.repeat(300)}/${i}` })
  const { pathname } = new URL(shorturl)
  const ask = (url: string, encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({
      method,
      url,
      headers: { 'accept-encoding': encoding, accept: '*/*', authorization: `Bearer ${owner.apikey}` },
    })
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync }
  for (const url of ['/nothing-is-here', '/api/urls', '/openapi.json', '/docs/yaml']) {
    const plain = await ask(url, 'identity')
    t.equal(plain.headers['content-encoding'], undefined, url)
    for (const encoding of ['gzip', 'br'] as const) {
      const reply = await ask(url, encoding)
      t.match(reply.headers, { 'content-encoding': encoding, vary: /accept-encoding/i }, `${url} ${encoding}`)
      t.ok(reply.rawPayload.length < plain.rawPayload.length / 2, `${url} is ${reply.rawPayload.length} bytes long`)
      const decoded = decoders[encoding](reply.rawPayload).toString()
      // Pages contain a nonce.
      if (url !== '/nothing-is-here') t.equal(decoded, plain.payload)
      else t.match(decoded, /<\/html>\s*$/)
    }
    t.equal((await ask(url, 'br;q=0, gzip;q=0, *;q=0')).headers['content-encoding'], undefined)
  }
  t.equal((await ask('/api/account', 'br')).headers['content-encoding'], undefined, 'too short')
  for (const url of [pathname, `${pathname}/qr`])
    t.equal((await ask(url, 'gzip, br')).headers['content-encoding'], undefined, url)
  t.equal((await ask('/api/urls', 'gzip', 'HEAD')).payload, '')
  const { etag } = (await ask('/openapi.json', 'br')).headers
  const again = await service.app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(etag) } })
  t.equal(again.statusCode, 304)
})

t.test('with an https BASE_URL, replies have HSTS and cookies are Secure', async (t) => {
  const secure = await startService(t, { BASE_URL: 'https://wm.example.com' })
  const owner = await secure.newClient()
  const { shorturl } = (await owner.post('/api/url/add', { url: 'https://example.com', password: 'open sesame' })).body
  const { pathname } = new URL(shorturl)
  const json = await secure.send('GET', pathname, { headers: { accept: 'application/json' } })
  t.match(json, { status: 403, body: { error: 1, code: 'link_locked' }, headers: { vary: 'Accept' } })
  const page = await secure.send('GET', pathname)
  t.match(page.headers, {
    'strict-transport-security': /^max-age=31536000/,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': /camera=\(\)/,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  const opened = await secure.send('POST', pathname, {
    raw: 'password=open+sesame',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.match(opened, { status: 303, headers: { 'set-cookie': /; Secure$/ } })
  const asked = ['/api/account', '/openapi.json', '/docs', '/developers', '/webhook/stripe', '/livez', '/readyz']
  for (const path of [...asked, '/internal/tls-ask?domain=else.example.com']) {
    const reply = await secure.send('GET', path, { key: owner.apikey })
    t.match(
      reply.headers,
      {
        'strict-transport-security': /^max-age=31536000/,
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': /camera=\(\)/,
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
      },
      path,
    )
  }
  const plain = (await owner.post('/api/url/add', { url: 'https://example.com/there' })).body.shorturl
  const redirect = await secure.send('GET', new URL(plain).pathname)
  t.match(redirect, { status: 302, headers: { 'strict-transport-security': /^max-age=31536000/ } })
  t.equal(redirect.headers['referrer-policy'], undefined, 'it would hold for where the redirect leads')
  t.equal(redirect.headers['cross-origin-opener-policy'], undefined)
  const transport = { 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' }
  const preflight = { origin: 'https://else.example', 'access-control-request-method': 'POST' }
  t.match(await secure.send('OPTIONS', '/api/url/add', { headers: preflight }), { status: 204, headers: transport })
  for (const [path, status] of [
    [`${new URL(plain).pathname}/qr`, 200],
    ['/favicon.ico', 200],
    ['/nothing-is-here', 404],
    ['/%zz', 400],
  ] as const)
    t.match(await secure.send('GET', path), { status, headers: transport }, path)
  t.equal((await send('GET', '/livez')).headers['strict-transport-security'], undefined, 'not with an http BASE_URL')
})

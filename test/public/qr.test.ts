import sharp from 'sharp'
import t from 'tap'
import { readPicture } from '../../src/qr/reader.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const host = { host: 'localhost:3000' }

const add = async (body: object): Promise<{ id: number; code: string }> => {
  const { id, link } = (await client.post('/api/qr/add', body)).body
  return { id, code: link.split('/').at(-1) }
}
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { ...host, ...headers } })
const browser = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

/** Decodes character references as a browser does. */
const shown = (markup: string) =>
  markup.replace(
    /&(amp|lt|gt|quot|#39|#96);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' })[name as string] ?? '',
  )
const payloadIn = (page: string) => shown(/data-payload="([^"]*)"/.exec(page)?.[1] ?? '')
const hrefIn = (page: string) => shown(/<a class="plank" href="([^"]*)"/.exec(page)?.[1] ?? '')

t.test('a picture has six formats, by extension or Accept, by default PNG', async (t) => {
  const { code } = await add({ type: 'text', data: 'Hello' })
  for (const [extension, type] of [
    ['', 'image/png'],
    ['.png', 'image/png'],
    ['.svg', 'image/svg+xml'],
    ['.webp', 'image/webp'],
    ['.pdf', 'application/pdf'],
    ['.jpg', 'image/jpeg'],
    ['.eps', 'application/postscript'],
  ]) {
    const reply = await get(`/qr/${code}${extension}`)
    t.equal(reply.statusCode, 200)
    t.equal(reply.headers['content-type'], type)
    t.match(reply.headers, {
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      etag: /^".{22}"$/,
      'api-version': 'v1',
      'app-version': '7.3.1',
    })
    if (type?.startsWith('image/')) t.equal(await readPicture(reply.rawPayload), 'Hello')
  }
  for (const [accept, type] of [
    ['image/svg+xml', 'image/svg+xml'],
    ['image/webp;q=0.5, application/pdf', 'application/pdf'],
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image/png'],
    ['image/*;q=0.2, image/webp', 'image/webp'],
    ['text/html', 'image/png'],
    ['*/*', 'image/png'],
    ['garbage;;q=x,,', 'image/png'],
  ]) {
    const reply = await get(`/qr/${code}`, { accept: accept ?? '' })
    t.equal(reply.headers['content-type'], type, `${accept}`)
    t.equal(reply.headers['vary'], 'Accept')
  }
})

t.test('size and margin can be set', async (t) => {
  const { code } = await add({ type: 'text', data: 'Hello' })
  for (const size of [64, 100, 333, 512, 4096]) {
    const { width, height } = await sharp((await get(`/qr/${code}.png?size=${size}`)).rawPayload).metadata()
    t.same([width, height], [size, size])
  }
  t.match((await get(`/qr/${code}.svg?size=600&margin=0`)).payload, 'width="600" height="600" viewBox="0 0 21 21"')
  t.match((await get(`/qr/${code}.svg?size=&margin=`)).payload, 'viewBox="-4 -4 29 29"')
  for (const query of ['size=63', 'size=4097', 'size=1e3', 'size=-1', 'size=x', 'margin=17', 'margin=1.5'])
    t.equal((await get(`/qr/${code}.png?${query}`)).statusCode, 400, query)
})

t.test('the file name of a download is safe in a header', async (t) => {
  const { code } = await add({ type: 'text', data: 'x', name: 'Menü "été"/../\\x; ✂ %20' })
  const reply = await get(`/qr/${code}.pdf?download`)
  t.equal(
    reply.headers['content-disposition'],
    'attachment; filename="Menu ete .. x; 20.pdf"; filename*=UTF-8\'\'Men%C3%BC%20%C3%A9t%C3%A9%20..%20x%3B%20%E2%9C%82%20%2520.pdf',
  )
  t.notOk((await get(`/qr/${code}.pdf`)).headers['content-disposition'])
})

t.test('an unchanged picture is 304, HEAD has no body, and a versioned URL is cacheable forever', async (t) => {
  const { id, code } = await add({ type: 'link', data: 'https://example.com' })
  const first = await get(`/qr/${code}.svg`)
  const etag = String(first.headers['etag'])
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await get(`/qr/${code}.svg`, { 'if-none-match': tag })
    t.equal(again.statusCode, 304)
    t.equal(again.payload, '')
    t.equal(again.headers['etag'], etag)
  }
  t.equal((await get(`/qr/${code}.svg`, { 'if-none-match': '"other"' })).statusCode, 200)
  const head = await service.app.inject({ method: 'HEAD', url: `/qr/${code}.svg`, headers: host })
  t.match(head, { statusCode: 200, payload: '', headers: { etag } })

  const { picture } = (await client.get(`/api/qr/${id}`)).body.details
  const { pathname, search } = new URL(picture)
  t.equal((await get(pathname + search)).headers['cache-control'], 'public, max-age=31536000, immutable')
  await client.put(`/api/qr/${id}/update`, { data: 'https://example.com', foreground: 'rgb(0,0,90)' })
  t.match((await get(pathname + search)).headers['cache-control'], 'max-age=300')
  const changed = await get(`/qr/${code}.svg`, { 'if-none-match': etag })
  t.equal(changed.statusCode, 200)
  t.match(changed.payload, '#00005a')
})

t.test('an unknown QR code is the 404 page', async (t) => {
  for (const path of [
    '/qr/AAAAAAA',
    '/qr/AAAAAAA.svg',
    '/q/AAAAAAA',
    '/q/AAAAAAA.vcf',
    '/qr/x',
    '/qr/..%2f..%2fetc',
    '/q/%00',
    '/qr/AAAAAAA.exe',
    `/q/${'x'.repeat(400)}`,
  ]) {
    const reply = await get(path)
    t.equal(reply.statusCode, 404, path)
    t.match(reply.headers['content-type'], 'text/html')
  }
  t.match((await get('/q/AAAAAAA', { accept: 'application/json' })).json(), { error: 1, code: 'not_found' })
})

t.test('after many unknown codes an address gets 429, but existing codes still work', async (t) => {
  const { code } = await add({ type: 'link', data: 'https://example.com/real' })
  const ip = '203.0.113.9'
  const statuses = []
  for (let i = 0; i < 62; i++) statuses.push((await service.send('GET', `/q/guess${i}`, { ip })).status)
  t.strictSame([statuses[0], statuses[59], statuses[60]], [404, 404, 429])
  t.equal((await service.send('GET', '/qr/guess.svg', { ip })).status, 429)
  t.equal((await service.send('GET', `/qr/${code}.svg`, { ip })).status, 200)
  t.equal((await service.send('GET', '/q/guess1', { ip: '203.0.113.10' })).status, 404)
})

t.test('a scan of a link redirects and is counted', async (t) => {
  const { id, code } = await add({ type: 'link', data: 'https://example.com/menu?a=1#b' })
  const reply = await get(`/q/${code}`, { ...browser, referer: 'https://news.example.com/x' })
  t.match(reply, {
    statusCode: 302,
    headers: { location: 'https://example.com/menu?a=1#b', 'cache-control': 'private, no-store' },
  })
  await get(`/q/${code}`, browser)
  await get(`/q/${code}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await get(`/q/${code}`, { ...browser, 'sec-purpose': 'prefetch' })
  await service.app.inject({ method: 'HEAD', url: `/q/${code}`, headers: { ...host, ...browser } })
  const { details, data } = (await client.get(`/api/qr/${id}`)).body
  t.match(details, { scans: 2, uniquescans: 1 })
  t.match(data, {
    clicks: 2,
    uniqueClicks: 1,
    topReferrers: { 'news.example.com': '1', Direct: '1' },
    topBrowsers: { Safari: '2' },
  })
  t.equal((await client.get(`/api/qr/${id}?include=all`)).body.data.clicks, 5)
  t.equal((await client.get(`/api/qr/${id}?include=nonsense`)).status, 400)
})

t.test('a URL with non-ASCII characters redirects to its percent-encoded form', async (t) => {
  const { code } = await add({ type: 'link', data: 'https://例え.example/日本?q=ü' })
  t.equal((await get(`/q/${code}`)).headers['location'], 'https://xn--r8jz45g.example/%E6%97%A5%E6%9C%AC?q=%C3%BC')
})

t.test('email, phone and sms codes are pages with a link', async (t) => {
  const page = async (body: object) => {
    const reply = await get(`/q/${(await add(body)).code}`, browser)
    t.equal(reply.statusCode, 200)
    t.match(reply.headers['content-security-policy'], "default-src 'none'")
    t.equal(reply.headers['cache-control'], 'private, no-store')
    return reply.payload
  }
  const mail = await page({ type: 'email', data: ['ada@example.com', 'Q & A', '<b>"hi"\n'] })
  const mailto = 'mailto:ada@example.com?subject=Q%20%26%20A&body=%3Cb%3E%22hi%22%0D%0A'
  t.equal(hrefIn(mail), mailto)
  t.equal(payloadIn(mail), mailto)
  t.equal(hrefIn(await page({ type: 'phone', data: '+1 555 12' })), 'tel:+155512')
  const sms = await page({ type: 'sms', data: ['+155512', 'a & <b>'] })
  t.equal(hrefIn(sms), 'sms:+155512?body=a%20%26%20%3Cb%3E')
  t.equal(payloadIn(sms), 'SMSTO:+155512:a & <b>')
})

t.test('a vcard code is a page and a vCard file', async (t) => {
  const data = {
    fname: 'Ada "A"',
    lname: 'Löve',
    phone: '+44 20',
    email: 'ada@example.com',
    company: 'Engines; Ltd',
    site: 'https://example.com',
    address: 'Street 1\nLondon',
  }
  const { code } = await add({ type: 'vcard', data })
  const page = (await get(`/q/${code}`, browser)).payload
  for (const text of ['Ada "A" Löve', '+44 20', 'ada@example.com', 'Engines; Ltd', 'https://example.com'])
    t.ok(shown(page).includes(text), text)
  t.equal(hrefIn(page), `/q/${code}.vcf`)
  const file = await get(`/q/${code}.vcf`)
  t.equal(file.headers['content-type'], 'text/vcard; charset=utf-8')
  t.match(
    file.headers['content-disposition'],
    /^attachment; filename="Ada A Love\.vcf"; filename\*=UTF-8''Ada%20A%20L%C3%B6ve\.vcf$/,
  )
  t.equal(
    file.payload,
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada "A" Löve\r\nN:Löve;Ada "A";;;\r\nTEL:+44 20\r\nEMAIL:ada@example.com\r\nORG:Engines\\; Ltd\r\nURL:https://example.com\r\nADR:;;Street 1\\nLondon;;;;\r\nEND:VCARD\r\n',
  )
  const finished = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nTEL;TYPE=CELL:123\nEND:VCARD'
  const other = await add({ type: 'vcard', data: finished })
  t.equal((await get(`/q/${other.code}.vcf`)).payload, finished)
  t.match((await get(`/q/${other.code}`)).payload, 'href="tel:123"')
  const none = await add({ type: 'phone', data: '123' })
  t.equal((await get(`/q/${none.code}.vcf`)).statusCode, 404)
})

t.test('the URL of a static code works too', async (t) => {
  const link = await add({ type: 'link', data: 'https://example.com', static: true })
  t.equal((await get(`/q/${link.code}`)).headers['location'], 'https://example.com')
  const wifi = await add({ type: 'wifi', data: ['My net', 'pa;ss', 'WPA'] })
  const page = (await get(`/q/${wifi.code}`)).payload
  t.match(shown(page), 'pa;ss')
  t.equal(payloadIn(page), 'WIFI:T:WPA;S:My net;P:pa\\;ss;;')
})

t.test('the content of a dynamic code can change', async (t) => {
  const { id, code } = await add({ type: 'link', data: 'https://example.com/1' })
  t.equal((await get(`/q/${code}`)).headers['location'], 'https://example.com/1')
  await client.put(`/api/qr/${id}/update`, { data: 'https://example.com/2' })
  t.equal((await get(`/q/${code}`)).headers['location'], 'https://example.com/2')
  await client.put(`/api/qr/${id}/update`, { type: 'text', data: 'Closed today' })
  t.match((await get(`/q/${code}`)).payload, 'Closed today')
  await client.delete(`/api/qr/${id}/delete`)
  t.equal((await get(`/q/${code}`)).statusCode, 404)
  t.equal((await get(`/qr/${code}.svg`)).statusCode, 404)
})

t.test('stored content is escaped on the page', async (t) => {
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
  const codes: object[] = [
    { type: 'text', data: attack },
    { type: 'sms', data: ['123', attack] },
    { type: 'email', data: { email: 'a@b.c', subject: attack, body: attack } },
    { type: 'wifi', data: { ssid: attack, pass: attack, encryption: 'WEP' } },
    { type: 'vcard', data: { fname: attack, company: attack, address: attack } },
    {
      type: 'vcard',
      data: `BEGIN:VCARD\nFN:${attack}\nURL:javascript:alert(1)\nTEL:${attack}\nEMAIL:${attack}\nEND:VCARD`,
    },
    { type: 'wifi', data: attack },
    { type: 'phone', data: '123' },
  ]
  for (const body of codes) {
    const { code } = await add({ ...body, name: attack })
    const page = (await get(`/q/${code}`)).payload
    t.notMatch(page, /<script>alert|<img src=x|href="javascript/i)
    const picture = await get(`/qr/${code}.svg`)
    t.notMatch(picture.payload, /<script|onerror/)
    t.match(picture.headers['content-security-policy'], 'sandbox')
  }
})

t.test('a branded domain serves pictures and scans', async (t) => {
  t.equal((await client.post('/api/domain/add', { domain: 'https://go.example.com' })).status, 200)
  const { code } = await add({ type: 'link', data: 'https://example.com' })
  const branded = { host: 'go.example.com' }
  t.equal((await get(`/qr/${code}.svg`, branded)).statusCode, 200)
  t.equal((await get(`/q/${code}`, branded)).headers['location'], 'https://example.com')
})

t.test('many large pictures wait in their own queue: beyond it they are 503, small ones are drawn', async (t) => {
  const { code } = await add({ type: 'text', data: 'flood' })
  const large = Array.from({ length: 60 }, (_, i) => get(`/qr/${code}.png?size=${1100 + i}`))
  const small = await get(`/qr/${code}.png?size=300`)
  t.equal(small.statusCode, 200)
  const statuses = (await Promise.all(large)).map(({ statusCode }) => statusCode)
  t.ok(statuses.filter((status) => status === 200).length >= 51)
  const refused = statuses.filter((status) => status === 503)
  t.ok(refused.length > 0, `${refused.length} of 60`)
})

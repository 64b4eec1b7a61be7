import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { PICTURE_FORMATS } from '../../schemas/link-codes.ts'
import { hasZbar, readByZbar, readByZxing } from '../qr/readers.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const zbar = await hasZbar()
const dir = t.testdir({})

const add = async (body: object = {}): Promise<{ id: number; shorturl: string }> =>
  (await client.post('/api/url/add', { url: 'https://example.com/page', ...body })).body
const draw = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: 'localhost:3000', authorization: `Bearer ${client.apikey}`, ...headers } })

/** The texts that both readers find in a picture. */
async function read(picture: Buffer) {
  const png = await sharp(picture).flatten({ background: '#ffffff' }).png().toBuffer()
  const file = join(dir, 'picture.png')
  await writeFile(file, png)
  return [await readByZxing(png), ...(zbar ? [await readByZbar(file)] : [])]
}
const readings = (text: string) => (zbar ? [text, text] : [text])

const types = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  eps: 'application/postscript',
}

t.test('a link’s own code is drawn in each format, and read by zbar and ZXing', async (t) => {
  const { id, shorturl } = await add({ custom: 'own-code' })
  for (const format of PICTURE_FORMATS) {
    const reply = await draw(`/api/url/${id}/qr.${format}`)
    t.match(reply, {
      statusCode: 200,
      headers: {
        'content-type': types[format],
        'cache-control': 'private, max-age=300',
        vary: 'Authorization',
        'x-ratelimit-limit': '100000',
      },
    })
    if (types[format].startsWith('image/')) t.strictSame(await read(reply.rawPayload), readings(shorturl), format)
  }
  t.equal((await draw(`/api/url/${id}/qr.pdf`)).payload.slice(0, 5), '%PDF-')
  t.equal((await draw(`/api/url/${id}/qr.eps`)).payload.slice(0, 4), '%!PS')
  t.equal((await client.get(`/api/url/${id}`)).body.details.clicks, 0, 'it counts no visit')
})

t.test('it has the size, colors and design of the query, and is read by zbar and ZXing', async (t) => {
  const { id, shorturl } = await add()
  const query = new URLSearchParams({
    size: '400',
    margin: '6',
    foreground: 'rgb(20,40,90)',
    background: 'rgb(255,250,240)',
    modules: 'rounded',
    eyeframe: 'circle',
    eyeball: 'circle',
    eyeframecolor: 'rgb(120,20,90)',
    eyeballcolor: 'rgb(0,0,0)',
    caption: 'Scan me',
    strict: 'true',
  })
  const { payload } = await draw(`/api/url/${id}/qr.svg?${query}`)
  for (const text of ['width="400"', '#14285a', '#fffaf0', '#78145a']) t.match(payload, text)
  for (const format of ['png', 'webp', 'jpg', 'svg'])
    t.strictSame(
      await read((await draw(`/api/url/${id}/qr.${format}?${query}`)).rawPayload),
      readings(shorturl),
      format,
    )
  const framed = await sharp((await draw(`/api/url/${id}/qr.png?${query}`)).rawPayload).metadata()
  t.ok(framed.width === 400 && (framed.height ?? 0) > 400, 'a caption makes it higher than wide')
  const clear = await draw(`/api/url/${id}/qr.png?transparent=true&size=400`)
  t.ok((await sharp(clear.rawPayload).metadata()).hasAlpha)
  t.strictSame(await read(clear.rawPayload), readings(shorturl))
})

t.test('a picture that the client has is 304, and another look has another tag', async (t) => {
  const { id } = await add({ custom: 'tagged', metatitle: 'Süß / new' })
  const first = await draw(`/api/url/${id}/qr.svg`)
  const etag = String(first.headers.etag)
  const again = await client.get(`/api/url/${id}/qr.svg`, { headers: { 'if-none-match': `W/${etag}` } })
  t.match(again, { status: 304, text: '', headers: { etag } })
  const tags = new Set([etag])
  for (const query of ['png', 'svg?size=300', 'svg?margin=2', 'svg?modules=dots', 'svg?caption=Hi', 'svg?caption=Ho'])
    tags.add(String((await draw(`/api/url/${id}/qr.${query}`, { 'if-none-match': etag })).headers.etag))
  t.equal(tags.size, 7)
  await client.put(`/api/url/${id}/update`, { custom: 'tagged-too' })
  const moved = await draw(`/api/url/${id}/qr.svg`, { 'if-none-match': etag })
  t.equal(moved.statusCode, 200, 'so has another alias')
  t.notOk(moved.headers['content-disposition'])
  const saved = await draw(`/api/url/${id}/qr.svg?download=true`)
  t.match(
    saved.headers['content-disposition'],
    /^attachment; filename="Su new.svg"; filename\*=UTF-8''S%C3%BC%C3%9F%20new.svg$/,
  )
})

t.test('parameters that are not valid are named, and strict refuses what phones may not read', async (t) => {
  const { id } = await add()
  for (const [query, path] of [
    ['size=63', 'query/size'],
    ['size=x', 'query/size'],
    ['margin=17', 'query/margin'],
    ['foreground=blue', 'query/foreground'],
    ['modules=hearts', 'query/modules'],
    ['frame=bar', 'query/caption'],
    [`caption=${encodeURIComponent('😀')}`, 'query/caption'],
    [`caption=${'x'.repeat(61)}`, 'query/caption'],
    ['transparent=maybe', 'query/transparent'],
  ] as const)
    t.match(await client.get(`/api/url/${id}/qr.svg?${query}`), { status: 400, body: { errors: [{ path }] } }, query)
  const pale = `/api/url/${id}/qr.svg?foreground=rgb(230,230,230)`
  t.equal((await client.get(pale)).status, 200)
  for (const [query, path] of [
    ['foreground=rgb(230,230,230)', 'query/foreground'],
    ['margin=0', 'query/margin'],
    ['size=64', 'query/size'],
  ] as const)
    t.match(
      await client.get(`/api/url/${id}/qr.svg?strict=true&${query}`),
      { status: 400, body: { code: 'may_not_scan', errors: [{ path }] } },
      query,
    )
})

t.test('only links of the account are drawn, by read keys too, also by their external id', async (t) => {
  const { id } = await add({ externalid: 'sku-1', status: 'private' })
  const stranger = await service.newClient()
  t.match(await stranger.get(`/api/url/${id}/qr.svg`), { status: 404, body: { code: 'not_found' } })
  t.equal((await service.send('GET', `/api/url/${id}/qr.svg`)).status, 401)
  t.equal((await client.get(`/api/url/${id}/qr.gif`)).status, 400)
  t.equal((await client.get(`/api/url/${id}/qr`)).status, 404)
  t.equal((await client.get('/api/url/ext_sku-1/qr.svg')).status, 200)
  const keyOf = async (body: object) => (await client.post('/api/key/add', body)).body.apikey as string
  t.equal((await client.get(`/api/url/${id}/qr.svg`, { key: await keyOf({ scope: 'read' }) })).status, 200)
  const noLinks = await keyOf({ permissions: { qr: 'read' } })
  t.match(await client.get(`/api/url/${id}/qr.svg`, { key: noLinks }), { body: { code: 'permission_required' } })
})

t.test('the code of a link on a branded domain has that domain, until the domain is deleted', async (t) => {
  const { id: domain } = (await client.post('/api/domain/add', { domain: 'https://go.example.com' })).body
  const { id, shorturl } = await add({ custom: 'branded', domain: 'go.example.com' })
  t.equal(shorturl, 'https://go.example.com/branded')
  t.strictSame(await read((await draw(`/api/url/${id}/qr.png`)).rawPayload), readings(shorturl))
  await client.delete(`/api/domain/${domain}/delete`)
  t.match(await client.get(`/api/url/${id}/qr.png`), { status: 404, body: { message: /its domain was deleted/ } })
})

t.test('aliases of the greatest length fit', async (t) => {
  for (const custom of ['😀'.repeat(255), `${'文/'.repeat(127)}x`]) {
    const { id, shorturl } = await add({ custom })
    const [text] = await read((await draw(`/api/url/${id}/qr.png?size=700&strict=true`)).rawPayload)
    t.equal(new URL(text ?? '').href, shorturl)
  }
})

t.test('many codes at once hold up nothing', async (t) => {
  const { id } = await add({ custom: '🚀'.repeat(255) })
  const { shorturl } = await add()
  const order: string[] = []
  const pictures = Array.from({ length: 90 }, () => draw(`/api/url/${id}/qr.svg`))
  const redirect = service.app.inject({ url: new URL(shorturl).pathname, headers: { host: 'localhost:3000' } })
  await Promise.all([
    ...pictures.map((picture) => picture.then(({ statusCode }) => order.push(`picture ${statusCode}`))),
    redirect.then(({ statusCode }) => order.push(`redirect ${statusCode}`)),
  ])
  // Half of the codes: on a busy server the visit of the redirect takes its time.
  t.ok(order.indexOf('redirect 302') < 45, `the redirect was number ${order.indexOf('redirect 302')}`)
  t.strictSame([...new Set(order)].toSorted(), ['picture 200', 'redirect 302'])
})

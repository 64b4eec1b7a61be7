import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { FetchError } from '../../src/net/fetch-error.ts'
import { readPicture } from '../../src/qr/reader.ts'
import { startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

const solid = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#c01' } })
const png = await solid(80).png().toBuffer()
const jpeg = await solid(80).jpeg().toBuffer()
const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)).toString())

const dir = t.testdir({ assets: { 'not.png': 'no picture' }, 'secret.png': '' })
const assets = join(dir, 'assets')
mkdirSync(join(assets, 'logos'))
writeFileSync(join(assets, 'logos', 'mark.png'), png)
writeFileSync(join(dir, 'secret.png'), png)
writeFileSync(join(assets, 'big.png'), Buffer.concat([png, Buffer.alloc(1024 * 1024)]))
symlinkSync(join(dir, 'secret.png'), join(assets, 'link.png'))

const fetched: string[] = []
const service = await startService(
  t,
  { ASSETS_DIR: assets },
  {
    safeFetch: async (url) => {
      fetched.push(url)
      if (url.includes('private')) throw new FetchError('fetch_address')
      const body = url.includes('jpeg')
        ? jpeg
        : url.includes('svg')
          ? Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
          : png
      const ok = !url.includes('gone')
      return { status: ok ? 200 : 404, ok, headers: {}, body, url, hops: [url] }
    },
  },
)
const client = await service.newClient()
const other = await service.newClient()

const add = async (body: object) => (await client.post('/api/qr/add', body)).body
const details = async (id: number) => (await client.get(`/api/qr/${id}`)).body.details
const picture = async (link: string) =>
  (await service.app.inject({ url: `${new URL(link).pathname}.png`, headers: { host: 'localhost:3000' } })).rawPayload

t.test('a QR code can be created, listed, read, updated and deleted', async (t) => {
  const created = await client.post('/api/qr/add', { type: 'link', data: 'https://example.com/menu' })
  t.match(created, {
    status: 200,
    body: { error: 0, id: Number, link: /^http:\/\/localhost:3000\/qr\/[A-Za-z0-9]{7}$/ },
  })
  t.notOk('warnings' in created.body)
  const { id, link } = created.body

  const list = await client.get('/api/qr')
  t.match(list.body, { error: '0', data: { result: 1, qrs: [{ id, link, scans: 0, name: 'example.com/menu' }] } })
  t.same(Object.keys(list.body.data.qrs[0]).sort(), [
    'attached',
    'date',
    'domain',
    'externalid',
    'id',
    'link',
    'name',
    'scans',
  ])

  const shown = await client.get(`/api/qr/${id}`)
  t.match(shown.body, {
    error: 0,
    details: {
      id,
      link,
      scans: 0,
      type: 'link',
      data: 'https://example.com/menu',
      background: null,
      foreground: null,
      logo: null,
      static: false,
    },
    data: { clicks: 0, uniqueClicks: 0, topCountries: {}, socialCount: { facebook: 0, twitter: 0, instagram: 0 } },
  })

  const change = { data: 'https://example.com/new', background: 'rgb(255, 250, 240)', foreground: 'rgb(20,20,60)' }
  const updated = await client.put(`/api/qr/${id}/update`, change)
  t.strictSame(updated.body, { error: 0, message: 'QR has been updated successfully.' })
  t.match(await details(id), { ...change, background: 'rgb(255,250,240)', link, name: 'example.com/menu' })

  t.strictSame((await client.delete(`/api/qr/${id}/delete`)).body, {
    error: 0,
    message: 'QR Code has been deleted successfully.',
  })
  t.equal((await client.get(`/api/qr/${id}`)).status, 404)
})

t.test('data is returned in the form in which it was sent, for every type', async (t) => {
  const codes: [string, unknown][] = [
    ['text', 'Hello\nworld'],
    ['text', { text: '5' }],
    ['link', ['https://example.com']],
    ['email', { email: 'ada@example.com', subject: 'Hi' }],
    ['email', ['ada@example.com', null, 'Body']],
    ['phone', '+15551234567'],
    ['sms', ['+15551234567', 'Hi']],
    ['wifi', { ssid: 'home', pass: 'secret', encryption: 'WPA', hidden: true }],
    ['wifi', ['home', null, 'nopass', false]],
    ['vcard', { fname: 'Ada', lname: 'Lovelace' }],
    ['vcard', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nN:;Ada;;;\r\nEND:VCARD'],
  ]
  for (const [type, data] of codes) {
    const { id } = await add({ type, data })
    t.match(await details(id), { type })
    t.strictSame((await details(id)).data, data)
  }
})

t.test('the picture of a static code contains the payload, that of a dynamic code its URL', async (t) => {
  const held = async (body: object) => {
    const { id, link } = await add(body)
    return { id, held: await readPicture(await picture(link)), scan: link.replace('/qr/', '/q/') }
  }
  t.equal((await held({ type: 'text', data: 'héllo £5' })).held, 'héllo £5')
  t.equal((await held({ type: 'wifi', data: ['home', 'a;b', 'WPA'] })).held, 'WIFI:T:WPA;S:home;P:a\\;b;;')
  t.equal((await held({ type: 'link', data: 'https://example.com', static: true })).held, 'https://example.com')
  for (const [type, data] of [
    ['link', 'https://example.com'],
    ['vcard', ['Ada']],
    ['email', 'ada@example.com'],
    ['phone', '+1555'],
    ['sms', '+1555'],
  ]) {
    const code = await held({ type, data })
    t.equal(code.held, code.scan)
    t.equal((await details(code.id)).scan, code.scan)
  }
})

t.test('type, static and name can be changed; fields that are not sent stay unchanged', async (t) => {
  const { id } = await add({ type: 'link', data: 'https://example.com', name: 'Mine', static: true })
  t.match(await details(id), { name: 'Mine', static: true })
  await client.put(`/api/qr/${id}/update`, { data: 'https://example.com/2' })
  t.match(await details(id), { name: 'Mine', static: true })
  await client.put(`/api/qr/${id}/update`, { data: '+1555', type: 'phone', name: null })
  t.match(await details(id), { type: 'phone', static: true, name: 'Mine', data: '+1555' })
  await client.put(`/api/qr/${id}/update`, { data: 'x', type: 'text', name: 'Other' })
  t.match(await details(id), { type: 'text', static: true, name: 'Other' })
  await client.put(`/api/qr/${id}/update`, { data: 'https://example.com', type: 'link' })
  t.match(await details(id), { type: 'link', static: false }, 'nobody chose that the text was static')
  await client.put(`/api/qr/${id}/update`, { data: '+1555', type: 'phone', static: true })
  await client.put(`/api/qr/${id}/update`, {
    data: {
      apple: 'https://apps.apple.com/app/id284882215',
      google: 'https://play.google.com/store/apps/details?id=com.example',
    },
    type: 'app',
  })
  t.match(await details(id), { type: 'app', static: false })
  await client.put(`/api/qr/${id}/update`, { data: 'x', type: 'text' })
  t.match(await client.put(`/api/qr/${id}/update`, { data: 'x', static: false }), {
    status: 400,
    body: { errors: [{ path: '/static' }] },
  })
  t.match(await client.put(`/api/qr/${id}/update`, { data: { text: null } }), {
    status: 400,
    body: { errors: [{ path: '/data/text' }] },
  })
})

t.test('every invalid field is named', async (t) => {
  const paths = async (body: unknown) => {
    const reply = await client.post('/api/qr/add', body)
    t.equal(reply.status, 400, JSON.stringify(body)?.slice(0, 80))
    return reply.body.errors.map((fault: { path: string }) => fault.path)
  }
  t.same(await paths({}), ['/type', '/data'])
  t.same((await paths({ type: 'links', data: 5, background: 'red', logo: 7 })).sort(), [
    '/background',
    '/data',
    '/logo',
    '/type',
  ])
  t.same(await paths({ type: 'wifi', data: { pass: 5, encryption: 'x' }, logo: 'nowhere.png' }), [
    '/data/ssid',
    '/data/pass',
    '/data/encryption',
    '/logo',
  ])
  t.same(await paths({ type: 'text', data: '' }), ['/data'])
  t.same(await paths({ type: 'text', data: null }), ['/data'])
  for (const color of [
    'rgb(256,0,0)',
    'rgb(1,2)',
    '#ffffff',
    'rgb(-1,0,0)',
    'rgb(1.5,0,0)',
    'rgba(1,2,3,4)',
    'rgb(1,2,3);',
  ])
    t.same(await paths({ type: 'text', data: 'x', foreground: color }), ['/foreground'])
  t.match(await client.put('/api/qr/1/update', {}), { status: 400, body: { errors: [{ path: '/data' }] } })
})

t.test('null and "" mean not sent on creation and clear fields on update', async (t) => {
  const nothing = { background: null, foreground: '', logo: null, name: '', static: null }
  const { id } = await add({ type: 'text', data: 'x', ...nothing })
  t.match(await details(id), { background: null, foreground: null, logo: null, name: 'x', static: true })
  const looks = { background: 'rgb(255,255,0)', foreground: 'rgb(0,0,80)', logo: 'logos/mark.png' }
  await client.put(`/api/qr/${id}/update`, { data: 'x', ...looks })
  t.match(await details(id), looks)
  await client.put(`/api/qr/${id}/update`, { data: 'x' })
  t.match(await details(id), looks)
  await client.put(`/api/qr/${id}/update`, { data: 'x', background: null, foreground: '', logo: null })
  t.match(await details(id), { background: null, foreground: null, logo: null })
})

t.test('content that is too long for a QR code is refused with the lengths', async (t) => {
  t.match(await add({ type: 'text', data: 'x'.repeat(2332) }), {
    errors: [{ path: '/data', message: 'takes 2332 bytes; a code can contain at most 2331' }],
  })
  t.match(await add({ type: 'text', data: 'é'.repeat(480), logo: 'logos/mark.png' }), {
    errors: [{ path: '/data', message: 'takes 960 bytes; a code with a logo can contain at most 958' }],
  })
  t.match(await add({ type: 'text', data: 'x'.repeat(2331) }), { error: 0 })
})

t.test('a picture that may not scan has warnings, or is refused with strict', async (t) => {
  const codes = async (looks: object) =>
    ((await add({ type: 'link', data: 'https://example.com', ...looks })).warnings ?? []).map(
      (w: { code: string }) => w.code,
    )
  t.same(await codes({}), [])
  t.same(await codes({ foreground: 'rgb(200,200,200)' }), ['contrast_low', 'not_decoded'])
  t.same(await codes({ foreground: 'rgb(255,255,255)', background: 'rgb(0,0,0)' }), ['light_on_dark', 'not_decoded'])

  const before = (await client.get('/api/qr')).body.data.result
  const pale = { data: 'https://example.com', foreground: 'rgb(200,200,200)' }
  const refused = await client.post('/api/qr/add?strict=true', { type: 'link', ...pale })
  t.match(refused, {
    status: 400,
    body: { code: 'may_not_scan', errors: [{ path: '/foreground', message: /1\.67:1; at least 3:1/ }] },
  })
  t.equal((await client.get('/api/qr')).body.data.result, before)

  const { id } = await add({ type: 'link', data: 'https://example.com' })
  t.equal((await client.put(`/api/qr/${id}/update?strict=true`, pale)).status, 400)
  t.match(await details(id), { foreground: null })
  const warned = await client.put(`/api/qr/${id}/update`, pale)
  t.match(warned, {
    status: 200,
    body: { message: 'QR has been updated successfully.', warnings: [{ code: 'contrast_low' }] },
  })
})

t.test('a string that is not a Wi-Fi payload or vCard has a warning, and is refused with strict', async (t) => {
  const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n'
  const cases: [string, string, boolean][] = [
    ['wifi', 'WIFI:T:WPA;S:home;P:secret;;', true],
    ['wifi', 'WIFI:S:a\\;b;;', true],
    ['wifi', 'WIFI:T:WPA;P:secret;;', false],
    ['wifi', 'WIFI:T:WPA;S:;P:secret;;', false],
    ['wifi', 'home', false],
    ['wifi', 'WIFI:P:S:x;;', false],
    ['wifi', 'WIFI:T:WPA;P:a\\;S:net;;', false],
    ['wifi', 'WIFI:T:WPA;S:net', false],
    ['wifi', 'wifi:S:\\;;', true],
    ['vcard', card, true],
    ['vcard', card.replace('FN:Ada', 'item1.N;CHARSET=utf-8:;Ada;;;'), true],
    ['vcard', card.replace('FN:Ada\r\n', ''), false],
    ['vcard', card.replace('FN:Ada', 'FN:'), false],
    ['vcard', card.replace('FN:Ada', 'N:;;;;'), false],
    ['vcard', card.replace('VERSION:3.0\r\n', ''), false],
    ['vcard', card.replace('END:VCARD\r\n', ''), false],
    ['vcard', 'Ada Lovelace', false],
  ]
  const isChecked = new Set<string>()
  for (const [type, data, isGood] of cases) {
    const made = await client.post('/api/qr/add', { type, data })
    const found = (made.body.warnings ?? []).map((warning: { code: string }) => warning.code)
    t.strictSame([made.status, found], [200, isGood ? [] : ['payload_malformed']], data)
    const strict = await client.post('/api/qr/add?strict=true', { type, data })
    if (isGood) t.equal(strict.status, 200, data)
    else t.match(strict, { status: 400, body: { code: 'may_not_scan', errors: [{ path: '/data' }] } }, data)
    if (isChecked.has(`${type} ${isGood}`) && !runsAllVariants) continue
    isChecked.add(`${type} ${isGood}`)
    const check = (await client.get(`/api/qr/${made.body.id}/check`)).body.data
    t.equal(check.warnings.length, isGood ? 0 : 1)
  }
})

t.test('the check uses the module width at the requested size', async (t) => {
  const [length, narrow, wide] = runsAllVariants ? [2300, 190, 740] : [420, 89, 356]
  const { id: long } = await add({ type: 'text', data: 'x'.repeat(length) })
  const check = async (id: number, size: number) => (await client.get(`/api/qr/${id}/check?size=${size}`)).body.data
  const small = await check(long, narrow)
  t.match(small, { scannable: false, module: { found: 1, needed: 4 } })
  t.ok(small.warnings.some((warning: { code: string }) => warning.code === 'modules_small'))
  t.match(small.warnings[0].message, `a width of ${wide} pixels`)
  t.match(await check(long, wide), { scannable: true, decoded: true, module: { found: 4 }, warnings: [] })
  const { id: short } = await add({ type: 'text', data: 'x' })
  t.match(await check(short, 64), { scannable: false, warnings: [{ code: 'modules_small' }] })
  t.match(await check(short, 100), { scannable: true, warnings: [{ code: 'modules_small' }] }, 'warned of, and read')
  t.match(await check(short, 116), { scannable: true, warnings: [] })
})

t.test('the check reports measured values and whether the picture scans', async (t) => {
  const { id } = await add({ type: 'link', data: 'https://example.com', logo: 'logos/mark.png' })
  t.match(await client.get(`/api/qr/${id}/check`), {
    status: 200,
    body: { error: 0, data: { scannable: true, decoded: true, contrast: { found: 21, needed: 3 }, warnings: [] } },
  })
  t.match((await client.get(`/api/qr/${id}/check?margin=1`)).body.data, {
    scannable: false,
    quietZone: { found: 1, needed: 4 },
    warnings: [{ code: 'quiet_zone_small' }],
  })
  t.equal((await client.get(`/api/qr/${id}/check?size=63`)).status, 400)
  t.equal((await other.get(`/api/qr/${id}/check`)).status, 404)
})

t.test('a logo can be a path in the assets directory, a URL or a data URI', async (t) => {
  const dataUri = `data:image/png;base64,${png.toString('base64')}`
  for (const logo of ['logos/mark.png', 'https://cdn.example/logo.png', 'https://cdn.example/jpeg', dataUri]) {
    const { id, link, warnings } = await add({ type: 'text', data: 'x', logo })
    t.equal(warnings, undefined)
    t.equal((await details(id)).logo, logo)
    t.equal(await readPicture(await picture(link)), 'x')
  }
  t.same(fetched, ['https://cdn.example/logo.png', 'https://cdn.example/jpeg'])
})

t.test('a logo that cannot be read is 400 and nothing is changed', async (t) => {
  const { id } = await add({ type: 'text', data: 'x', logo: 'logos/mark.png' })
  const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  const bomb = await sharp({ create: { width: 5000, height: 10, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const logos = [
    'https://cdn.example/gone',
    'https://cdn.example/svg',
    'http://private.example/',
    'file:///etc/passwd',
    'ftp://example.com/x.png',
    'javascript:alert(1)',
    '../secret.png',
    'logos/../../secret.png',
    '..%2fsecret.png',
    '..\\secret.png',
    join(dir, 'secret.png'),
    '/etc/passwd',
    'link.png',
    'not.png',
    'big.png',
    'logos',
    '.',
    'x'.repeat(5000),
    'data:image/png;base64,####',
    'data:image/png,abc',
    'data:',
    uri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    uri(Buffer.from('GIF89a')),
    uri(png.subarray(0, 40)),
    uri(Buffer.concat([png.subarray(0, 8), noise.subarray(0, 500)])),
    uri(bomb),
  ]
  for (const logo of logos) {
    const reply = await client.put(`/api/qr/${id}/update`, { data: 'changed', logo })
    t.match(reply, { status: 400, body: { errors: [{ path: '/logo' }] } }, logo.slice(0, 60))
    t.notMatch(reply.text, dir)
    t.match(reply.body.message, /[^.]\.$/, 'one sentence')
    t.equal((await client.post('/api/qr/add', { type: 'text', data: 'x', logo })).status, 400)
  }
  t.match(await details(id), { data: 'x', logo: 'logos/mark.png' })
  const large = uri(Buffer.concat([png, Buffer.alloc(900 * 1024)]))
  t.equal((await client.post('/api/qr/add', { type: 'text', data: 'x', logo: large })).status, 413)
})

t.test("another account's QR code is 404", async (t) => {
  const { id } = await add({ type: 'text', data: 'x' })
  t.equal((await other.get(`/api/qr/${id}`)).status, 404)
  t.equal((await other.put(`/api/qr/${id}/update`, { data: 'y' })).status, 404)
  t.equal((await other.put(`/api/qr/${id}/update`, { data: 'y', logo: 'http://private.example/' })).status, 404)
  t.equal((await other.delete(`/api/qr/${id}/delete`)).status, 404)
  t.equal((await other.get('/api/qr')).body.data.result, 0)
  t.match(await details(id), { data: 'x' })
})

t.test('hostile bodies are refused and never a 500', async (t) => {
  const hostile: unknown[] = [
    { type: ['text'], data: 'x' },
    { type: 'text', data: { text: { toString: 'x' } } },
    { type: 'text', data: 'a\u0000b' },
    { type: 'text', data: '\ud800' },
    { type: 'text', data: [[[[]]]] },
    { type: 'text', data: Array.from({ length: 500 }, () => 'x') },
    { type: '__proto__', data: 'x' },
    { type: 'constructor', data: 'x' },
    { type: 'text', data: { __proto__: { text: 'x' } } },
    { type: 'link', data: 'javascript:alert(1)' },
    { type: 'link', data: 'https://' },
    { type: 'text', data: 'x', name: 'x'.repeat(256) },
    { type: 'text', data: 'x', static: 'true' },
    { type: 'text', data: 'x'.repeat(900_000) },
    [],
    'x',
    null,
  ]
  for (const body of hostile)
    t.equal((await client.post('/api/qr/add', body)).status, 400, JSON.stringify(body)?.slice(0, 60))
})

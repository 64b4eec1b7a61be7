import sharp from 'sharp'
import t from 'tap'
import { readPicture } from '../../src/qr/reader.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const host = { host: 'localhost:3000' }
const content = { type: 'link', data: 'https://example.com/menu' }

const add = async (body: object) => (await client.post('/api/qr/add', { ...content, ...body })).body
const details = async (id: number) => (await client.get(`/api/qr/${id}`)).body.details
const codesOf = (warnings: { code: string }[] = []) => warnings.map(({ code }) => code)
const get = (link: string, extension: string, query = '') =>
  service.app.inject({ url: `${new URL(link).pathname}${extension}${query}`, headers: host })

const design = {
  modules: 'extra-rounded',
  eyeframe: 'circle',
  eyeball: 'leaf',
  eyeframecolor: 'rgb(120,0,60)',
  gradient: {
    type: 'linear',
    angle: 45,
    stops: [
      { at: 0, color: 'rgb(0,40,120)' },
      { at: 1, color: 'rgb(120,0,90)' },
    ],
  },
  frame: { type: 'bubble', caption: 'Scan me', color: 'rgb(20,20,20)' },
}

t.test('a design is stored, returned, changed as a whole, and cleared', async (t) => {
  const { id, warnings } = await add({ design: { ...design, eyeballcolor: 'rgb( 010,0, 60)' } })
  t.equal(warnings, undefined)
  t.strictSame((await details(id)).design, { ...design, eyeballcolor: 'rgb(10,0,60)' })
  const change = (design: unknown) => client.put(`/api/qr/${id}/update`, { data: content.data, design })
  await client.put(`/api/qr/${id}/update`, { data: content.data, name: 'Other' })
  t.match((await details(id)).design, design, 'kept by a change that does not send it')
  await change({ modules: 'dots', eyeball: null, unknown: 1 })
  t.strictSame((await details(id)).design, { modules: 'dots' })
  for (const empty of [null, '', {}]) {
    await change({ modules: 'dots' })
    t.equal((await change(empty)).status, 200)
    t.equal((await details(id)).design, null)
  }
  t.equal((await details((await add({})).id)).design, null)
})

t.test('every invalid field of a design is named', async (t) => {
  const reply = await client.post('/api/qr/add', {
    ...content,
    design: {
      modules: 'stars',
      eyeframe: 5,
      eyeframecolor: 'red',
      gradient: { type: 'linear', angle: 360, stops: [{ at: 2, color: 'rgb(1,2,300)' }] },
      transparent: 'yes',
      logosize: 0.5,
      logomargin: -1,
      frame: { type: 'bar', caption: 'x'.repeat(61) },
    },
  })
  t.equal(reply.status, 400)
  t.same(
    reply.body.errors.map(({ path }: { path: string }) => path.replace('/design/', '')),
    [
      'modules',
      'eyeframe',
      'eyeframecolor',
      'gradient/angle',
      'gradient/stops',
      'gradient/stops/0/at',
      'gradient/stops/0/color',
      'transparent',
      'logosize',
      'logomargin',
      'frame/caption',
    ],
  )
})

t.test('characters that no font has are named', async (t) => {
  const refused = async (caption: string) =>
    client.post('/api/qr/add', { ...content, design: { frame: { type: 'bar', caption } } })
  t.match(await refused('Party 🎉'), {
    status: 400,
    body: { errors: [{ path: '/design/frame/caption', message: /cannot be drawn: 🎉 \(U\+1F389\); send text/ }] },
  })
  t.match((await refused('𓀀'.repeat(60))).body.errors, [{ message: /𓀀 \(U\+13000\);/ }])
  t.match((await refused('a\u0007b')).status, 400)
  t.match(await client.post('/api/qr/add', { design: { frame: { type: 'bar', caption: '🎉' } }, type: 'text' }), {
    status: 400,
    body: { errors: [{ path: '/data' }, { path: '/design/frame/caption' }] },
  })
})

t.test('captions of any script are outlines in every format', async (t) => {
  for (const caption of ['Scan me', 'Скан', 'Σκαν', 'امسح', 'סרוק', 'स्कैन', 'สแกน', '扫描', 'スキャン', '스캔']) {
    const { id, link } = await add({ design: { frame: { type: 'bar', caption } } })
    t.ok(id, caption)
    const svg = (await get(link, '.svg')).payload
    t.notMatch(svg, /<text|font/)
    t.equal(await readPicture(Buffer.from(svg)), link.replace('/qr/', '/q/'))
  }
})

t.test('JPEG and EPS exist by extension and Accept', async (t) => {
  const { link } = await add({ design: { ...design, transparent: true }, background: 'rgb(255,250,200)' })
  const jpeg = await get(link, '.jpg')
  t.match(jpeg.headers, { 'content-type': 'image/jpeg' })
  t.equal(await readPicture(jpeg.rawPayload), link.replace('/qr/', '/q/'))
  const { data } = await sharp(jpeg.rawPayload).raw().toBuffer({ resolveWithObject: true })
  t.ok(
    [255, 250, 200].every((channel, i) => Math.abs((data[i] ?? 0) - channel) < 6),
    'on the background',
  )
  t.match((await get(link, '.png')).rawPayload[25], 6, 'PNG with transparency')
  const eps = await get(link, '.eps')
  t.match(eps.headers, { 'content-type': 'application/postscript' })
  t.match(eps.payload, /^%!PS-Adobe-3\.0 EPSF-3\.0\n%%BoundingBox: 0 0 \d+ \d+\n/)
  for (const [accept, type] of [
    ['image/jpeg', 'image/jpeg'],
    ['application/postscript, image/png;q=0.5', 'application/postscript'],
  ]) {
    const reply = await service.app.inject({ url: new URL(link).pathname, headers: { ...host, accept: accept ?? '' } })
    t.equal(reply.headers['content-type'], type)
  }
})

t.test('the version of a picture changes with the design, and size is its width', async (t) => {
  const { id, link } = await add({})
  const before = (await details(id)).picture
  await client.put(`/api/qr/${id}/update`, { data: content.data, design })
  t.not((await details(id)).picture, before)
  const { width = 0, height = 0 } = await sharp((await get(link, '.png', '?size=500')).rawPayload).metadata()
  t.equal(width, 500)
  t.ok(height > 550 && height < 700)
})

t.test('what phones may not read is warned of, with what to change', async (t) => {
  const stops = (...colors: string[]) => ({ type: 'linear', stops: colors.map((color, at) => ({ at, color })) })
  const pale = await add({ design: { gradient: stops('rgb(0,0,0)', 'rgb(200,200,200)') } })
  t.match(pale.warnings, [{ code: 'contrast_low', message: /gradient at 1 and background is 1\.67:1; at least/ }])
  const eyes = await add({ design: { eyeballcolor: 'rgb(250,200,0)' } })
  t.match(eyes.warnings, [{ code: 'contrast_low', message: /center of the eyes and background/ }])
  const light = await add({
    background: 'rgb(120,120,120)',
    design: { gradient: stops('rgb(0,0,0)', 'rgb(255,255,255)') },
  })
  t.ok(codesOf(light.warnings).includes('light_on_dark'))
  const clear = await add({ foreground: 'rgb(0,0,120)', design: { transparent: true } })
  t.match(clear.warnings, [{ code: 'background_transparent', message: /luminance of at least 0\.2\d \(1 is white\)/ }])
  t.match((await client.get(`/api/qr/${clear.id}/check`)).body.data, { scannable: true, decoded: true })
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c01' } })
    .png()
    .toBuffer()
  const logo = `data:image/png;base64,${png.toString('base64')}`
  const large = await add({ logo, design: { logosize: 0.4 } })
  t.ok(codesOf(large.warnings).includes('logo_too_large'))
  const check = async (id: number) => (await client.get(`/api/qr/${id}/check`)).body.data
  t.equal((await check((await add({ logo, design: { logosize: 0.1, logomargin: 0 } })).id)).logo.found < 0.2, true)
  const strict = await client.post('/api/qr/add?strict=true', {
    ...content,
    design: { eyeballcolor: 'rgb(250,200,0)' },
  })
  t.match(strict, { status: 400, body: { code: 'may_not_scan' } })
})

t.test('codes of one request share the verdict of their design, and keep it', async (t) => {
  const items = ['dots', 'dots', 'classy'].map((modules, i) => ({ ...content, name: `Code ${i}`, design: { modules } }))
  const { body } = await client.post('/api/qr/bulk', { items })
  const ids = body.results.map(({ id }: { id: number }) => id)
  t.same(await Promise.all(ids.map(async (id: number) => (await details(id)).design.modules)), [
    'dots',
    'dots',
    'classy',
  ])
})

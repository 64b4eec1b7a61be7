import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { hasZbar, readByZbar, readByZxing } from '../qr/readers.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const zbar = await hasZbar()
const dir = t.testdir({})

const png = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#14285a' } })
  .png()
  .toBuffer()
const logo = `data:image/png;base64,${png.toString('base64')}`
const design = {
  modules: 'rounded',
  eyeframe: 'circle',
  eyeball: 'circle',
  frame: { type: 'bar', caption: 'Scan me' },
}
const look = { foreground: 'rgb(20, 40, 90)', background: 'rgb(255,250,240)', logo, design }
const stored = { ...look, foreground: 'rgb(20,40,90)' }

const addTemplate = async (body: object = {}): Promise<number> =>
  (await client.post('/api/qrtemplate/add', { name: 'Posters', ...look, ...body })).body.id
const get = async (id: number) => (await client.get(`/api/qrtemplate/${id}`)).body.details
const draw = (url: string, headers: object = {}) =>
  service.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })

/** The texts that both readers find in a picture. */
async function read(picture: Buffer) {
  const file = join(dir, 'picture.png')
  const converted = await sharp(picture).png().toBuffer()
  await writeFile(file, converted)
  return [await readByZxing(converted), ...(zbar ? [await readByZbar(file)] : [])]
}
const readings = (text: string) => (zbar ? [text, text] : [text])

t.test('templates are created, listed, changed and deleted', async (t) => {
  const { body } = await client.post('/api/qrtemplate/add', { name: 'Posters', ...look })
  t.strictSame(Object.keys(body), ['error', 'id'], 'without warnings')
  const id = body.id as number
  t.match(await get(id), { id, name: 'Posters', ...stored })
  const plain = (await client.post('/api/qrtemplate/add', { name: 'Plain', foreground: '', logo: null })).body.id
  t.match(await get(plain), { name: 'Plain', foreground: null, background: null, logo: null, design: null })
  const { data } = (await client.get('/api/qrtemplates?limit=1')).body
  t.match(data, { result: 2, maxpage: 2, templates: [{ id: plain }] })
  t.equal((await client.get('/api/qrtemplates?limit=1&page=2')).body.data.templates[0].id, id)
  const change = { name: 'Flyers', foreground: null, design: { modules: 'dots' } }
  t.match((await client.put(`/api/qrtemplate/${id}/update`, change)).body, {
    message: 'Template has been updated successfully.',
  })
  t.match(await get(id), { name: 'Flyers', foreground: null, background: stored.background, logo })
  t.strictSame((await get(id)).design, { modules: 'dots' })
  await client.put(`/api/qrtemplate/${id}/update`, { logo: null, design: null })
  t.match(await get(id), { name: 'Flyers', logo: null, design: null })
  t.strictSame((await client.delete(`/api/qrtemplate/${id}/delete`)).body, {
    error: 0,
    message: 'Template has been deleted successfully.',
  })
  t.equal((await client.get(`/api/qrtemplate/${id}`)).status, 404)
  t.equal((await client.delete(`/api/qrtemplate/${id}/delete`)).status, 404)
})

t.test('a code copies its template, and zbar and ZXing read it', async (t) => {
  const template = await addTemplate()
  const { id, link, warnings } = (
    await client.post('/api/qr/add', { type: 'link', data: 'https://example.com/menu', template })
  ).body
  t.equal(warnings, undefined)
  const { details } = (await client.get(`/api/qr/${id}`)).body
  t.match(details, stored)
  for (const format of ['png', 'svg', 'webp', 'jpg'])
    t.strictSame(
      await read((await draw(`${new URL(link).pathname}.${format}?size=400`)).rawPayload),
      readings(details.scan),
    )
  const { picture } = details
  await client.put(`/api/qrtemplate/${template}/update`, { foreground: 'rgb(0,0,0)', logo: null })
  await client.delete(`/api/qrtemplate/${template}/delete`)
  t.equal((await client.get(`/api/qr/${id}`)).body.details.picture, picture, 'it does not follow the template')
})

t.test('fields of the request win', async (t) => {
  const template = await addTemplate()
  const codeOf = async (body: object) => {
    const { id } = (await client.post('/api/qr/add', { type: 'text', data: 'Hello', template, ...body })).body
    return (await client.get(`/api/qr/${id}`)).body.details
  }
  t.match(await codeOf({ foreground: 'rgb(0,0,0)' }), { ...stored, foreground: 'rgb(0,0,0)' })
  const other = await codeOf({ design: { modules: 'dots' } })
  t.strictSame(other.design, { modules: 'dots' }, 'a design is replaced as a whole')
  t.equal(other.logo, logo)
  const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#aa0000' } })
    .png()
    .toBuffer()
  const own = `data:image/png;base64,${red.toString('base64')}`
  t.equal((await codeOf({ logo: own })).logo, own)
  t.match(await codeOf({ foreground: null, logo: '' }), stored, 'null and "" are absent')
})

t.test('bulk requests copy templates too, with the limits of logos', async (t) => {
  const [first, second] = [await addTemplate(), await addTemplate({ logo: null, foreground: 'rgb(0,0,0)' })]
  const item = (template: number, i: number) => ({ type: 'link', data: `https://example.com/${i}`, template })
  const { results } = (
    await client.post('/api/qr/bulk', {
      atomic: false,
      items: [item(first, 1), item(second, 2), item(9007199254740991, 3), item(first, 4)],
    })
  ).body
  for (const [i, expected] of [
    [0, stored],
    [1, { ...stored, logo: null, foreground: 'rgb(0,0,0)' }],
    [3, stored],
  ] as const)
    t.match((await client.get(`/api/qr/${results[i].id}`)).body.details, expected)
  t.match(results[2], { errors: [{ path: /\/template$/ }] })
  const many = Array.from({ length: 101 }, (_, i) => item(first, i))
  const replies = (await client.post('/api/qr/bulk', { atomic: false, items: many })).body.results
  t.equal(replies.filter(({ id }: { id?: number }) => id !== undefined).length, 100)
  t.match(replies[100], { errors: [{ path: /\/logo$/, message: /more than 100 codes/ }] })
})

t.test('the picture of a link can have a template', async (t) => {
  const template = await addTemplate()
  const { id, shorturl } = (await client.post('/api/url/add', { url: 'https://example.com' })).body
  const key = { authorization: `Bearer ${client.apikey}` }
  const url = (format: string, more = '') => `/api/url/${id}/qr.${format}?template=${template}${more}`
  for (const format of ['png', 'svg', 'webp', 'jpg'])
    t.strictSame(await read((await draw(url(format, '&size=400'), key)).rawPayload), readings(shorturl))
  const svg = await draw(url('svg'), key)
  for (const text of ['#14285a', '#fffaf0', '<image']) t.match(svg.payload, text)
  const red = await draw(url('svg', '&foreground=rgb(120,0,0)&caption=Menu'), key)
  t.match(red.payload, '#780000')
  t.not(red.headers.etag, svg.headers.etag)
  t.match(await client.get(`/api/url/${id}/qr.svg?template=9007199254740991`), {
    status: 400,
    body: { errors: [{ path: 'query/template' }] },
  })
  const long = (await client.post('/api/url/add', { url: 'https://example.com', custom: '😀'.repeat(255) })).body
  t.match(await client.get(`/api/url/${long.id}/qr.svg?template=${template}`), {
    status: 400,
    body: { errors: [{ path: 'query/template', message: /too long/ }] },
  })
})

t.test('a template that phones may not read has warnings, or is refused', async (t) => {
  const pale = { name: 'Pale', foreground: 'rgb(200,200,200)' }
  const { id, warnings } = (await client.post('/api/qrtemplate/add', pale)).body
  t.match(warnings, [{ code: 'contrast_low' }])
  const strict = await client.post('/api/qrtemplate/add?strict=true', pale)
  t.match(strict, { status: 400, body: { code: 'may_not_scan', errors: [{ path: '/foreground' }] } })
  t.match((await client.put(`/api/qrtemplate/${id}/update`, { background: 'rgb(255,255,240)' })).body.warnings, [{}])
  t.equal((await client.put(`/api/qrtemplate/${id}/update`, { foreground: 'rgb(0,0,0)' })).body.warnings, undefined)
})

t.test('every fault of a template is named, and those of other accounts are not found', async (t) => {
  const wrong = { name: '', foreground: 'red', logo: '/etc/passwd', design: { frame: { type: 'bar', caption: 'Hi' } } }
  const { status, body } = await client.post('/api/qrtemplate/add', wrong)
  t.equal(status, 400)
  t.same(body.errors.map(({ path }: { path: string }) => path).sort(), ['/foreground', '/logo', '/name'])
  const emoji = { name: 'x', design: { frame: { type: 'bar', caption: '😀' } } }
  t.match(await client.post('/api/qrtemplate/add', emoji), {
    status: 400,
    body: { errors: [{ path: '/design/frame/caption' }] },
  })
  const id = await addTemplate()
  const other = await service.newClient()
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const path = { GET: '', PUT: '/update', DELETE: '/delete' }[method]
    const sent = { key: other.apikey, ...(method === 'PUT' ? { body: { name: 'Stolen' } } : {}) }
    t.equal((await service.send(method, `/api/qrtemplate/${id}${path}`, sent)).status, 404)
  }
  const stolen = await other.post('/api/qr/add', { type: 'link', data: 'ftp://x', template: id })
  t.same(stolen.body.errors.map(({ path }: { path: string }) => path).sort(), ['/data', '/template'])
  for (const template of ['1', 0, -1, 1.5, true])
    t.match(await client.post('/api/qr/add', { type: 'text', data: 'x', template }), {
      status: 400,
      body: { errors: [{ path: '/template' }] },
    })
})

t.test('an account has at most 100 templates', async (t) => {
  const owner = await service.newClient()
  const add = () => owner.post('/api/qrtemplate/add', { name: 'One of many' })
  const rows = Array.from({ length: 97 }, () => ({ account_id: owner.id, name: 'One of many', design: null }))
  await service.services.db.insertInto('qr_templates').values(rows).execute()
  t.equal((await add()).status, 200)
  const replies = await Promise.all([add(), add(), add(), add()])
  t.same(replies.map(({ status }) => status).sort(), [200, 200, 403, 403])
  t.match(await add(), { status: 403, body: { code: 'template_limit' } })
  const { templates } = (await owner.get('/api/qrtemplates')).body.data
  await owner.delete(`/api/qrtemplate/${templates[0].id}/delete`)
  t.equal((await add()).status, 200)
})

import sharp from 'sharp'
import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const url = 'https://example.com/menu'
const pixel = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#d02030' } })
  .png()
  .toBuffer()
const logo = `data:image/png;base64,${pixel.toString('base64')}`
const total = async (client: { get: (path: string) => Promise<{ body: { data: { result: number } } }> }) =>
  (await client.get('/api/qr')).body.data.result

t.test('codes are created in one request, each as by a request for it alone', async (t) => {
  const client = await service.newClient()
  const items = [
    { type: 'link', data: url, externalid: 'table-1' },
    { type: 'text', data: 'Boots off', name: 'Rules', foreground: 'rgb(20,60,40)' },
    { type: 'link', data: url, logo, static: true },
    { type: 'link', data: `${url}/2`, logo },
    { type: 'link', data: url, foreground: 'rgb(250,250,250)' },
  ]
  const { body } = await client.post('/api/qr/bulk', { items })
  t.match(body, { error: 0, failed: 0 })
  for (const [i, item] of items.entries()) {
    const { index, id, link, warnings } = body.results[i]
    const single = (await client.post('/api/qr/add', { ...item, externalid: null })).body
    t.equal(index, i)
    t.same(warnings, single.warnings, 'the same warnings')
    const strip = ({ id, link, scan, picture, externalid, date, ...rest }: Record<string, unknown>) => rest
    const read = async (id: number) => (await client.get(`/api/qr/${id}`)).body.details
    t.same(strip(await read(id)), strip(await read(single.id)))
    t.equal((await service.send('GET', new URL(link).pathname)).status, 200)
  }
  t.equal((await client.get('/api/qr/ext_table-1')).body.details.id, body.results[0].id)
})

t.test('items fail alone or together, with the failures of single requests', async (t) => {
  const client = await service.newClient()
  await client.post('/api/qr/add', { type: 'link', data: url, externalid: 'taken' })
  const items = [
    { type: 'link', data: 5 },
    { type: 'nothing', data: url },
    { type: 'link', data: url, externalid: 'taken' },
    { type: 'link', data: url, logo: 'missing.png' },
    { type: 'text', data: 'x'.repeat(3000) },
  ]
  const { failed, results } = (
    await client.post('/api/qr/bulk', { items: [...items, { type: 'link', data: url }], atomic: false })
  ).body
  t.equal(failed, items.length)
  for (const [i, item] of items.entries()) {
    const { code, message, errors } = (await client.post('/api/qr/add', item)).body
    t.match(results[i], { index: i, code, message })
    t.same(
      results[i].errors.map(({ path, message }: Record<string, string>) => ({ path, message })),
      errors.map((fault: { path: string }) => ({ ...fault, path: `/items/${i}${fault.path}` })),
    )
  }
  t.equal(await total(client), 2)
  t.match(await client.post('/api/qr/bulk', { items }), { status: 400 })
  const strict = await client.post('/api/qr/bulk?strict=true', {
    items: [{ type: 'link', data: url, foreground: 'rgb(250,250,250)' }],
  })
  t.match(strict, { status: 400, body: { code: 'may_not_scan', errors: [{ path: '/items/0/foreground' }] } })
  const dry = await client.post('/api/qr/bulk', { items: [{ type: 'link', data: url }], dryRun: true })
  t.strictSame(dry.body.results, [{ index: 0 }])
  t.equal(await total(client), 2)
})

t.test('codes beyond 20 designs get the warning not_checked', async (t) => {
  const client = await service.newClient()
  const design = (red: number) => ({ type: 'link', data: url, foreground: `rgb(${red},0,0)` })
  const items = [...Array.from({ length: 22 }, (_, i) => design(i)), design(0), design(21)]
  const { results } = (await client.post('/api/qr/bulk', { items })).body
  const codes = results.map(({ warnings = [] }) => warnings.map(({ code }: { code: string }) => code))
  t.same(
    codes,
    items.map((_item, i) => (i === 20 || i === 21 || i === 23 ? ['not_checked'] : [])),
  )
  const strict = await client.post('/api/qr/bulk?strict=true', { items })
  t.match(strict, { status: 400, body: { code: 'may_not_scan', errors: [{ path: '/items/20' }] } })
  // Refused designs count, too.
  const pale = Array.from({ length: 20 }, (_, i) => ({
    type: 'link',
    data: url,
    foreground: `rgb(250,250,${200 + i})`,
  }))
  const refused = await client.post('/api/qr/bulk?strict=true', { items: [...pale, design(0)], atomic: false })
  t.match(refused.body, {
    failed: 21,
    results: { 0: { code: 'may_not_scan' }, 20: { errors: [{ path: '/items/20' }] } },
  })
  t.match(refused.body.results[20].message, /not decoded/)
})

t.test('a thousand codes are one request, and logos are bounded', async (t) => {
  const client = await service.newClient()
  const items = Array.from({ length: 1000 }, (_, i) => ({
    type: 'link',
    data: `${url}/${i}`,
    foreground: `rgb(${i % 50},0,0)`,
  }))
  const reply = await client.post('/api/qr/bulk', { items })
  t.match(reply, { status: 200, headers: { 'x-ratelimit-cost': '10' } })
  t.equal(await total(client), 1000)
  const many = await client.post('/api/qr/bulk', {
    items: Array.from({ length: 101 }, () => ({ type: 'link', data: url, logo })),
  })
  t.match(many, { status: 400, body: { errors: [{ path: '/items/100/logo' }] } })
})

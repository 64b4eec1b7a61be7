import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const pixel = { type: 'vendor01pixel', name: 'Shop visitors', tag: '1234567890' }

t.test('a pixel can be created, listed, updated and deleted', async (t) => {
  const created = await client.post('/api/pixel/add', pixel)
  t.match(created, { status: 200, body: { error: 0, id: Number } })
  const { id } = created.body

  const list = await client.get('/api/pixels')
  t.match(list.body, {
    error: '0',
    data: { result: 1, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1, pixels: [{ id, ...pixel }] },
  })
  t.match(list.body.data.pixels[0].date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

  const updated = await client.put(`/api/pixel/${id}/update`, { name: 'Renamed', tag: '99' })
  t.strictSame(updated.body, { error: 0, message: 'Pixel has been updated successfully.' })
  t.match((await client.get('/api/pixels')).body.data.pixels[0], { name: 'Renamed', tag: '99', type: 'vendor01pixel' })

  const deleted = await client.delete(`/api/pixel/${id}/delete`)
  t.strictSame(deleted.body, { error: 0, message: 'Pixel has been deleted successfully.' })
  t.equal((await client.get('/api/pixels')).body.data.result, 0)
})

t.test('every invalid field of a new pixel is named', async (t) => {
  const reply = await client.post('/api/pixel/add', { type: 'vendor1', name: 5 })
  t.equal(reply.status, 400)
  t.match(reply.body, { error: 1, code: 'invalid_request', message: String })
  t.same(new Set(reply.body.errors.map((fault: { path: string }) => fault.path)), new Set(['/type', '/name', '/tag']))
})

t.test('each of the thirteen pixel types is accepted, and no other', async (t) => {
  for (let i = 1; i <= 13; i++) {
    const type = `vendor${String(i).padStart(2, '0')}${i <= 8 ? 'pixel' : ''}`
    t.equal((await client.post('/api/pixel/add', { ...pixel, type })).status, 200, type)
  }
  for (const type of ['vendor14', 'vendor09pixel', 'vendor01', '', null])
    t.equal((await client.post('/api/pixel/add', { ...pixel, type })).status, 400, String(type))
})

t.test('tag is required on update; a name that is null or empty stays unchanged', async (t) => {
  const { id } = (await client.post('/api/pixel/add', pixel)).body
  t.match((await client.put(`/api/pixel/${id}/update`, { name: 'Only' })).body, { errors: [{ path: '/tag' }] })
  t.equal((await client.put(`/api/pixel/${id}/update`, { tag: '' })).status, 400)
  t.equal((await client.put(`/api/pixel/${id}/update`, { tag: '7', name: null })).status, 200)
  t.equal((await client.put(`/api/pixel/${id}/update`, { tag: '7', name: '' })).status, 200)
  const kept = (await client.get('/api/pixels')).body.data.pixels.find((row: { id: number }) => row.id === id)
  t.match(kept, { name: pixel.name, tag: '7' })
})

t.test("other fields of an update have no effect, and another account's pixel is 404", async (t) => {
  const { id } = (await client.post('/api/pixel/add', pixel)).body
  const change = { tag: '8', type: 'vendor13', id: 1, account_id: other.id, surprise: true }
  t.equal((await client.put(`/api/pixel/${id}/update`, change)).status, 200)
  const kept = (await client.get('/api/pixels')).body.data.pixels.find((row: { id: number }) => row.id === id)
  t.match(kept, { tag: '8', type: 'vendor01pixel' })
  t.match(await other.put(`/api/pixel/${id}/update`, { tag: '9' }), { status: 404, body: { code: 'not_found' } })
  t.equal((await other.delete(`/api/pixel/${id}/delete`)).status, 404)
  t.equal((await other.get('/api/pixels')).body.data.result, 0)
})

t.test('a pixel can be read by id, as in the list', async (t) => {
  const { id } = (await client.post('/api/pixel/add', { type: 'vendor01pixel', name: 'Shop', tag: '123' })).body
  const listed = (await client.get('/api/pixels')).body.data.pixels.find((one: { id: number }) => one.id === id)
  t.strictSame((await client.get(`/api/pixel/${id}`)).body, { error: 0, details: listed })
})

import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const overlay = {
  type: 'message',
  name: 'Spring offer',
  text: 'Two nights\nfor one.',
  button: 'See the rooms',
  link: 'https://example.com/rooms',
  colors: { background: '#1C2924', text: '#F5F1E6', button: '#f0764d' },
  position: 'top',
}
const detailsOf = async (id: number) => (await client.get(`/api/overlay/${id}`)).body.details

t.test('an overlay can be created, listed under cta with four fields, read, updated and deleted', async (t) => {
  const created = await client.post('/api/overlay/add', overlay)
  t.match(created, { status: 200, body: { error: 0, id: Number } })
  const { id } = created.body

  const list = await client.get('/api/overlay')
  t.match(list.body, { error: '0', data: { result: 1, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1 } })
  const [record] = list.body.data.cta
  t.strictSame(record, { id, type: 'message', name: 'Spring offer', date: record.date })
  t.match(record.date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  t.strictSame(await detailsOf(id), { ...record, ...overlay })

  const updated = await client.put(`/api/overlay/${id}/update`, { name: 'Renamed', position: 'center' })
  t.strictSame(updated.body, { error: 0, message: 'Overlay has been updated successfully.' })
  t.strictSame(await detailsOf(id), { ...record, ...overlay, name: 'Renamed', position: 'center' })

  const deleted = await client.delete(`/api/overlay/${id}/delete`)
  t.strictSame(deleted.body, { error: 0, message: 'Overlay has been deleted successfully.' })
  t.equal((await client.get(`/api/overlay/${id}`)).status, 404)
})

t.test('an overlay needs only type and name; null and "" mean not set', async (t) => {
  const { id } = (await client.post('/api/overlay/add', { type: 'contact', name: 'x', text: null, link: '' })).body
  t.match(await detailsOf(id), { text: null, button: null, link: null, colors: {}, position: 'bottom' })
})

t.test('null clears text, button, link and colors, and no other field', async (t) => {
  const { id } = (await client.post('/api/overlay/add', overlay)).body
  const cleared = { type: null, name: null, position: null, text: null, button: '', link: null, colors: null }
  t.equal((await client.put(`/api/overlay/${id}/update`, cleared)).status, 200)
  t.match(await detailsOf(id), { ...overlay, text: null, button: null, link: null, colors: {} })
  t.equal((await client.put(`/api/overlay/${id}/update`, {})).status, 200)
})

t.test('the link of a contact overlay can be an e-mail address or a phone number', async (t) => {
  const add = (link: string) => client.post('/api/overlay/add', { type: 'contact', name: 'x', link })
  t.equal((await detailsOf((await add('ada@example.com')).body.id)).link, 'mailto:ada@example.com')
  t.equal((await detailsOf((await add('mailto:ada@example.com')).body.id)).link, 'mailto:ada@example.com')
  t.equal((await detailsOf((await add('tel:+49 30 1234')).body.id)).link, 'tel:+49 30 1234')
  const longest = `${'a'.repeat(64)}@${'b'.repeat(125)}.${'c'.repeat(63)}`
  t.equal((await detailsOf((await add(longest)).body.id)).link, `mailto:${longest}`)
  for (const link of [
    `${longest}c`,
    `a@${'b.'.repeat(1020)}example`,
    'javascript:alert(1)',
    'x',
    'tel:abc',
    'ftp://a.example',
    '//a.example',
    'javascript:a@b.c',
    'https://',
    'a@b.example?x',
  ])
    t.match(await add(link), { status: 400, body: { errors: [{ path: '/link' }] } }, link)
})

t.test('every invalid field is named', async (t) => {
  const reply = await client.post('/api/overlay/add', {
    type: 'poll',
    name: 'x'.repeat(256),
    text: 5,
    button: 'a\nb',
    colors: { background: 'red', more: 1 },
    position: 'middle',
  })
  t.equal(reply.status, 400)
  t.same(
    new Set(reply.body.errors.map((fault: { path: string }) => fault.path)),
    new Set(['/type', '/name', '/text', '/button', '/colors/background', '/position']),
  )
  t.match(
    (await client.post('/api/overlay/add', {})).body.errors.map((fault: { path: string }) => fault.path),
    ['/type', '/name'],
  )
})

t.test("unknown fields are dropped, and another account's overlay is 404", async (t) => {
  const { id } = (await client.post('/api/overlay/add', overlay)).body
  const change = {
    id: 1,
    account_id: other.id,
    date: '2020-01-01 00:00:00',
    colors: { button: '#000000', x: '#ffffff' },
  }
  t.equal((await client.put(`/api/overlay/${id}/update`, change)).status, 200)
  t.strictSame((await detailsOf(id)).colors, { button: '#000000' })
  for (const reply of [
    await other.get(`/api/overlay/${id}`),
    await other.put(`/api/overlay/${id}/update`, { name: 'mine' }),
    await other.delete(`/api/overlay/${id}/delete`),
  ])
    t.match(reply, { status: 404, body: { code: 'not_found' } })
  t.equal((await other.get('/api/overlay')).body.data.result, 0)
})

import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t, { BASE_URL: 'http://wm.localhost:3000' })
const client = await service.newClient()
const other = await service.newClient()

const newLink = async (owner = client) => (await owner.post('/api/url/add', { url: 'https://example.com' })).body.id
const newChannel = async (owner = client) => (await owner.post('/api/channel/add', { name: 'Letter' })).body.id

t.test('a channel can be created, listed, updated and deleted', async (t) => {
  const channel = { name: 'Letter', description: 'Weekly\nletter', color: '#1D7A5F', starred: true }
  const created = await client.post('/api/channel/add', channel)
  const { id } = created.body
  t.strictSame(created.body, { error: 0, id, ...channel })
  t.strictSame((await client.get('/api/channels')).body.data.channels, [{ id, ...channel }])
  const updated = await client.put(`/api/channel/${id}/update`, {
    description: null,
    color: '',
    starred: false,
    name: null,
  })
  t.strictSame(updated.body, { error: 0, message: 'Channel has been updated successfully.' })
  t.strictSame((await client.get('/api/channels')).body.data.channels, [
    { id, name: 'Letter', description: '', color: '#000000', starred: false },
  ])
  t.strictSame((await client.delete(`/api/channel/${id}/delete`)).body, {
    error: 0,
    message: 'Channel has been deleted successfully.',
  })
})

t.test('optional fields of a channel that are not sent have their defaults', async (t) => {
  const created = await client.post('/api/channel/add', { name: 'Bare', description: null, color: null })
  t.match(created.body, { error: 0, description: '', color: '#000000', starred: false })
})

t.test('name is required and color must be #RRGGBB', async (t) => {
  t.match((await client.post('/api/channel/add', { color: 'red' })).body.errors, [
    { path: '/name' },
    { path: '/color' },
  ])
})

t.test('items are listed by newest assignment, each once, and an unknown type is 400', async (t) => {
  const channel = await newChannel()
  const [first, second] = [await newLink(), await newLink()]
  for (const link of [first, second, first]) {
    const reply = await client.post(`/api/channel/${channel}/assign/links/${link}`)
    t.strictSame(reply.body, { error: 0, message: 'Item successfully added to the channel.' })
  }
  const { data } = (await client.get(`/api/channel/${channel}`)).body
  t.equal(data.result, 2)
  t.same(
    data.items.map((item: { id: number }) => item.id),
    [second, first],
  )
  t.match(data.items[0], {
    type: 'links',
    title: /./,
    link: /^http:\/\/wm\.localhost:3000\//,
    date: /^\d{4}-\d\d-\d\d$/,
  })
  t.match(await client.post(`/api/channel/${channel}/assign/pixels/${first}`), { status: 400 })
})

t.test('an item may be in several channels; deleting one does not affect the others', async (t) => {
  const [left, right] = [await newChannel(), await newChannel()]
  const link = await newLink()
  for (const channel of [left, right]) await client.post(`/api/channel/${channel}/assign/links/${link}`)
  await client.delete(`/api/channel/${left}/delete`)
  t.equal((await client.get(`/api/channel/${right}`)).body.data.result, 1)
  t.equal((await client.get(`/api/url/${link}`)).status, 200, 'deleting a channel deletes no item')
  await client.delete(`/api/url/${link}/delete`)
  t.equal((await client.get(`/api/channel/${right}`)).body.data.result, 0)
})

t.test("another account's channel and items are 404", async (t) => {
  const channel = await newChannel()
  t.equal((await other.get(`/api/channel/${channel}`)).status, 404)
  t.equal((await other.post(`/api/channel/${channel}/assign/links/${await newLink(other)}`)).status, 404)
  t.equal((await client.post(`/api/channel/${channel}/assign/links/${await newLink(other)}`)).status, 404)
  t.equal((await client.post(`/api/channel/${channel}/assign/bio/1`)).status, 404)
})

t.test('bio pages and QR codes can be items, and are removed when they are deleted', async (t) => {
  const channel = await newChannel()
  const qr = (await client.post('/api/qr/add', { type: 'text', data: 'Hello', name: 'Poster' })).body
  const bio = (await client.post('/api/bio/add', { name: 'Ada', title: 'Ada’s page' })).body
  for (const item of [`qr/${qr.id}`, `bio/${bio.id}`]) await client.post(`/api/channel/${channel}/assign/${item}`)
  const { items } = (await client.get(`/api/channel/${channel}`)).body.data
  t.match(items, [
    { type: 'bio', id: bio.id, title: 'Ada’s page', link: bio.link, preview: /\/card\/bio\/\d+\.svg/ },
    { type: 'qr', id: qr.id, title: 'Poster', link: qr.link, preview: qr.link },
  ])
  for (const { preview } of items)
    t.equal((await service.send('GET', preview.replace('http://wm.localhost:3000', ''))).status, 200, preview)
  await client.delete(`/api/qr/${qr.id}/delete`)
  await client.delete(`/api/bio/${bio.id}/delete`)
  t.equal((await client.get(`/api/channel/${channel}`)).body.data.result, 0)
})

t.test('removing an item from a channel keeps it in the others', async (t) => {
  const [first, second, link] = [await newChannel(), await newChannel(), await newLink()]
  for (const id of [first, second]) await client.post(`/api/channel/${id}/assign/links/${link}`)
  t.strictSame((await client.delete(`/api/channel/${first}/assign/links/${link}`)).body, {
    error: 0,
    message: 'Item successfully removed from the channel.',
  })
  t.same((await client.get(`/api/channel/${first}`)).body.data.items, [])
  t.equal((await client.get(`/api/channel/${second}`)).body.data.items.length, 1)
  t.equal((await client.delete(`/api/channel/${first}/assign/links/${link}`)).status, 404, 'it is not there any more')
  t.equal((await other.delete(`/api/channel/${second}/assign/links/${link}`)).status, 404, 'of another account')
  t.equal((await client.get(`/api/channel/${second}`)).body.data.items.length, 1)
})

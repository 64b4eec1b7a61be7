import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()
const splash = {
  name: 'Hut opening',
  title: 'Before you go',
  text: 'New bunks.\nA stove.',
  image: 'https://example.com/hut.jpg',
  counter: 9,
  link: 'https://example.com/hut',
  language: 'de',
}
const detailsOf = async (id: number) => (await client.get(`/api/splash/${id}`)).body.details

t.test('a splash page can be created, listed with three fields, read, updated and deleted', async (t) => {
  const created = await client.post('/api/splash/add', splash)
  t.match(created, { status: 200, body: { error: 0, id: Number } })
  const { id } = created.body

  const list = await client.get('/api/splash')
  t.match(list.body, { error: '0', data: { result: 1, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1 } })
  const [record] = list.body.data.splash
  t.strictSame(record, { id, name: 'Hut opening', date: record.date })
  t.match(record.date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  t.strictSame(await detailsOf(id), { ...record, ...splash })

  const updated = await client.put(`/api/splash/${id}/update`, { counter: 0, title: 'Later' })
  t.strictSame(updated.body, { error: 0, message: 'Splash has been updated successfully.' })
  t.strictSame(await detailsOf(id), { ...record, ...splash, counter: 0, title: 'Later' })

  const deleted = await client.delete(`/api/splash/${id}/delete`)
  t.strictSame(deleted.body, { error: 0, message: 'Splash has been deleted successfully.' })
  t.equal((await client.get(`/api/splash/${id}`)).status, 404)
})

t.test('a splash page needs only a name, and its countdown is five seconds by default', async (t) => {
  const { id } = (await client.post('/api/splash/add', { name: 'x', title: '', counter: null })).body
  t.match(await detailsOf(id), { title: null, text: null, image: null, counter: 5, link: null })
})

t.test('null clears optional fields and leaves name and countdown unchanged', async (t) => {
  const { id } = (await client.post('/api/splash/add', splash)).body
  const cleared = { name: '', counter: null, title: null, text: '', image: null, link: null }
  t.equal((await client.put(`/api/splash/${id}/update`, cleared)).status, 200)
  t.match(await detailsOf(id), { name: splash.name, counter: 9, title: null, text: null, image: null, link: null })
})

t.test('every invalid field is named', async (t) => {
  const reply = await client.post('/api/splash/add', {
    name: '',
    title: 'a\nb',
    text: 'x'.repeat(2001),
    image: 'data:image/svg+xml,<svg>',
    counter: 121,
    link: 'javascript:alert(1)',
  })
  t.equal(reply.status, 400)
  t.same(
    new Set(reply.body.errors.map((fault: { path: string }) => fault.path)),
    new Set(['/name', '/title', '/text', '/image', '/counter', '/link']),
  )
  for (const counter of ['5', 1.5, -1, true])
    t.equal((await client.post('/api/splash/add', { name: 'x', counter })).status, 400, String(counter))
})

t.test("another account's splash page is 404", async (t) => {
  const { id } = (await client.post('/api/splash/add', splash)).body
  for (const reply of [
    await other.get(`/api/splash/${id}`),
    await other.put(`/api/splash/${id}/update`, { name: 'mine' }),
    await other.delete(`/api/splash/${id}/delete`),
  ])
    t.match(reply, { status: 404, body: { code: 'not_found' } })
  t.equal((await other.get('/api/splash')).body.data.result, 0)
})

import t from 'tap'
import { startService } from './support/service.ts'

const service = await startService(t)
const client = await service.newClient()

t.test('an address that cannot be decoded is counted, needs a key, and is then 400', async (t) => {
  const reply = await client.get('/api/pixel/%zz/update')
  t.match(reply, { status: 400, body: { error: 1, code: 'invalid_request' }, headers: { 'x-ratelimit-limit': /\d+/ } })
  t.match(await service.send('GET', '/api/%C0%80'), { status: 401, headers: { 'x-ratelimit-remaining': /\d+/ } })
  t.equal((await service.send('GET', '/%')).status, 400)
})

t.test('a parameter of any length is an ordinary 400 or 404', async (t) => {
  const reply = await client.delete(`/api/pixel/${'9'.repeat(8000)}/delete`)
  t.match(reply, { status: 400, headers: { 'x-ratelimit-limit': /\d+/ }, body: { errors: [{ path: 'path/id' }] } })
  t.equal((await service.send('GET', `/${'a'.repeat(8000)}`)).status, 404)
})

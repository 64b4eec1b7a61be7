import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const login = (ip: string) =>
  service.send('POST', '/login', { body: { username: client.username, password: 'correct horse battery' }, ip })

t.test('an account whose links get many passwords does not keep others from logging in', async (t) => {
  const other = await service.newClient()
  const links = (request: number) =>
    Array.from({ length: 20 }, (_, i) => ({ url: 'https://example.com', password: `password ${request} ${i}` }))
  let pending = 10
  const bulk = Array.from({ length: 10 }, (_, request) =>
    other.post('/api/url/bulk', { items: links(request) }).finally(() => pending--),
  )
  t.equal((await login('198.51.100.1')).status, 200)
  t.ok(pending > 0, 'it was not the last')
  const statuses = (await Promise.all(bulk)).map(({ status }) => status)
  t.ok(statuses.includes(200), 'some of the bulk requests succeed')
  t.ok(statuses.includes(503), 'the queue was full')
})

t.test('many addresses of one IPv6 /48 do not keep others from logging in', async (t) => {
  const guesses = Array.from({ length: 120 }, (_, i) =>
    service.send('POST', '/login', {
      body: { username: `nobody${i}`, password: 'a guess' },
      ip: `2001:db8:7:${i.toString(16).padStart(2, '0')}00::1`,
    }),
  )
  const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => login(`198.51.100.${10 + i}`)))
  t.same(
    replies.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  const answers = await Promise.all(guesses)
  const refused = answers.filter(({ status }) => status === 503)
  t.ok(refused.length > 0, 'the queue was full')
  t.same(new Set(refused.map(({ headers, body }) => `${body.code} ${headers['retry-after']}`)), new Set(['busy 5']))
  t.equal(refused.length + answers.filter(({ status }) => status === 401).length, answers.length)
  t.equal((await login('198.51.100.20')).status, 200, 'and then the next one is served')
})

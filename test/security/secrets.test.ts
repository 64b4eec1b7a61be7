import t from 'tap'
import { hashesAtOnce, hashPassword, verifyPassword } from '../../src/security/secrets.ts'
import { startService } from '../support/service.ts'

t.test('a password is verified by its hash', async (t) => {
  const hash = await hashPassword('correct horse battery')
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.equal(await verifyPassword('correct horse battery', hash), true)
  t.equal(await verifyPassword('another', hash), false)
  t.equal(await verifyPassword('correct horse battery', undefined), false)
})

t.test('hashes of passwords leave one core and one of four threads free', async (t) => {
  t.same([1, 2, 4, 5, 64].map(hashesAtOnce), [1, 1, 3, 3, 3])
})

t.test('of 200 concurrent logins those beyond the queue are 503 with Retry-After', async (t) => {
  const service = await startService(t)
  const client = await service.newClient()
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, i) => {
      const body = { username: `nobody${i}`, password: 'a guess' }
      return service.send('POST', '/login', { body, ip: `198.51.${i >> 8}.${i & 255}` })
    }),
  )
  const refused = replies.filter(({ status }) => status === 503)
  t.ok(refused.length >= 80, `${refused.length} are refused`)
  t.same(new Set(refused.map(({ headers, body }) => `${body.code} ${headers['retry-after']}`)), new Set(['busy 5']))
  t.equal(refused.length + replies.filter(({ status }) => status === 401).length, 200)
  const body = { username: client.username, password: 'correct horse battery' }
  t.equal((await service.send('POST', '/login', { body })).status, 200, 'and then the next one is served')
})

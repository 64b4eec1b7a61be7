import t from 'tap'
import { hashesAtOnce, hashPassword, verifyPassword } from '../../src/security/secrets.ts'

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

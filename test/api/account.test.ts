import t from 'tap'
import { hashPassword } from '../../src/security/secrets.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()

t.test('GET and POST /api/account return the account of the key', async (t) => {
  const { status, body } = await client.get('/api/account')
  t.equal(status, 200)
  t.match(body, {
    error: 0,
    data: { id: client.id, email: `${client.username}@example.com`, username: client.username, status: 'pro' },
  })
  t.match(body.data, {
    avatar: `http://localhost:3000/avatar/${client.id}.svg`,
    expires: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  })
  t.same((await client.post('/api/account')).body, body)
  t.same(
    (await service.send('GET', '/api/account', { headers: { authorization: `token ${client.apikey}` } })).body,
    body,
  )
})

t.test('an expired plan is shown as free', async (t) => {
  const late = await service.newClient()
  const expires_at = new Date('2020-01-02T03:04:05Z')
  await service.services.db.updateTable('accounts').set({ expires_at }).where('id', '=', late.id).execute()
  t.match((await late.get('/api/account')).body.data, { status: 'free', expires: '2020-01-02 03:04:05' })
})

t.test('e-mail and password can be changed together or separately, without revoking the key', async (t) => {
  const message = 'Account has been successfully updated.'
  t.same((await client.put('/api/account/update', { email: 'New@Example.com' })).body, { error: 0, message })
  t.equal((await client.get('/api/account')).body.data.email, 'New@Example.com')
  t.same((await client.put('/api/account/update', { password: 'a new password' })).body, { error: 0, message })
  const login = (password: string) => service.send('POST', '/login', { body: { email: 'new@example.COM', password } })
  t.equal((await login('a new password')).status, 200)
  t.match(await login('correct horse battery'), { status: 401, body: { code: 'login_failed' } })
  t.equal((await client.put('/api/account/update', { email: null, password: 'another password' })).status, 200)
  t.equal((await client.get('/api/account')).body.data.email, 'New@Example.com', 'null changes nothing')
})

t.test('a new password revokes login keys and no other keys', async (t) => {
  const owner = await service.newClient()
  const login = await service.send('POST', '/login', {
    body: { username: owner.username, password: 'correct horse battery' },
  })
  const program = (await owner.post('/api/key/add', { name: 'Login' })).body.apikey
  const statusOf = async (key: string) => (await service.send('GET', '/api/account', { key })).status
  await owner.put('/api/account/update', { email: `${owner.username}@example.net` })
  t.equal(await statusOf(login.body.apikey), 200, 'a new e-mail address ends none')
  await owner.put('/api/account/update', { password: 'a password of mine' })
  t.match(await service.send('GET', '/api/account', { key: login.body.apikey }), {
    status: 401,
    body: { code: 'key_revoked' },
  })
  t.equal(await statusOf(program), 200, 'a key that is only called so goes on')
  t.equal(await statusOf(owner.apikey), 200)
})

t.test('currentpassword must be correct if sent, and is required with a key that expires', async (t) => {
  const owner = await service.newClient()
  const currentpassword = 'correct horse battery'
  const email = `${owner.username}@example.org`
  t.match(await owner.put('/api/account/update', { email, currentpassword: 'another one' }), {
    status: 403,
    body: { code: 'password_wrong' },
  })
  t.equal((await owner.put('/api/account/update', { email, currentpassword })).status, 200)
  const key = (await owner.post('/api/key/add', { scope: 'admin', expires: '2040-01-01' })).body.apikey
  const send = (body: object) => service.send('PUT', '/api/account/update', { key, body })
  t.match(await send({ password: 'taken over now' }), { status: 403, body: { code: 'password_required' } })
  t.equal((await send({ password: 'of the owner', currentpassword })).status, 200)
  for (let i = 0; i < 9; i++) await send({ email, currentpassword: `guess ${i}` })
  const since = Date.now()
  await send({ email, currentpassword: 'guess' })
  const right = await Promise.all(Array.from({ length: 12 }, () => send({ email, currentpassword: 'of the owner' })))
  t.same(new Set(right.map(({ status }) => status)), new Set([200]), 'the right password gets in')
  t.ok(Date.now() - since > 800, 'but guesses are slowed down')
})

t.test('common passwords are refused when they are set, and stored ones keep working', async (t) => {
  const owner = await service.newClient()
  for (const password of ['password123', 'Iloveyou1', '1qaz2wsx3edc'])
    t.match(await owner.put('/api/account/update', { password }), {
      status: 400,
      body: { errors: [{ path: '/password', message: /common/ }] },
    })
  await service.services.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword('password123') })
    .where('id', '=', owner.id)
    .execute()
  const body = { username: owner.username, password: 'password123' }
  t.equal((await service.send('POST', '/login', { body })).status, 200)
  t.match(await service.send('POST', '/register', { body: { ...body, username: 'another', email: 'b@example.com' } }), {
    status: 400,
    body: { errors: [{ path: '/password' }] },
  })
})

t.test('an account update without fields or with invalid ones is 400 and names each field', async (t) => {
  for (const body of [{}, { email: null, password: '' }, { username: 'else' }]) {
    const reply = await client.put('/api/account/update', body)
    t.match(
      reply,
      { status: 400, body: { error: 1, errors: [{ path: '/email' }, { path: '/password' }] } },
      JSON.stringify(body),
    )
  }
  for (const email of [
    'x',
    'a@b',
    'a b@example.com',
    '@example.com',
    5,
    true,
    ['a@b.co'],
    `${'a'.repeat(250)}@example.com`,
  ])
    t.match(
      await client.put('/api/account/update', { email }),
      { status: 400, body: { errors: [{ path: '/email' }] } },
      String(email),
    )
  for (const password of ['short', 'x'.repeat(65), 12345678, 'tab\tin it here', 'zero\u0000 in it'])
    t.match(
      await client.put('/api/account/update', { password }),
      { status: 400, body: { errors: [{ path: '/password' }] } },
      String(password),
    )
  for (const email of ['ada@exämple.de', 'mïa@example.com'])
    t.match(await other.put('/api/account/update', { email }), {
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: '/email', message: /ASCII/ }] },
    })
  const both = await other.put('/api/account/update', { email: 'ada@exämple.de', password: 'short' })
  t.same(new Set(both.body.errors.map(({ path }: { path: string }) => path)), new Set(['/email', '/password']))
  for (const email of ['ada@xn--exmple-cua.de', 'ada+tag@sub.example.co.uk', "o'neil@example.com"])
    t.equal((await other.put('/api/account/update', { email })).status, 200, email)
})

t.test('a stored e-mail that is not ASCII may be sent unchanged', async (t) => {
  const old = await service.newClient()
  const email = 'ada@bücher.example'
  await service.services.db.updateTable('accounts').set({ email }).where('id', '=', old.id).execute()
  t.equal((await old.put('/api/account/update', { email, password: 'correct horse staple' })).status, 200)
  t.match(await old.put('/api/account/update', { email, password: 'short' }), {
    status: 400,
    body: { errors: { length: 1 } },
  })
  t.equal((await old.put('/api/account/update', { email: 'eva@bücher.example' })).status, 400)
})

t.test("the e-mail of another account is 409 in any case; the account's own is accepted", async (t) => {
  t.equal((await client.put('/api/account/update', { email: 'new@example.com' })).status, 200)
  t.match(await other.put('/api/account/update', { email: 'NEW@EXAMPLE.COM' }), {
    status: 409,
    body: { error: 1, code: 'email_taken' },
  })
})

t.test('if two accounts set the same e-mail at the same time, one gets 409', async (t) => {
  const replies = await Promise.all(
    [client, other].map((who) => who.put('/api/account/update', { email: 'race@example.com' })),
  )
  t.same(replies.map(({ status }) => status).toSorted(), [200, 409])
})

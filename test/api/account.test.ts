import t from 'tap'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const other = await service.newClient()

t.test('the account is what the key belongs to, by GET and by POST', async (t) => {
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

t.test('a plan that has run out reads free', async (t) => {
  const late = await service.newClient()
  const expires_at = new Date('2020-01-02T03:04:05Z')
  await service.parts.db.updateTable('accounts').set({ expires_at }).where('id', '=', late.id).execute()
  t.match((await late.get('/api/account')).body.data, { status: 'free', expires: '2020-01-02 03:04:05' })
})

t.test('e-mail and password change, together or alone, and no key is revoked by it', async (t) => {
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

t.test('an update with neither, or with something unfit, is 400 and names each field', async (t) => {
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
  for (const email of ['ada@exämple.de', 'ada+tag@sub.example.co.uk', "o'neil@example.com"])
    t.equal((await other.put('/api/account/update', { email })).status, 200, email)
})

t.test("another account's e-mail is 409, without case; one's own is no conflict", async (t) => {
  t.equal((await client.put('/api/account/update', { email: 'new@example.com' })).status, 200)
  t.match(await other.put('/api/account/update', { email: 'NEW@EXAMPLE.COM' }), {
    status: 409,
    body: { error: 1, code: 'email_taken' },
  })
})

t.test('of two accounts that take an e-mail at once one gets it', async (t) => {
  const replies = await Promise.all(
    [client, other].map((who) => who.put('/api/account/update', { email: 'race@example.com' })),
  )
  t.same(replies.map(({ status }) => status).toSorted(), [200, 409])
})

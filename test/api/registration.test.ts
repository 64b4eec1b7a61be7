import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { withPauses } from '../support/pauses.ts'
import { type Service, startService } from '../support/service.ts'

// Eight seconds after the first failure too many, so that what does not wait for it has ended before.
const service = await startService(t, {}, { counters: withPauses((_key, ms) => 8 * ms) })

const account = (username: string) => ({
  email: `${username}@example.com`,
  username,
  password: 'correct horse battery',
})
const register = (to: Service, body: unknown, ip?: string) =>
  to.send('POST', '/register', { body, ...(ip ? { ip } : {}) })
const login = (to: Service, body: unknown, ip?: string) => to.send('POST', '/login', { body, ...(ip ? { ip } : {}) })

t.test('registration creates an account and a valid key', async (t) => {
  const { status, body } = await register(service, account('Ada'))
  t.equal(status, 200)
  t.match(body, { error: 0, id: Number, apikey: /^wm_[0-9A-Za-z]{43}$/ })
  t.match((await service.send('GET', '/api/account', { key: body.apikey })).body.data, {
    id: body.id,
    username: 'ada',
    status: 'pro',
  })
})

t.test('a taken e-mail or username is 409, in any case', async (t) => {
  t.match(await register(service, { ...account('new'), email: 'ADA@example.COM' }), {
    status: 409,
    body: { code: 'email_taken' },
  })
  t.match(await register(service, { ...account('ADA'), email: 'new@example.com' }), {
    status: 409,
    body: { code: 'username_taken' },
  })
})

t.test('if two requests register the same name at the same time, one gets 409', async (t) => {
  for (const bodies of [
    [account('race1'), { ...account('race1b'), email: 'race1@example.com' }],
    [account('race2'), { ...account('race2'), email: 'race2b@example.com' }],
  ]) {
    const replies = await Promise.all(bodies.map((body) => register(service, body)))
    t.same(replies.map(({ status }) => status).toSorted(), [200, 409])
  }
})

t.test('every missing or invalid field is named', async (t) => {
  const { body } = await register(service, {})
  t.same(new Set(body.errors.map(({ path }: { path: string }) => path)), new Set(['/email', '/username', '/password']))
  for (const wrong of [
    { username: 'ab' },
    { username: 'x'.repeat(31) },
    { username: 'a b c' },
    { username: 'änne' },
    { email: 'nobody' },
    { email: 'mïa@example.com' },
    { email: 'mia@bücher.example' },
    { password: 'short' },
    { password: null },
    { username: '' },
    { email: 7 },
  ])
    t.match(
      await register(service, { ...account('unfit'), ...wrong }),
      { status: 400, body: { errors: [{ path: `/${Object.keys(wrong)[0]}` }] } },
      JSON.stringify(wrong),
    )
  const both = await register(service, { ...account('unfit'), email: 'mia@bücher.example', username: 'ab' })
  t.same(new Set(both.body.errors.map(({ path }: { path: string }) => path)), new Set(['/email', '/username']))
})

t.test('login by e-mail or username returns a new key', async (t) => {
  for (const name of [{ email: 'ada@EXAMPLE.com' }, { username: 'ADA' }]) {
    const { body } = await login(service, { ...name, password: 'correct horse battery' })
    t.match(body, { error: 0, id: 1, apikey: /^wm_/ })
    t.equal((await service.send('GET', '/api/account', { key: body.apikey })).status, 200)
  }
})

t.test('the replies to a wrong password and to an unknown name are identical', async (t) => {
  const wrong = await login(service, { username: 'ada', password: 'wrong password' })
  const unknown = await login(service, { username: 'nobody', password: 'wrong password' })
  t.match(wrong, { status: 401, body: { error: 1, code: 'login_failed' } })
  t.same(unknown.body, wrong.body)
  t.equal((await login(service, { password: 'x' })).status, 400, 'a name is needed')
})

t.test('failed logins delay their own address and never the owner at another address', async (t) => {
  const { username } = await service.newClient()
  const right = { username, password: 'correct horse battery' }
  for (let i = 0; i < 10; i++)
    t.equal((await login(service, { ...right, password: `guess ${i}` }, '198.51.100.20')).status, 401)
  const answers: string[] = []
  await Promise.all([
    login(service, { ...right, username: username.toUpperCase() }, '198.51.100.20').then(({ status }) =>
      answers.push(`own ${status}`),
    ),
    login(service, right, '198.51.100.21').then(({ status }) => answers.push(`other ${status}`)),
    login(service, { ...right, username: 'ada' }, '198.51.100.22').then(({ status }) => answers.push(`ada ${status}`)),
  ])
  t.same(answers.toSorted(), ['ada 200', 'other 200', 'own 200'], 'who knows the password gets in')
  t.equal(answers[2], 'own 200', 'after a pause at the address of the failures')
})

t.test('the owner can log in at once while many addresses guess', async (t) => {
  const { username } = await service.newClient()
  await Promise.all(
    Array.from({ length: 34 }, (_, i) => login(service, { username, password: `guess ${i}` }, `198.51.${i}.1`)),
  )
  const right = { username, password: 'correct horse battery' }
  t.equal((await login(service, right, '203.0.113.77')).status, 200)
})

t.test('of concurrent guesses from one address only the free attempts are checked at once', async (t) => {
  const client = await service.newClient()
  const controller = new AbortController()
  const guess = (username: string, remoteAddress: string) => {
    const statuses: number[] = []
    for (let i = 0; i < 30; i++)
      service.app
        .inject({
          method: 'POST',
          url: '/login',
          payload: { username, password: `guess ${i}` },
          remoteAddress,
          signal: controller.signal,
        })
        .then(({ statusCode }) => statuses.push(statusCode))
        .catch(() => {})
    return statuses
  }
  const replies = [guess(client.username, '198.51.100.30'), guess('nobody at all', '198.51.100.31')]
  while (replies.some((statuses) => statuses.length < 10)) await sleep(10)
  await sleep(300)
  for (const statuses of replies) {
    t.same(new Set(statuses), new Set([401]))
    // Ten, and those that ran beside the tenth.
    t.ok(statuses.length <= 14, `${statuses.length}`)
  }
  controller.abort()
})

t.test('thirty concurrent correct logins from one address all succeed', async (t) => {
  const { username } = await service.newClient()
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => login(service, { username, password: 'correct horse battery' }, '198.51.100.40')),
  )
  t.same(new Set(replies.map(({ status }) => status)), new Set([200]))
})

t.test('limits do not reveal which e-mail address belongs to a username', async (t) => {
  const { username } = await service.newClient()
  for (let i = 0; i < 11; i++) await login(service, { username, password: `guess ${i}` }, '198.51.100.50')
  const probe = (email: string) => login(service, { email, password: 'a guess' }, '198.51.100.50')
  t.equal((await probe(`${username}@example.com`)).status, (await probe('someone@example.com')).status)
})

t.test('a login at the key limit without login keys revokes the least recently used key', async (t) => {
  const { username, apikey } = await service.newClient()
  const lives = async (key: string) => (await service.send('GET', '/api/account', { key })).status
  const keys: string[] = []
  for (let i = 0; i < 24; i++)
    keys.push((await service.send('POST', '/api/key/add', { body: { name: `Key ${i}` }, key: apikey })).body.apikey)
  const [unused = '', ...used] = keys
  for (const key of used) await lives(key)
  const made = await login(service, { username, password: 'correct horse battery' })
  t.equal(made.status, 200)
  t.equal(await lives(made.body.apikey), 200)
  t.equal(await lives(unused), 401)
  for (const key of [apikey, ...used]) t.equal(await lives(key), 200)
})

t.test('a login at the key limit revokes the oldest login key', async (t) => {
  const { username, apikey: first } = await service.newClient()
  const logins = []
  for (let i = 0; i < 26; i++) logins.push(await login(service, { username, password: 'correct horse battery' }))
  t.ok(logins.every(({ status }) => status === 200))
  const lives = async (key: string) => (await service.send('GET', '/api/account', { key })).status
  t.equal(await lives(first), 200, 'a key that was not made by a login stays')
  t.equal(await lives(logins[0]?.body.apikey), 401)
  t.equal(await lives(logins[25]?.body.apikey), 200)
})

t.test('with a public BASE_URL, registration is closed unless enabled', async (t) => {
  const closed = await startService(t, { BASE_URL: 'https://go.example.com' })
  t.match(await register(closed, account('eve')), { status: 403, body: { error: 1, code: 'registration_closed' } })
  t.match(await register(closed, {}), { status: 403, body: { code: 'registration_closed' } }, 'whatever is sent')
})

t.test('where it is enabled, it is limited per address', async (t) => {
  const open = await startService(t, { BASE_URL: 'https://go.example.com', REGISTRATION: 'open', TRIAL_DAYS: '0' })
  const made = await register(open, account('eve'), '198.51.100.1')
  t.equal(made.status, 200)
  t.match(
    (await open.send('GET', '/api/account', { key: made.body.apikey })).body.data,
    { status: 'free' },
    'no trial, no plan',
  )
  for (let i = 0; i < 19; i++) await register(open, {}, '198.51.100.1')
  t.match(await register(open, account('mallory'), '198.51.100.1'), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
  })
  t.equal((await register(open, account('mallory'), '198.51.100.2')).status, 200, 'another address is not affected')
})

t.test('requests from this machine have no registration limit, others have', async (t) => {
  for (let i = 0; i < 20; i++) await register(service, {}, '198.51.100.9')
  t.equal((await register(service, {}, '198.51.100.9')).status, 429)
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    for (let i = 0; i < 21; i++) t.equal((await register(service, {}, ip)).status, 400)
})

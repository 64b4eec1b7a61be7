import t from 'tap'
import { hashPassword } from '../../src/security/secrets.ts'
import { type Reply, startService } from '../support/service.ts'

t.setTimeout(120_000)
// Most of the time they wait.
t.jobs = 4
const buffered = true

const { send, services, newClient } = await startService(t)
const client = await newClient()
let links = 0

async function newLink() {
  const custom = `locked-${++links}`
  const { body } = await client.post('/api/url/add', { url: 'https://example.com', custom, password: 'open sesame' })
  return { id: body.id as number, path: `/${custom}` }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
interface Visitor {
  ip: string
  agent?: string
  cookie?: string
}
const enter = (path: string, password: string, { ip, agent = 'guesser', cookie }: Visitor) =>
  send('POST', path, {
    raw: new URLSearchParams({ password }).toString(),
    headers: { ...form, 'user-agent': agent, ...(cookie ? { cookie } : {}) },
    ip,
  })
const cookiesOf = ({ headers }: Reply) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '')
const known = (reply: Reply) => cookiesOf(reply).find((cookie) => cookie.startsWith('wm_known_')) ?? ''
const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length
const together = (times: number, one: (i: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: times }, (_, i) => one(i)))

/** Spends the attempts of an address that are free. */
async function spend(path: string, visitor: Visitor) {
  for (let i = 0; i < 10; i++) await enter(path, `guess ${i}`, visitor)
}

t.test(
  'beside a guesser at the same address the right password waits for two guesses at most',
  { buffered },
  async (t) => {
    const { path } = await newLink()
    const ip = '203.0.113.1'
    await spend(path, { ip })
    const guessed: number[] = []
    let isOver = false
    let onFull = () => {}
    const isFull = new Promise<void>((resolve) => {
      onFull = resolve
    })
    const guesser = async () => {
      while (!isOver) {
        const { status } = await enter(path, 'guess', { ip })
        guessed.push(status)
        if (status === 429) {
          onFull()
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
    }
    const guessers = Promise.all(Array.from({ length: 6 }, guesser))
    await isFull
    const before = guessed.filter((status) => status === 403).length
    const { status } = await enter(path, 'open sesame', { ip, agent: 'colleague' })
    const checked = guessed.filter((status) => status === 403).length - before
    isOver = true
    t.equal(status, 303)
    t.ok(checked <= 2, `${checked} guesses were checked meanwhile`)
    await guessers
  },
)

t.test('a device that knew the password does not wait for the guesses of others', { buffered }, async (t) => {
  const { id, path } = await newLink()
  const ip = '203.0.113.2'
  const cookie = known(await enter(path, 'open sesame', { ip }))
  await spend(path, { ip })
  let waiting = 4
  const guesses = together(4, async (i) => {
    const reply = await enter(path, `more ${i}`, { ip })
    waiting--
    return reply
  })
  t.equal((await enter(path, 'open sesame', { ip, cookie })).status, 303)
  t.equal(waiting, 4, 'all guesses still wait')
  const foreign = known(await enter((await newLink()).path, 'open sesame', { ip: '203.0.113.3' }))
  for (const forged of [foreign, cookie.replace(/=./, '=?'), `${cookie}x`])
    t.equal((await enter(path, 'open sesame', { ip, cookie: forged })).status, 429, 'no other cookie helps')

  const own = (i: number) => enter(path, `guess ${i}`, { ip: `198.51.100.${i}`, cookie })
  for (let i = 0; i < 10; i++) t.equal((await own(i)).status, 403)
  t.ok(count(await together(6, own), 429) >= 2, 'it waits for its own guesses, at any address')

  const hash = await hashPassword('new words')
  await services.db.updateTable('links').set({ password_hash: hash }).where('id', '=', id).execute()
  await services.changes.settle()
  await guesses
  const late = await together(6, (i) => enter(path, `old ${i}`, { ip, cookie }))
  t.ok(count(late, 429) >= 2, 'a new password makes it a stranger')
})

t.test(
  'a login from a device that logged in before does not wait for the guesses of others',
  { buffered },
  async (t) => {
    const ip = '203.0.113.4'
    const right = { username: client.username, password: 'correct horse battery' }
    const login = (password: string, cookie?: string) =>
      send('POST', '/login', {
        body: { ...right, password },
        ip,
        ...(cookie ? { headers: { cookie } } : {}),
      })
    const first = await login(right.password)
    t.match(
      String(first.headers['set-cookie']),
      /^wm_known_[0-9a-f]{12}=\S+; Path=\/login; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    for (let i = 0; i < 10; i++) t.equal((await login(`guess ${i}`)).status, 401)
    let waiting = 4
    const guesses = together(4, async (i) => {
      const reply = await login(`more ${i}`)
      waiting--
      return reply
    })
    t.equal((await login(right.password, known(first))).status, 200)
    t.equal(waiting, 4)
    await guesses
  },
)

t.test('an address cannot guess faster by changing its user agent', { buffered }, async (t) => {
  const { path } = await newLink()
  const ip = '203.0.113.5'
  await spend(path, { ip })
  const replies = await together(60, (i) => enter(path, `more ${i}`, { ip, agent: `agent ${i}` }))
  const checked = count(replies, 403)
  // After pauses of 1, 2, 4 and 6 seconds; none waits for longer than 15.
  t.ok(checked >= 1 && checked <= 5, `${checked} are checked within 15 seconds`)
  t.equal(count(replies, 429), 60 - checked)
})

t.test(
  'one address cannot use up the places of attempts at a link that many addresses guess at',
  { buffered },
  async (t) => {
    const { path } = await newLink()
    await together(40, (i) => enter(path, 'guess', { ip: `198.51.101.${i}` }))
    const flood = together(2100, (i) => enter(path, `flood ${i}`, { ip: '203.0.113.6' }))
    t.equal((await enter(path, 'open sesame', { ip: '203.0.113.7' })).status, 303)
    t.ok(count(await flood, 429) > 2000)
  },
)

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { type AttemptLimiter, createAttemptLimiter, type Guesser } from '../../src/security/attempts.ts'
import { createCounters, openRedis } from '../../src/security/counters.ts'
import type { App } from '../../src/services.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { openTestStore } from '../support/database.ts'
import { needsRedis, needsRedisServer, REDIS_URL, startRedis } from '../support/redis.ts'

// Two instances that count in one Redis. Names and addresses are new in every run, because Redis keeps the counts of others.

t.setTimeout(120_000)
t.jobs = 4
const right = async () => true
const wrong = async () => {
  await sleep(2)
  return false
}

/** The same limiter in two instances. */
async function newLimiters(t: Test, url = REDIS_URL): Promise<[AttemptLimiter, AttemptLimiter]> {
  const name = `test ${randomUUID()}`
  const newLimiter = async () => {
    const redis = await openRedis(url)
    const counters = createCounters(redis)
    t.teardown(() => {
      counters.close()
      redis.disconnect()
    })
    return createAttemptLimiter(name, { counters, isStopping: () => false })
  }
  return [await newLimiter(), await newLimiter()]
}

const fail = async (limiter: AttemptLimiter, guesser: Guesser, times: number, subject = 'one') => {
  for (let i = 0; i < times; i++) await limiter.run(guesser, subject, wrong)
}
async function timed(attempt: Promise<{ isRight: boolean | undefined }>) {
  const since = Date.now()
  const { isRight } = await attempt
  return { isRight, ms: Date.now() - since }
}

t.test('failures on one instance delay attempts on the other', { ...needsRedis, buffered: true }, async (t) => {
  const [first, second] = await newLimiters(t)
  const ip = '203.0.113.1'
  await fail(first, { ip }, 5)
  await fail(second, { ip }, 5)
  const paused = await timed(second.run({ ip }, 'one', right))
  t.equal(paused.isRight, true)
  t.ok(paused.ms >= 800 && paused.ms < 3000, `after ${paused.ms} ms`)
  const other = await timed(first.run({ ip: '203.0.113.2' }, 'one', right))
  t.equal(other.isRight, true)
  t.ok(other.ms < 800, `another address is checked after ${other.ms} ms`)
})

t.test(
  'when a pause ends each instance checks at most one attempt of the address',
  { ...needsRedis, buffered: true },
  async (t) => {
    const [first, second] = await newLimiters(t)
    const ip = '203.0.113.1'
    await fail(first, { ip }, 10)
    const controller = new AbortController()
    let checked = 0
    const guess = async (limiter: AttemptLimiter, i: number) => {
      const guesser = { ip, agent: `agent ${i}`, signal: controller.signal }
      if ((await limiter.run(guesser, 'one', wrong)).isRight === false) checked++
    }
    const guesses = [first, second].flatMap((limiter) => Array.from({ length: 50 }, (_, i) => guess(limiter, i)))
    // The first pause takes one second, those after it two or more.
    await sleep(2200)
    t.ok(checked >= 1 && checked <= 2, `${checked} are checked`)
    controller.abort()
    await Promise.all(guesses)
  },
)

t.test(
  'an address without failures and a known device do not wait for 2,000 attempts of others',
  { ...needsRedis, buffered: true },
  async (t) => {
    const [first, second] = await newLimiters(t)
    const controller = new AbortController()
    const { signal } = controller
    const crowd = [first, second].flatMap((limiter) =>
      Array.from({ length: 1000 }, (_, i) =>
        limiter.run({ ip: `203.0.113.${i % 10}`, agent: `agent ${i}`, signal }, 'one', wrong),
      ),
    )
    await sleep(1000)
    for (const limiter of [first, second])
      for (const guesser of [{ ip: '198.51.100.1' }, { ip: '203.0.113.1', device: 'known' }]) {
        const { isRight, ms } = await timed(limiter.run(guesser, 'one', right))
        t.equal(isRight, true)
        t.ok(ms < 1000, `${ms} ms`)
      }
    controller.abort()
    await Promise.all(crowd)
  },
)

t.test('200 right passwords of one address are all accepted', { ...needsRedis, buffered: true }, async (t) => {
  const [first, second] = await newLimiters(t)
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => (i % 2 ? first : second).run({ ip: '203.0.113.1' }, 'one', right)),
  )
  t.ok(outcomes.every(({ isRight }) => isRight))
})

t.test(
  'attempts that wait when Redis stops are answered, and failures count in the process',
  { ...needsRedisServer, buffered: true },
  async (t) => {
    const { redis, url } = await startRedis(t)
    const [first] = await newLimiters(t, url)
    const ip = '203.0.113.1'
    await fail(first, { ip }, 12)
    const waiting = timed(first.run({ ip }, 'one', right))
    redis.kill('SIGSTOP')
    const { isRight, ms } = await waiting
    t.equal(isRight, true)
    t.ok(ms < 10_000, `after ${ms} ms`)
    await fail(first, { ip: '203.0.113.2' }, 10)
    const paused = await timed(first.run({ ip: '203.0.113.2' }, 'one', right))
    t.ok(paused.ms >= 800 && paused.ms < 3000, `after ${paused.ms} ms`)
  },
)

t.test('passwords of links and logins on two instances', needsRedisServer, async (t) => {
  const { url } = await startRedis(t)
  const store = await openTestStore()
  t.teardown(() => store.close())
  const newInstance = async () => {
    const { services, close } = await createServices(
      readConfig({ LOG_LEVEL: 'silent', REDIS_URL: url, SECRET: 'the same in both instances' }),
      { ...store, close: async () => {} },
    )
    const app = await buildApp(services)
    t.teardown(async () => {
      await app.close()
      await close()
    })
    return app
  }
  const [first, second] = [await newInstance(), await newInstance()]
  const headers = { host: 'localhost:3000' }
  const password = 'correct horse battery'
  const account = { email: 'ada@example.com', username: 'ada', password }
  const { apikey } = await registerAccount(store.db, account, 14)
  const link = { url: 'https://example.com', custom: 'locked', password }
  const authorization = `Bearer ${apikey}`
  const added = { method: 'POST', url: '/api/url/add', headers: { ...headers, authorization }, payload: link } as const
  t.equal((await first.inject(added)).statusCode, 200)

  const send = (app: App, path: string, guess: string, remoteAddress: string, cookie = '') => {
    const payload = path === '/login' ? { username: 'ada', password: guess } : new URLSearchParams({ password: guess })
    const type = path === '/login' ? 'application/json' : 'application/x-www-form-urlencoded'
    return app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, cookie, 'content-type': type },
      payload: path === '/login' ? payload : payload.toString(),
      remoteAddress,
    })
  }
  for (const [path, right, wrong] of [
    ['/locked', 303, 403],
    ['/login', 200, 401],
  ] as const) {
    const accepted = await send(second, path, password, '203.0.113.1')
    t.equal(accepted.statusCode, right)
    const cookie = /wm_known_[^;]+/.exec(String(accepted.headers['set-cookie']))?.[0] ?? 'none'
    for (let i = 0; i < 10; i++)
      t.equal((await send(i % 2 ? first : second, path, `guess ${i}`, '203.0.113.1')).statusCode, wrong)
    const since = Date.now()
    t.equal((await send(first, path, password, '203.0.113.1', cookie)).statusCode, right)
    t.equal((await send(second, path, password, '203.0.113.2')).statusCode, right)
    t.ok(Date.now() - since < 800, 'a known device of the other instance and another address do not wait')
    t.equal((await send(second, path, password, '203.0.113.1')).statusCode, right)
    t.ok(Date.now() - since >= 800, 'others at the address do')
  }
})

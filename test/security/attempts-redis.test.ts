import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { type AttemptLimiter, createAttemptLimiter, type Guesser } from '../../src/security/attempts.ts'
import { createCounters, openRedis } from '../../src/security/window-counters.ts'
import type { App } from '../../src/services.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { openTestStore } from '../support/database.ts'
import { withPauses } from '../support/pauses.ts'
import { needsRedis, needsRedisServer, REDIS_URL, startRedis } from '../support/redis.ts'

// Two instances that count in one Redis. Names and addresses are new in every run, because Redis keeps the counts of others.

t.setTimeout(120_000)
t.jobs = 4
const right = async () => true
const wrong = async () => {
  await sleep(2)
  return false
}

/** The same limiter in two instances; `pauseMs` as of `withPauses`. */
async function newLimiters(
  t: Test,
  pauseMs?: (key: string, ms: number) => number,
  url = REDIS_URL,
): Promise<[AttemptLimiter, AttemptLimiter]> {
  const name = `test ${randomUUID()}`
  const newLimiter = async () => {
    // On a busy machine an answer may be late, and after two of them an instance counts by itself.
    const redis = await openRedis(url, 4000)
    while (redis.status !== 'ready') await sleep(20)
    const counters = createCounters(redis)
    t.teardown(() => {
      counters.close()
      redis.disconnect()
    })
    return createAttemptLimiter(name, { counters: withPauses(pauseMs, counters), isStopping: () => false })
  }
  return [await newLimiter(), await newLimiter()]
}

const fail = async (limiter: AttemptLimiter, guesser: Guesser, times: number, subject = 'one') => {
  for (let i = 0; i < times; i++) await limiter.run(guesser, subject, wrong)
}
const asUsual = (_key: string, ms: number) => ms

/** Starts an attempt that must wait; the returned function ends it, and returns whether it was checked. */
function startAttempt(limiter: AttemptLimiter, guesser: Guesser): () => Promise<boolean> {
  const controller = new AbortController()
  const outcome = limiter.run({ ...guesser, signal: controller.signal }, 'one', right)
  return async () => {
    controller.abort()
    return (await outcome).isRight !== undefined
  }
}

t.test('failures on one instance delay attempts on the other', { ...needsRedis, buffered: true }, async (t) => {
  const [first, second] = await newLimiters(t)
  const ip = '203.0.113.1'
  await fail(first, { ip }, 5)
  await fail(second, { ip }, 5)
  const endPaused = startAttempt(second, { ip })
  for (const limiter of [first, second])
    t.match(await limiter.run({ ip: '203.0.113.2' }, 'one', right), { isRight: true }, 'another address does not wait')
  t.equal(await endPaused(), false)
})

t.test('a pause on another instance ends after a second', { ...needsRedis, buffered: true }, async (t) => {
  const [first, second] = await newLimiters(t, asUsual)
  const ip = '203.0.113.1'
  await fail(first, { ip }, 9)
  const since = Date.now()
  await fail(first, { ip }, 1)
  t.match(await second.run({ ip }, 'one', right), { isRight: true })
  t.ok(Date.now() - since >= 800)
})

t.test(
  'when a pause ends each instance checks at most one attempt of the address',
  { ...needsRedis, buffered: true },
  async (t) => {
    // The first pause takes one second, and those after it never end.
    const [first, second] = await newLimiters(t, (_key, ms) => (ms === 1000 ? ms : 60_000))
    const ip = '203.0.113.1'
    await fail(first, { ip }, 10)
    const controller = new AbortController()
    let checked = 0
    const guess = async (limiter: AttemptLimiter, i: number) => {
      const guesser = { ip, agent: `agent ${i}`, signal: controller.signal }
      if ((await limiter.run(guesser, 'one', wrong)).isRight === false) checked++
    }
    const guesses = [first, second].flatMap((limiter) => Array.from({ length: 50 }, (_, i) => guess(limiter, i)))
    while (checked === 0) await sleep(20)
    await sleep(500)
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
        t.match(await limiter.run(guesser, 'one', right), { isRight: true })
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
    const [first] = await newLimiters(t, asUsual, url)
    const ip = '203.0.113.1'
    await fail(first, { ip }, 12)
    const waiting = first.run({ ip }, 'one', right)
    redis.kill('SIGSTOP')
    t.match(await waiting, { isRight: true })
    await fail(first, { ip: '203.0.113.2' }, 9)
    const since = Date.now()
    await fail(first, { ip: '203.0.113.2' }, 1)
    t.match(await first.run({ ip: '203.0.113.2' }, 'one', right), { isRight: true })
    t.ok(Date.now() - since >= 800)
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
      { patience: { lookupMs: 60_000, redisMs: 4000 } },
    )
    // Long enough that what does not wait for the pauses of another address ends before them.
    services.counters = withPauses((_key, ms) => 10 * ms, services.counters)
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
    let isWaiting = true
    const delayed = send(second, path, password, '203.0.113.1').finally(() => {
      isWaiting = false
    })
    t.equal((await send(first, path, password, '203.0.113.1', cookie)).statusCode, right)
    t.equal((await send(second, path, password, '203.0.113.2')).statusCode, right)
    t.ok(isWaiting, 'a known device of the other instance and another address do not wait as others at the address do')
    t.equal((await delayed).statusCode, right)
  }
})

import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createAttemptLimiter } from '../../src/security/attempts.ts'
import { type Count, type Counters, createCounters } from '../../src/security/window-counters.ts'
import { withPauses } from '../support/pauses.ts'

t.setTimeout(120_000)
t.jobs = 4
const buffered = true
const HOUR_MS = 3_600_000

const newLimiter = (counters: Counters = createCounters()) =>
  createAttemptLimiter('link', { counters, isStopping: () => false })
const right = async () => true
const wrong = async () => {
  await sleep(2)
  return false
}

t.test('an address that has failed is not forgotten because many others are counted', async (t) => {
  const counters = createCounters()
  const failed = 'link-address:203.0.113.1'
  const expect = (wanted: Partial<Count>) => counters.read(failed).then((count) => t.match(count, wanted))
  for (let i = 0; i < 10; i++) await counters.increment(failed, HOUR_MS)
  for (let i = 0; i < 50_000; i++) await counters.increment(`ip:${i}`, HOUR_MS)
  await expect({ count: 10 })
  for (let i = 0; i < 40_000; i++) await counters.increment(`link-address:${i}`, HOUR_MS)
  await expect({ count: 10 })
})

t.test('counters that have ended make room first', async (t) => {
  const counters = createCounters()
  for (let i = 0; i < 20_000; i++) await counters.increment(`link-pair:${i}`, 1, 50)
  await sleep(5)
  for (let i = 0; i < 20_000; i++) await counters.increment(`link-pair:new ${i}`, HOUR_MS)
  const counts = await Promise.all(Array.from({ length: 20_000 }, (_, i) => counters.read(`link-pair:new ${i}`)))
  const kept = counts.filter(({ count }) => count === 1).length
  t.ok(kept > 17_000, `${kept} of 20,000 are kept`)
})

const crowds = [
  {
    name: 'ten IPv4 addresses',
    ips: Array.from({ length: 10 }, (_, i) => `203.0.113.${i + 1}`),
    each: 500,
    innocent: '203.0.113.99',
  },
  {
    name: '250 networks of one /56',
    ips: Array.from({ length: 250 }, (_, i) => `2001:db8:0:${i.toString(16)}::1`),
    each: 20,
    innocent: '2001:db8:0:ff::1',
  },
]
for (const { name, ips, each, innocent } of crowds)
  t.test(`an address without failures does not wait for 5,000 attempts of ${name}`, async (t) => {
    const limiter = newLimiter(withPauses())
    const controllers: AbortController[] = []
    let waiting = 0
    const attempts: Promise<void>[] = []
    const attempt = async (ip: string, agent: string) => {
      waiting++
      const controller = new AbortController()
      controllers.push(controller)
      await limiter.run({ ip, agent, signal: controller.signal }, 'one', wrong)
      waiting--
    }
    const send = (times: number) => {
      for (const ip of ips) for (let i = 0; i < times; i++) attempts.push(attempt(ip, `agent ${i} of ${times}`))
    }
    send(each)
    await sleep(500)
    // In the places of those that were checked meanwhile.
    send(each / 4)
    await sleep(500)
    t.same(await limiter.run({ ip: innocent }, 'one', right), { isRight: true, waitMs: 0 })
    t.ok(waiting > 0, 'others still wait')
    for (const controller of controllers) controller.abort()
    await Promise.all(attempts)
  })

t.test('an address cannot guess faster by changing its user agent', { buffered }, async (t) => {
  const limiter = newLimiter()
  const controller = new AbortController()
  const outcomes: (boolean | undefined)[] = []
  const { promise: checkedOne, resolve } = Promise.withResolvers<{ at: number; checked: number }>()
  const attempt = async (i: number) => {
    const guesser = { ip: '203.0.113.1', agent: `agent ${i}`, signal: controller.signal }
    outcomes.push((await limiter.run(guesser, 'one', wrong)).isRight)
    const checked = outcomes.filter((isRight) => isRight === false).length
    if (outcomes.length === 10 + 60 - 32 + 1) resolve({ at: Date.now(), checked })
  }
  for (let i = 0; i < 9; i++) await attempt(i)
  const since = Date.now()
  await attempt(9)
  const more = Promise.all(Array.from({ length: 60 }, (_, i) => attempt(i)))
  const { at, checked } = await checkedOne
  t.ok(at - since > 900, '32 of the 60 have got a place, and one is checked after a second')
  t.equal(checked, 11)
  controller.abort()
  await more
})

t.test('pauses at one subject grow to 15 seconds, 250 attempts an hour', { buffered }, async (t) => {
  const counters = createCounters()
  const pauses: number[] = []
  const limiter = newLimiter({
    ...counters,
    increment: async (key, windowMs, by) => {
      if (!key.startsWith('link-pair-pause:')) return counters.increment(key, windowMs, by)
      pauses.push(windowMs)
      return { count: 1, ttlMs: 0 }
    },
  })
  for (let i = 0; i < 16; i++)
    t.same(await limiter.run({ ip: '203.0.113.1' }, 'one', wrong), { isRight: false, waitMs: 0 })
  t.same(pauses, [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
})

t.test('failures of many addresses leave each address one attempt without a pause', { buffered }, async (t) => {
  const limiter = newLimiter(withPauses())
  for (let i = 0; i < 20; i++) await limiter.run({ ip: `203.0.113.${i}` }, 'one', wrong)
  t.same(await limiter.run({ ip: '198.51.100.1' }, 'one', wrong), { isRight: false, waitMs: 0 }, 'is not delayed')
  const controller = new AbortController()
  const next = limiter.run({ ip: '198.51.100.1', signal: controller.signal }, 'one', right)
  for (const attempt of [wrong, right])
    t.same(
      await limiter.run({ ip: '198.51.100.2' }, 'two', attempt),
      { isRight: attempt === right, waitMs: 0 },
      'nor are attempts at another subject',
    )
  controller.abort()
  t.match(await next, { isRight: undefined }, 'the next one is')
})

t.test('200 right passwords of one address at the same time are all accepted', { buffered }, async (t) => {
  const limiter = newLimiter()
  let running = 0
  let most = 0
  const slow = async () => {
    most = Math.max(most, ++running)
    await sleep(2)
    running--
    return true
  }
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => limiter.run({ ip: '203.0.113.1', agent: `agent ${i % 3}` }, 'one', slow)),
  )
  t.ok(outcomes.every(({ isRight }) => isRight))
  t.ok(most <= 4, `${most} at a time`)
})

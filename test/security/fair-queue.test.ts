import t from 'tap'
import { createFairQueue } from '../../src/security/fair-queue.ts'

t.test('a full queue refuses an owner with many jobs, and else the next one', async (t) => {
  const limits = { concurrency: 1, concurrencyPerOwner: 1, maxWaiting: 4, maxWaitingPerOwner: 3 }
  const queue = createFairQueue(limits, () => new Error('busy'))
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
  const events: string[] = []
  const ask = (name: string, job = async () => {}) =>
    queue(name.slice(0, 1), job).then(
      () => events.push(`${name} done`),
      () => events.push(`${name} refused`),
    )
  const askAll = (...names: string[]) => names.map((name) => ask(name))
  const jobs = [ask('a1', () => first), ...askAll('a2', 'a3', 'a4', 'a5')]
  await new Promise(setImmediate)
  t.same(events.splice(0), ['a5 refused'], 'more than an owner may queue')
  jobs.push(...askAll('b1', 'c1', 'd1', 'e1', 'a6'))
  await new Promise(setImmediate)
  // a4 and a3 make room for c1 and d1; then no owner has two more than e or a.
  t.same(events.splice(0).sort(), ['a3 refused', 'a4 refused', 'a6 refused', 'e1 refused'])
  endFirst()
  await Promise.all(jobs)
  t.same(events.splice(0), ['a1 done', 'a2 done', 'b1 done', 'c1 done', 'd1 done'])
  await ask('e2')
  t.same(events, ['e2 done'], 'and then the next one is served')
})

import t from 'tap'
import { createQueue } from '../../src/pictures/queue.ts'

t.test('a queue limits concurrency, runs jobs in order, and refuses jobs when it is full', async (t) => {
  const queue = createQueue(2, 2)
  const began: number[] = []
  const ends: (() => void)[] = []
  const job = (n: number) => () =>
    new Promise<number>((resolve) => {
      began.push(n)
      ends.push(() => resolve(n))
    })
  const runs = [1, 2, 3, 4].map((n) => queue(job(n)))
  await t.rejects(queue(job(5)), { status: 503, code: 'busy', headers: { 'Retry-After': '5' } })
  t.strictSame(began, [1, 2])
  ends[1]?.()
  t.equal(await runs[1], 2)
  await new Promise(setImmediate)
  t.strictSame(began, [1, 2, 3])
  const late = queue(job(6))
  for (let i = 0; i < 5; i++) {
    for (const end of ends.splice(0)) end()
    await new Promise(setImmediate)
  }
  t.strictSame(await Promise.all(runs), [1, 2, 3, 4])
  t.equal(await late, 6)
  t.strictSame(began, [1, 2, 3, 4, 6])
})

t.test('a failed job frees its slot', async (t) => {
  const queue = createQueue(1, 1)
  await t.rejects(
    queue(async () => {
      throw new Error('no')
    }),
    { message: 'no' },
  )
  t.equal(await queue(async () => 7), 7)
})

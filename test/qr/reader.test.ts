import t from 'tap'
import { type Bitmap, readInWorker } from '../../src/qr/reader.ts'

const blank = (): Bitmap => ({ data: new Uint8ClampedArray(400 * 400 * 4).fill(255), width: 400, height: 400 })

t.test('at most two pictures are decoded concurrently, and all are decoded', async (t) => {
  let running = 0
  let most = 0
  const count = (worker: import('node:worker_threads').Worker) => {
    most = Math.max(most, ++running)
    worker.once('message', () => running--)
  }
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  t.strictSame(await Promise.all(Array.from({ length: 6 }, () => readInWorker(blank()))), Array(6).fill(null))
  t.equal(most, 2)
})

t.test('a decoder that exits without a result is an error and frees its slot', async (t) => {
  const ending = new URL('data:text/javascript,process.exit(3)')
  await Promise.all([1, 2, 3, 4].map(() => t.rejects(readInWorker(blank(), ending), { message: /ended with code 3/ })))
  const failing = new URL('data:text/javascript,throw new Error("no")')
  await t.rejects(readInWorker(blank(), failing), { message: 'no' })
  t.equal(await readInWorker(blank()), null)
})

import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { type CacheOptions, createCache } from '../../src/cache/cache.ts'
import { createCaches } from '../../src/cache/cache-registry.ts'
import { copyBytes } from '../../src/cache/copy-bytes.ts'

interface Row {
  id: number
  text: string
}

/** A cache over rows that the test changes, with a database that can hang or fail. */
function createRows(options: Partial<CacheOptions<Row>> = {}) {
  const rows = new Map<string, Row>()
  const cache = createCache<Row>({
    maxEntries: 100,
    maxNegatives: 100,
    tagsOf: ({ id }) => [`rows:${id}`],
    patienceMs: 100,
    ...options,
  })
  const state = { loads: 0, fails: false, silent: undefined as Promise<void> | undefined }
  const load = async (key: string): Promise<Row | null> => {
    state.loads++
    const row = rows.get(key)
    await (state.silent ?? sleep(5))
    if (state.fails) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    return row ?? null
  }
  const get = (key: string) => cache.get(key, () => load(key))
  return { rows, cache, state, get }
}

t.test('a hit returns without a promise, and concurrent misses load once', async (t) => {
  const { rows, get, state, cache } = createRows()
  rows.set('a', { id: 1, text: 'first' })
  const all = await Promise.all(Array.from({ length: 50 }, () => get('a')))
  t.equal(state.loads, 1)
  t.ok(all.every((row) => row?.text === 'first'))
  t.equal((get('a') as Row).text, 'first')
  t.match(cache.metrics(), { hits: 1, misses: 50, entries: 1, negatives: 0 })
})

t.test('a change of a row drops the entries that were read from it and no others', async (t) => {
  const { rows, get, state, cache } = createRows()
  rows.set('a', { id: 1, text: 'a' }).set('b', { id: 2, text: 'b' })
  await Promise.all([get('a'), get('b')])
  rows.set('a', { id: 1, text: 'changed' })
  cache.invalidateTag('rows:1')
  t.equal((get('b') as Row).text, 'b')
  t.equal((await get('a'))?.text, 'changed')
  t.equal(state.loads, 3)
})

t.test('a value read before a change is returned to waiting callers, but not stored', async (t) => {
  for (const change of ['key', 'tag'] as const) {
    const { rows, get, cache } = createRows()
    rows.set('a', { id: 1, text: 'old' })
    const before = get('a')
    await Promise.resolve()
    rows.set('a', { id: 1, text: 'new' })
    if (change === 'key') cache.invalidate('a')
    else cache.invalidateTag('rows:1')
    const after = get('a')
    t.equal((await before)?.text, 'old')
    t.equal((await after)?.text, 'new')
    t.equal((get('a') as Row).text, 'new', change)
  }
})

t.test('a change of another row during a load does not prevent caching', async (t) => {
  const { rows, get, cache, state } = createRows()
  rows.set('a', { id: 1, text: 'a' })
  const reading = get('a')
  cache.invalidateTag('rows:2')
  await reading
  t.equal((get('a') as Row).text, 'a')
  t.equal(state.loads, 1)
})

t.test('negative entries are stored separately and evict no values', async (t) => {
  const { rows, get, cache, state } = createRows({ maxEntries: 10, maxNegatives: 10 })
  for (let i = 0; i < 10; i++) {
    rows.set(`row${i}`, { id: i, text: '' })
    await get(`row${i}`)
  }
  for (let i = 0; i < 200; i++) t.equal(await get(`absent${i}`), null)
  t.match(cache.metrics(), { entries: 10, negatives: 10 })
  const loads = state.loads
  for (let i = 0; i < 10; i++) t.ok(get(`row${i}`))
  t.equal(get('absent199'), null)
  t.equal(state.loads, loads)
  rows.set('absent199', { id: 99, text: 'there now' })
  cache.invalidateNegatives()
  t.equal((await get('absent199'))?.text, 'there now')
})

t.test('after a gap an entry is fresh if the database answers, and stale if not', async (t) => {
  const { rows, get, cache, state } = createRows()
  rows.set('a', { id: 1, text: 'old' })
  await get('a')
  rows.set('a', { id: 1, text: 'new' })
  cache.markAllStale()
  t.equal((await get('a'))?.text, 'new')
  t.equal((get('a') as Row).text, 'new')

  rows.set('a', { id: 1, text: 'newer' })
  const silence = Promise.withResolvers<void>()
  state.silent = silence.promise
  cache.markAllStale()
  const since = performance.now()
  t.equal((await get('a'))?.text, 'new', 'after its patience')
  t.ok(performance.now() - since >= 95)
  for (let i = 0; i < 100; i++) t.equal((get('a') as Row).text, 'new', 'at once from then on')
  t.equal(state.loads, 3, 'and asked for once')
  silence.resolve()
  await sleep(10)
  t.equal((get('a') as Row).text, 'newer')
})

t.test('a stale entry is returned while the database fails, but a change still drops it', async (t) => {
  const { rows, get, cache, state } = createRows({ ttlMs: () => 20 })
  rows.set('a', { id: 1, text: 'a' })
  await get('a')
  await sleep(30)
  state.fails = true
  for (let i = 0; i < 20; i++) t.equal((await get('a'))?.text, 'a')
  t.equal(state.loads, 2, 'not asked for each time')
  cache.invalidateTag('rows:1')
  await t.rejects(Promise.resolve(get('a')), { code: 'ECONNREFUSED' })
})

t.test('an entry older than its maximum age is not returned', async (t) => {
  const { rows, get, state } = createRows({ ttlMs: () => 10, maxAgeMs: 4000 })
  rows.set('a', { id: 1, text: 'a' })
  await get('a')
  state.fails = true
  await sleep(20)
  t.equal((await get('a'))?.text, 'a')
  await sleep(4000)
  await t.rejects(Promise.resolve(get('a')), { code: 'ECONNREFUSED' })
})

t.test('a miss waits for the database only until its timeout', async (t) => {
  const { get, state } = createRows({ missTimeoutMs: 50 })
  state.silent = new Promise(() => {})
  await t.rejects(Promise.resolve(get('a')), { code: 'CONNECTION_SILENT' })
  await t.rejects(Promise.resolve(get('a')), { code: 'CONNECTION_SILENT' }, 'nor does the next one')
  t.equal(state.loads, 1)
})

t.test('the size of the cache is bounded in bytes', async (t) => {
  const { rows, get, cache } = createRows({ maxBytes: 1000, sizeOf: ({ text }) => text.length })
  for (let i = 0; i < 30; i++) {
    rows.set(`row${i}`, { id: i, text: 'x'.repeat(100) })
    await get(`row${i}`)
  }
  t.match(cache.metrics(), { entries: 10, bytes: 1000, evictions: 20 })
  rows.set('large', { id: 99, text: 'x'.repeat(2000) })
  t.ok(await get('large'))
  t.equal(cache.metrics().entries, 10, 'what is larger than all is not stored')
})

t.test('while notifications are interrupted, new entries become stale after a second', async (t) => {
  const state = { isInterrupted: true, on: () => {}, onGap: () => {} }
  const cache = createCaches(state).create<Row>('rows', { maxEntries: 10, tables: ['rows'] })
  const load = (text: string) => async () => ({ id: 1, text })
  const [first, second] = await Promise.all([cache.get('a', load('first')), cache.get('a', load('second'))])
  t.strictSame([first?.text, second?.text], ['first', 'first'])
  await sleep(1050)
  t.equal((await cache.get('a', load('third')))?.text, 'third')
})

/** Caches whose notifications have gaps when the test says so. */
function createGapped(isInterrupted: boolean) {
  const listeners: (() => void)[] = []
  const changes = { isInterrupted, on: () => {}, onGap: (listener: () => void) => void listeners.push(listener) }
  return { caches: createCaches(changes), miss: () => listeners.forEach((listener) => void listener()) }
}

t.test('a request that needs several stale values waits for one of them only', async (t) => {
  const { caches, miss } = createGapped(false)
  const [rows, others] = ['rows', 'others'].map((name) =>
    caches.create<Row>(name, { maxEntries: 10, tables: [name], sharesPatience: true }),
  )
  const find = async () => ({ id: 1, text: 'old' })
  await Promise.all([rows?.get('a', find), others?.get('a', find)])
  miss()
  const silent = () => new Promise<Row>(() => {})
  const waited = rows?.get('a', silent)
  t.ok(waited instanceof Promise)
  t.equal((await waited)?.text, 'old')
  t.strictSame(others?.get('a', silent), { id: 1, text: 'old' }, 'at once')
})

t.test('a value that another one is loaded from is waited for, also just after a late one', async (t) => {
  const { caches, miss } = createGapped(false)
  const late = caches.create<Row>('late', { maxEntries: 10, tables: ['late'], sharesPatience: true })
  const parts = caches.create<Row>('parts', { maxEntries: 10, tables: ['parts'] })
  const find = (text: string) => async () => ({ id: 1, text })
  await Promise.all([late.get('a', find('old')), parts.get('a', find('old'))])
  miss()
  await late.get('a', () => new Promise(() => {}))
  t.strictSame(await parts.get('a', find('new')), { id: 1, text: 'new' })
})

t.test('values that are not from tables are kept after a gap', async (t) => {
  const { caches, miss } = createGapped(true)
  const drawn = caches.create<Row>('drawn', { maxEntries: 10 })
  await drawn.get('a', async () => ({ id: 1, text: 'drawn' }))
  miss()
  t.strictSame(
    drawn.get('a', async () => t.fail('drawn again') as never),
    { id: 1, text: 'drawn' },
  )
  t.equal(drawn.metrics().stale, 0)
})

t.test('copyBytes returns memory that is not shared', async (t) => {
  const slice = Buffer.from('a small buffer')
  t.ok(slice.buffer.byteLength > slice.length, 'small buffers share a slab')
  const copy = copyBytes(slice)
  t.equal(copy.buffer.byteLength, slice.length)
  t.strictSame(copy, slice)
  t.equal(copyBytes(copy), copy, 'what has its own already is not copied')
})

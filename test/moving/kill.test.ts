import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { endHalt, haltAt } from '../support/halt.ts'
import { ownDatabase, startServer } from '../support/process.ts'
import { clientOf, readFirstKey } from '../support/process-client.ts'
import { startService } from '../support/service.ts'
import { runsAllVariants } from '../support/variants.ts'

// An import writes 1000 rows at a time on a server, 200 in the embedded database.
const ROWS = runsAllVariants ? 5000 : 2000
const HALTED_AT = ROWS - 500
// Longer than any delay of a busy machine.
const HALTED_MS = 10_000
const CLICKS = 3

t.test('an import whose process is killed resumes where it was', async (t) => {
  const settings = { ...(await ownDatabase(t)), RATE_LIMIT_PER_MINUTE: '100000' }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const before = await openStore(readConfig(settings), 'test')
  await haltAt(before.db, { table: 'links', change: 'insert', when: `new.url = 'https://example.com/${HALTED_AT}'` })
  await before.close()
  const first = await startServer(t, settings)
  const key = readFirstKey(settings.DATA_DIR)
  const rows = Array.from({ length: ROWS }, (_, i) =>
    // Every tenth row has no alias, and is known by its URL only.
    [`https://example.com/${i}`, i % 10 === 0 ? '' : `row-${i}`, CLICKS, `tag ${i % 7}`].join(),
  )
  const body = ['URL,Alias,Clicks,Tags', ...rows, ''].join('\n')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const sent = await fetch(`${first.base}/api/import?source=csv`, { method: 'POST', headers, body })
  const { id } = (await sent.json()) as { id: number }
  const client = clientOf(first.base, key)
  // A process that no longer answers has halted with the embedded database.
  for (let isBefore = true; isBefore; ) {
    await pause()
    const asked = client.get(`/api/import/${id}`).then(({ body }) => body.details.progress === 0)
    isBefore = await Promise.race([asked, sleep(HALTED_MS, false, { ref: false })])
    asked.catch(() => {})
  }
  first.child.kill('SIGKILL')
  await first.ended

  const store = await openStore(readConfig(settings), 'test')
  await endHalt(store.db)
  const { rows: jobs } = await sql<{ progress: number }>`select progress from jobs where id = ${id}`.execute(store.db)
  const progress = jobs[0]?.progress ?? 0
  t.ok(progress > 0 && progress <= HALTED_AT, `killed after ${progress} rows`)
  const second = await startService(t, settings, {}, store)
  const get = (path: string) => second.send('GET', `/api/import/${id}${path}`, { key })
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects.
  let details: any
  do {
    await pause()
    ;({ details } = (await get('')).body)
  } while (details.finished === null)
  t.match(details, { status: 'done', total: ROWS, progress: ROWS, created: ROWS, skipped: 0, failed: 0 })
  const outcomes = (await get('/report?format=ndjson')).text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(outcomes.length, ROWS)
  t.equal(new Set(outcomes.map(({ row }) => row)).size, ROWS)
  t.ok(outcomes.every(({ outcome, alias }) => outcome === 'created' && alias))

  const { rows: counted } = await sql`
    select (select count(*) from links)::integer as links, (select count(distinct url) from links)::integer as urls,
      (select count(*) from aliases)::integer as aliases, (select sum(clicks) from link_totals)::integer as clicks,
      (select count(*) from channels)::integer as channels, (select count(*) from channel_items)::integer as items`.execute(
    store.db,
  )
  t.strictSame(counted[0], {
    links: ROWS,
    urls: ROWS,
    aliases: ROWS,
    clicks: ROWS * CLICKS,
    channels: 7,
    items: ROWS,
  })
})

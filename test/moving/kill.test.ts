import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openEmbedded, openServer } from '../../db/open.ts'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { ownDatabase, startServer } from '../support/process.ts'

const ROWS = 5000
const CLICKS = 3

t.test('an import whose process is killed resumes where it was', async (t) => {
  const settings = { ...(await ownDatabase(t)), RATE_LIMIT_PER_MINUTE: '100000' }
  const open = () =>
    settings.DATABASE_URL ? openServer(settings.DATABASE_URL) : openEmbedded(settings.DATA_DIR, 'test')
  const store = await open()
  await migrate(store.db)
  const account = { email: 'a@example.com', username: 'ada', password: 'correct horse battery' }
  const { apikey } = await registerAccount(store.db, account, 14)
  await store.close()
  const ask = async (base: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${apikey}`, 'content-type': 'text/csv' }
    const reply = await fetch(`${base}/api${path}`, { ...init, headers })
    if (reply.status !== 200) throw new Error(`${reply.status}: ${await reply.text()}`)
    return reply
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects.
  const detailsOf = async (base: string, id: number): Promise<any> =>
    ((await (await ask(base, `/import/${id}`)).json()) as { details: unknown }).details

  const first = await startServer(t, settings)
  const rows = Array.from({ length: ROWS }, (_, i) =>
    // Every tenth row has no alias, and is known by its URL only.
    [`https://example.com/${i}`, i % 10 === 0 ? '' : `row-${i}`, CLICKS, `tag ${i % 7}`].join(),
  )
  const file = ['URL,Alias,Clicks,Tags', ...rows, ''].join('\n')
  const sent = (await (await ask(first.base, '/import?source=csv', { method: 'POST', body: file })).json()) as {
    id: number
  }
  let progress = 0
  while (progress === 0) {
    await pause()
    ;({ progress } = await detailsOf(first.base, sent.id))
  }
  first.child.kill('SIGKILL')
  await first.ended
  t.ok(progress < ROWS, `killed after ${progress} rows`)

  const second = await startServer(t, settings)
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  let details: any
  do {
    await pause()
    details = await detailsOf(second.base, sent.id)
  } while (details.finished === null)
  t.match(details, { status: 'done', total: ROWS, progress: ROWS, created: ROWS, skipped: 0, failed: 0 })
  const report = await (await ask(second.base, `/import/${sent.id}/report?format=ndjson`)).text()
  const outcomes = report
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.equal(outcomes.length, ROWS)
  t.equal(new Set(outcomes.map(({ row }) => row)).size, ROWS)
  t.ok(outcomes.every(({ outcome, alias }) => outcome === 'created' && alias))
  second.child.kill('SIGTERM')
  await second.ended

  const after = await open()
  t.teardown(() => after.close())
  const { rows: counted } = await sql`
    select (select count(*) from links)::integer as links, (select count(distinct url) from links)::integer as urls,
      (select count(*) from aliases)::integer as aliases, (select sum(clicks) from links)::integer as clicks,
      (select count(*) from channels)::integer as channels, (select count(*) from channel_items)::integer as items`.execute(
    after.db,
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

import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import t from 'tap'
import { commandLine } from '../support/command-line.ts'
import { openTestStore } from '../support/database.ts'
import { newLinks } from '../support/visits.ts'

const folder = t.testdir({})
const store = await openTestStore()
t.teardown(() => store.close())
const { db } = store
const waymark = commandLine(async () => store, { DATA_DIR: folder })
const [link = 0] = await newLinks(db, 1)
const addVisits = (days: number, count: number, agent: string) =>
  sql`insert into clicks (at, subject, subject_id, account_id, class, reason, country, agent, first, channel_ids, details)
    select date_trunc('day', now(), 'UTC') - ${days} * interval '1 day' + interval '0.123456 s' + n * interval '1 ms',
      'link', ${link}::bigint, (select account_id from links where id = ${link}::bigint), 'visitor', 'agent_other', 'DE', ${agent}::text,
      n = 1, array[3, 4], '{"utm_source": "übér \\" 😀"}'
    from generate_series(1, ${count}::integer) n`.execute(db)
const dayOf = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const fileOf = (days: number) => `visits-${dayOf(days)}.parquet`
const readFile = async (days: number) =>
  parquetReadObjects({ file: await asyncBufferFromFile(join(folder, fileOf(days))) })

t.test('each day of visits is a Parquet file, which only the user can read', async (t) => {
  await addVisits(0, 1, 'today')
  await addVisits(1, 25_000, 'curl/8.1 "quoted"')
  await addVisits(40, 2, 'earlier')
  const { code, out } = await waymark(['visits', 'export', folder])
  t.match({ code, out }, { code: 0, out: `25002 visits were written to 2 files in ${folder}.` })
  t.same(readdirSync(folder).sort(), [fileOf(40), fileOf(1)], 'not of today, which is not over')
  t.equal(statSync(join(folder, fileOf(1))).mode & 0o777, 0o600)
  const rows = await readFile(1)
  t.equal(rows.length, 25_000)
  t.equal(new Set(rows.map(({ id }) => id)).size, 25_000)
  t.match(rows[0], {
    ...{ subject: 'link', subject_id: BigInt(link), class: 'visitor', reason: 'agent_other', country: 'DE' },
    ...{ agent: 'curl/8.1 "quoted"', unique: true, channel_ids: [3n, 4n], campaign_id: 0n, referrer: '' },
    ...{ utm_source: 'übér " 😀', at: new Date(`${dayOf(1)}T00:00:00.124Z`) },
  })
})

t.test('files of the days are replaced, and deleted where nothing is left', async (t) => {
  await sql`delete from clicks where agent = 'earlier'`.execute(db)
  await addVisits(1, 1, 'late')
  writeFileSync(join(folder, fileOf(2)), 'damaged')
  const { code, out } = await waymark(['visits', 'export', folder, '--from', dayOf(40), '--to', dayOf(1), '--json'])
  t.match({ code, data: JSON.parse(out) }, { code: 0, data: { visits: 25_001, files: 1 } })
  t.same(readdirSync(folder), [fileOf(1)])
  t.equal((await readFile(1)).length, 25_001)
})

t.test('files of days whose visits were dropped after their time are kept', async (t) => {
  await sql`update visit_mark set raw_from = date_trunc('day', now(), 'UTC') - interval '30 days'`.execute(db)
  for (const days of [31, 30]) writeFileSync(join(folder, fileOf(days)), 'archived')
  t.match(await waymark(['visits', 'export', folder, '--from', dayOf(40), '--to', dayOf(20)]), { code: 0 })
  t.same(readdirSync(folder).sort(), [fileOf(31), fileOf(1)])
  t.match(await waymark(['visits', 'export', folder, '--from', dayOf(40), '--to', dayOf(35)]), { code: 0 })
})

t.test('what cannot be done says so', async (t) => {
  t.match(await waymark(['visits', 'export', join(folder, 'none')]), { code: 1, err: /is not a directory/ })
  for (const day of ['2026-02-30', 'today', '2026-1-1'])
    t.match(await waymark(['visits', 'export', folder, '--from', day]), { code: 2, err: /--from must be a day/ })
})

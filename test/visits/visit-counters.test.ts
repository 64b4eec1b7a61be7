import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openServer, type Store } from '../../db/open.ts'
import { listLinks } from '../../db/queries/link-list.ts'
import { visitHeaders } from '../../src/visits/describe-visits.ts'
import { rollUpLeft, rollUpVisits } from '../../src/visits/roll-up.ts'
import { runVisitJobs } from '../../src/visits/visit-jobs.ts'
import { newServerDatabase, openTestStore, usesServer } from '../support/database.ts'
import { run } from '../support/process.ts'
import { runsAllVariants } from '../support/variants.ts'
import { agents, compareAll, newLinks, openWriter, random, START, someVisit } from '../support/visits.ts'

t.setTimeout(240_000)

const serverOnly = { skip: usesServer ? false : 'needs a Postgres server' }

t.test('statistics equal a count of raw visits, regardless of the roll-up', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const [hot = 0, cold = 0] = await newLinks(db, 2)
  const visits = openWriter(db)
  const steps = [
    { count: 300, maxVisits: 70, minWaiting: 100 },
    { count: runsAllVariants ? 5000 : 3000, maxVisits: 2000, minWaiting: 100 },
    { count: 300, maxVisits: 1000, minWaiting: 100_000 },
    { count: 900, maxVisits: 500, minWaiting: 1 },
    { count: 50, maxVisits: 500, minWaiting: 100_000 },
  ]
  for (const { count, maxVisits, minWaiting } of steps) {
    await Promise.all(Array.from({ length: count }, () => visits.add(someVisit(random(50) === 0 ? cold : hot))))
    await compareAll(t, db, [hot, cold], 2)
    await rollUpVisits(db, { maxVisits, minWaiting })
    await compareAll(t, db, [hot, cold], 6)
  }
  const { quarters } = await db
    .selectFrom('visit_quarters')
    .select(({ fn }) => fn.countAll<number>().as('quarters'))
    .executeTakeFirstOrThrow()
  t.ok(Number(quarters) > 50, 'a busy day was counted by quarters of an hour')
  await visits.close()
})

t.test(
  'a link with many visits is rolled up while they arrive, and visits left by an ended process later',
  async (t) => {
    const store = await openTestStore()
    t.teardown(() => store.close())
    const { db } = store
    const [hot = 0, cold = 0] = await newLinks(db, 2)
    const visits = openWriter(db)
    const write = (count: number, id: number) =>
      Promise.all(Array.from({ length: count }, () => visits.add({ ...someVisit(id), at: new Date(START) })))
    const counted = async (id: number) => {
      // Not of groups, such as the account with the same id.
      const query = db.selectFrom('visit_days').select('visits').where('subject', '=', 'link')
      const rows = await query.where('subject_id', '=', id).execute()
      return rows.reduce((sum, { visits }) => sum + visits, 0)
    }
    const jobs = runVisitJobs({ store, writer: visits, keepMonths: null })
    await write(2000, hot)
    await write(1200, cold)
    while ((await counted(hot)) < 2000) await new Promise((resolve) => setTimeout(resolve, 100))
    await jobs.close()
    t.equal(await counted(hot), 2000)
    await rollUpLeft(db, { maxVisits: 500 })
    t.equal(await counted(cold), 1200)
    await compareAll(t, db, [hot, cold], 2)
    await visits.close()
  },
)

t.test('a subject with counters that cannot be read does not keep the others from being rolled up', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const [bad = 0, good = 0] = await newLinks(db, 2)
  const visits = openWriter(db)
  const both = [bad, good].map((id) => ({ ...someVisit(id), at: new Date('2026-03-27T10:00:00Z') }))
  const visitBoth = () => Promise.all(both.map((visit) => visits.add(visit)))
  const steps = { maxVisits: 100, minWaiting: 1 }
  await visitBoth()
  await rollUpVisits(db, steps)
  await db
    .updateTable('visit_days')
    .set({ facets: sql`'{"x":1}'` })
    .where('subject', '=', 'link')
    .where('subject_id', '=', bad)
    .execute()
  await visitBoth()
  const errors: unknown[] = []
  await rollUpVisits(db, { ...steps, onError: (error) => errors.push(error) })
  t.match(errors, [{ message: `The visits of link ${bad} cannot be rolled up`, cause: { code: /^22/ } }])
  t.equal(errors.length, 1)
  const counted = async (id: number) => {
    const rows = await db.selectFrom('visit_days').select('visits').where('subject_id', '=', id).execute()
    return rows.reduce((sum, { visits }) => sum + Number(visits), 0)
  }
  t.equal(await counted(good), 2)
  await visits.close()
})

t.test('statistics are exact after the roll-up was killed at random moments', serverOnly, async (t) => {
  const { url, drop } = await newServerDatabase()
  const store = await openServer(url, { connections: 4 })
  t.teardown(async () => {
    await store.close()
    await drop()
  })
  const { db } = store
  await migrate(db)
  const ids = await newLinks(db, 4)
  const visits = openWriter(db)
  for (let round = 0; round < 5; round++) {
    const rolling = run(t, [process.execPath, 'test/fixtures/roll-up-forever.ts', url, String(30 + random(300))], {})
    await rolling.printed(/ready/)
    const until = Date.now() + 300 + random(700)
    while (Date.now() < until)
      await Promise.all(Array.from({ length: 100 }, () => visits.add(someVisit(ids[random(ids.length)] ?? 0))))
    rolling.child.kill('SIGKILL')
    await rolling.ended
    await compareAll(t, db, ids, 2)
  }
  await rollUpVisits(db, { maxVisits: 1000, minWaiting: 1 })
  await compareAll(t, db, ids, 4)
  t.match(visits.metrics(), { buffered: 0, dropped: 0 })
  await visits.close()
})

// A proxy that closes a connection between the commit of a group and its answer.
async function openCuttingProxy(t: Test, url: string) {
  const target = new URL(url)
  let isArmed = false
  let cuts = 0
  const server = createServer((client: Socket) => {
    const upstream = (async () => {
      const { connect } = await import('node:net')
      return connect(Number(target.port || 5432), target.hostname)
    })()
    upstream.then((socket) => {
      let isGroup = false
      client.on('data', (data) => {
        if (isArmed && data.includes('"reason"')) isGroup = true
        socket.write(data)
      })
      socket.on('data', (data) => {
        // ReadyForQuery ends the answer: the statement is committed.
        if (isGroup && data.includes('SELECT 1') && data.at(-6) === 0x5a) {
          isArmed = false
          cuts++
          client.destroy()
          socket.destroy()
          return
        }
        client.write(data)
      })
      for (const [one, other] of [
        [client, socket],
        [socket, client],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: through.href,
    arm: () => {
      isArmed = true
    },
    cuts: () => cuts,
  }
}

t.test('a group whose connection is lost between commit and reply is written once', serverOnly, async (t) => {
  const { url, drop } = await newServerDatabase()
  const direct = await openServer(url, { connections: 2 })
  await migrate(direct.db)
  const proxy = await openCuttingProxy(t, url)
  const cut: Store = await openServer(proxy.url, { connections: 4 })
  t.teardown(async () => {
    await cut.close()
    await direct.close()
    await drop()
  })
  const [id = 0] = await newLinks(direct.db, 1)
  const visits = openWriter(cut.db)
  await visits.add(someVisit(id))
  for (let round = 1; round <= 3; round++) {
    proxy.arm()
    await Promise.all(Array.from({ length: 40 }, () => visits.add(someVisit(id))))
    while (visits.metrics().written < 1 + 40 * round) await new Promise((resolve) => setTimeout(resolve, 20))
    t.equal(proxy.cuts(), round)
  }
  await visits.close()
  const { rows } = await sql<{ raw: number }>`select count(*) as raw from clicks where subject_id = ${id}`.execute(
    direct.db,
  )
  t.equal(rows[0]?.raw, 121)
  await compareAll(t, direct.db, [id], 2)
  const groups = await direct.db.selectFrom('visit_groups').select('id').execute()
  t.ok(groups.length <= 2, 'ids of groups whose commit is known are deleted')
})

t.test('links are sorted by exact clicks, with and without deltas', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const ids = await newLinks(db, 9)
  const { account_id } = await db.selectFrom('links').select('account_id').executeTakeFirstOrThrow()
  for (const id of ids)
    await db
      .insertInto('aliases')
      .values({ alias: `by-clicks-${id}`, link_id: id, domain_id: null })
      .execute()
  const visits = openWriter(db)
  const counts = new Map(ids.map((id) => [id, 0]))
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 60; i++) {
      const id = ids[random(ids.length)] ?? 0
      counts.set(id, (counts.get(id) ?? 0) + 1)
      await visits.add({ ...someVisit(id), headers: visitHeaders({ host: 'go.example', 'user-agent': agents[2] }) })
    }
    const expected = [...counts].sort(([a, m], [b, n]) => n - m || b - a)
    for (const page of [1, 2, 3, 4]) {
      const { rows, total } = await listLinks(db, account_id, { order: 'click' }, { limit: 3, page })
      t.strictSame(
        rows.map(({ id, clicks }) => [id, clicks]),
        expected.slice(3 * page - 3, 3 * page),
      )
      t.equal(total, 9)
    }
    if (round === 1) await rollUpVisits(db, { maxVisits: 1000 })
  }
  await visits.close()
})

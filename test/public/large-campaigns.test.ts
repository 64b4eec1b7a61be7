import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { drawPublicLinks } from '../../db/queries/campaign-draws.ts'
import { MAX_LOOKED_AT } from '../../db/queries/public-links.ts'
import { createCampaignDraws } from '../../src/routing/campaign-draws.ts'
import { countQueries } from '../support/count-queries.ts'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const { send, services } = service
const { db } = services
const pathOf = (url: string) => new URL(url).pathname
const newCampaign = async (fields: object) => (await client.post('/api/campaign/add', fields)).body
const newLink = async (campaign: number, fields: object = {}) =>
  pathOf((await client.post('/api/url/add', { url: 'https://example.com/', campaign, ...fields })).body.shorturl)

/** Adds more links that have expired than are looked at in one statement. */
const addExpired = (campaign: number) =>
  sql`
    with added as (
      insert into links (account_id, campaign_id, url, expires_at)
      select ${client.id}::bigint, ${campaign}::bigint, 'https://example.com/' || n, now() - interval '1 day'
      from generate_series(1, ${MAX_LOOKED_AT + 100}::integer) n returning id
    )
    insert into aliases (link_id, alias) select id, 'expired-' || id from added`.execute(db)

const between = await newCampaign({ name: 'Between', public: true, slug: 'between' })

t.test('live links between expired ones', async (t) => {
  const { id, list } = between
  await client.post('/api/url/add', { url: 'https://example.com/elsewhere' })
  const oldest = [await newLink(id), await newLink(id)]
  await addExpired(id)
  const newest = [await newLink(id), await newLink(id), await newLink(id)]
  const wanted = [...oldest, ...newest].reverse()

  t.test('a list shows them all, without a count', async (t) => {
    const shownOn = (text: string) => wanted.filter((path) => text.includes(`${path}"`))
    const linkOf = (text: string, rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1]
    const read = async (first: string, rel: string) => {
      const pages: string[] = []
      for (let path: string | undefined = first; path !== undefined; path = linkOf(pages.at(-1) ?? '', rel)) {
        const { status, text } = await send('GET', path)
        t.equal(status, 200)
        pages.push(text)
      }
      return pages
    }
    const pages = await read(pathOf(list), 'next')
    t.strictSame(pages.map(shownOn), [wanted.slice(0, 3), wanted.slice(3)])
    t.notMatch(pages[0], /\d+ links/)
    const up = await read(linkOf(pages.at(-1) ?? '', 'prev') ?? '', 'prev')
    t.strictSame(up.flatMap(shownOn).sort(), wanted.slice(0, 3).sort())
    const [{ first }] = (
      await sql<{ first: number }>`select min(id) as first from links where campaign_id = ${id}`.execute(db)
    ).rows as [{ first: number }]
    const fromEmpty = await read(`${pathOf(list)}?before=${first}`, 'prev')
    t.strictSame(fromEmpty.flatMap(shownOn).sort(), wanted.toSorted(), 'an empty page leads back')
  })

  t.test('a rotator leads to each, and to no other', async (t) => {
    const seen = new Set<string>()
    for (let draw = 0; draw < 10; draw++) {
      const drawing = { isProofNeeded: false, inTurn: <T>(step: () => Promise<T>) => step() }
      for (const { alias } of (await drawPublicLinks(db, id, drawing)).links) seen.add(`/${alias}`)
    }
    t.strictSame([...seen].sort(), wanted.toSorted())
    t.equal((await send('GET', '/r/between')).status, 302)
  })
})

t.test('a campaign of expired links is not looked through by each visit, whatever changes', async (t) => {
  const { id } = between
  await sql`update links set status = 'private' where campaign_id = ${id} and expires_at is null`.execute(db)
  const other = await newCampaign({ name: 'Other', slug: 'other' })
  const draws = createCampaignDraws(services.store.visitors, services)
  t.equal(await draws.draw('between'), undefined)
  // A busy machine may take longer than the 2.4 s for which it is remembered.
  const drawnAt = performance.now()
  const isLate = () => performance.now() - drawnAt > 2000
  const path = await newLink(id, { url: 'https://example.com/new' })
  await client.put(`/api/campaign/${other.id}/update`, { name: 'Another', slug: 'other' })
  const queries = await countQueries(t, services, async () => {
    t.ok((await draws.draw('between')) === undefined || isLate())
  })
  t.ok(queries === 0 || isLate(), `${queries} queries`)
  await client.put(`/api/campaign/${id}/update`, { name: 'Between', slug: 'renamed' })
  t.equal(await draws.draw('between'), undefined, 'has another slug')
  let drawn: Awaited<ReturnType<typeof draws.draw>>
  while (drawn === undefined) {
    await sleep(50)
    drawn = await draws.draw('renamed')
  }
  t.match(drawn, { link: { url: 'https://example.com/new' } })

  const { body } = await client.get(`/api/urls?short=${encodeURIComponent(`${services.config.baseUrl}${path}`)}`)
  const moved = { custom: 'moved-on', keepalias: false }
  t.equal((await client.put(`/api/url/${body.data.urls[0].id}/update`, moved)).status, 200)
  await draws.draw('renamed')
  await sleep(500)
  t.match(await draws.draw('renamed'), { link: { alias: 'moved-on' } }, 'it is looked for when none is left')
})

t.test(
  'lists and rotators that wait for the database',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    /** Runs something while lists and rotators wait for the table of aliases. */
    const whileLocked = <T>(run: (db: Database) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (db) => {
        await sql`lock table aliases in access exclusive mode`.execute(db)
        return run(db)
      })
    /** How many of them wait. Asks on the locking connection: jobs may wait on all others. */
    const countWaiting = async (db: Database) => {
      // Else a transaction sees the same activity each time.
      await sql`select pg_stat_clear_snapshot()`.execute(db)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and relation = 'aliases'::regclass and datname = current_database()
          and query ~ 'links.id, (aliases.alias|metatitle)'`.execute(db)
      return rows[0]?.count ?? 0
    }
    const untilWaiting = async (db: Database, count: number) => {
      while ((await countWaiting(db)) < count) await sleep(10)
    }

    t.test('a rotator that is read slowly is read once, although links and campaigns change', async (t) => {
      const { id, rotator } = await newCampaign({ name: 'Busy', slug: 'busy' })
      const other = await newCampaign({ name: 'Unrelated' })
      await newLink(id)
      const change = async (n: number) => {
        await sql`update links set url = url || 'x' where campaign_id = ${id}::bigint`.execute(db)
        await sql`update campaigns set name = ${`Unrelated ${n}`} where id = ${other.id}::bigint`.execute(db)
      }
      const visits = await whileLocked(async (db) => {
        const visits = []
        for (let n = 0; n < 6; n++) {
          visits.push(send('GET', pathOf(rotator)))
          await untilWaiting(db, 1)
          await change(n)
          await sleep(50)
        }
        t.equal(services.store.poolMetrics()['visitors']?.waiting, 0, 'one reading takes one of two connections')
        return { visits }
      })
      for (const { status } of await Promise.all(visits.visits)) t.equal(status, 302)
    })

    t.test('a list takes one connection, and that of another campaign takes another', async (t) => {
      const one = await newCampaign({ name: 'One', public: true })
      const other = await newCampaign({ name: 'Two', public: true })
      const replies = await whileLocked(async (db) => {
        const replies = Array.from({ length: 25 }, (_, n) => send('GET', `${pathOf(one.list)}?before=${n + 1000}`))
        await untilWaiting(db, 1)
        await sleep(200)
        t.equal(await countWaiting(db), 1)
        replies.push(send('GET', pathOf(other.list)))
        await untilWaiting(db, 2)
        return { replies }
      })
      for (const { status } of await Promise.all(replies.replies)) t.equal(status, 200)
    })

    t.test('many visits of one page share what is read', async (t) => {
      const { list } = await newCampaign({ name: 'Popular', public: true })
      const replies = await whileLocked(async (db) => {
        const replies = Array.from({ length: 60 }, () => send('GET', pathOf(list)))
        await untilWaiting(db, 1)
        return { replies }
      })
      for (const { status } of await Promise.all(replies.replies)) t.equal(status, 200)
    })

    t.test('lists leave connections for redirects', async (t) => {
      const path = await newLink((await newCampaign({ name: 'Quick' })).id)
      const lists: string[] = []
      for (let n = 0; n < 20; n++) lists.push((await newCampaign({ name: `Many ${n}`, public: true })).list)
      const replies = await whileLocked(async (db) => {
        const replies = lists.map((list) => send('GET', pathOf(list)))
        await untilWaiting(db, 2)
        const used = () => services.store.poolMetrics()['visitors']?.used
        for (let n = 0; n < 200 && used() !== 0; n++) await sleep(10)
        t.equal(used(), 0)
        return { replies }
      })
      for (const { status } of await Promise.all(replies.replies)) t.equal(status, 200)
      t.equal((await send('GET', path)).status, 302)
    })
  },
)

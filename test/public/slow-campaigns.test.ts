import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'

t.test(
  'campaigns that the database reads slowly',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const service = await startService(t)
    const client = await service.newClient()
    const { send, services } = service
    const pathOf = (url: string) => new URL(url).pathname
    const newCampaign = async (fields: object) => (await client.post('/api/campaign/add', fields)).body
    const newLink = async (campaign: number, fields: object = {}) =>
      pathOf((await client.post('/api/url/add', { url: 'https://example.com/', campaign, ...fields })).body.shorturl)

    /** Runs something while lists and rotators wait for the table of aliases. */
    const whileSlow = <T>(run: (db: Database) => Promise<T>): Promise<T> =>
      services.db.transaction().execute(async (db) => {
        await sql`lock table aliases in access exclusive mode`.execute(db)
        return run(db)
      })
    /** Resolves when a statement waits for the table. Asks on the locking connection: jobs may wait on all others. */
    const untilWaiting = async (db: Database) => {
      for (;;) {
        const { rows } = await sql`
          select 1 from pg_locks where not granted and relation = 'aliases'::regclass
            and database = (select oid from pg_database where datname = current_database())`.execute(db)
        if (rows.length > 0) return
        await sleep(10)
      }
    }
    /** The answer to a request that the database takes a second for. */
    const getSlowly = async (path: string) => {
      const reply = await whileSlow(async (db) => {
        const reply = send('GET', path)
        await untilWaiting(db)
        await sleep(1000)
        return { reply }
      })
      return reply.reply
    }

    t.test('a list that took long is not read again at once', async (t) => {
      const { id, list } = await newCampaign({ name: 'Slow', public: true })
      const first = await newLink(id)
      t.match((await getSlowly(pathOf(list))).text, first)
      const second = await newLink(id)
      const { status, text } = await whileSlow(() => send('GET', pathOf(list)))
      t.equal(status, 200)
      t.match(text, first)
      t.notMatch(text, second)
    })

    t.test('a rotator whose campaign has no live link is not looked through again at once', async (t) => {
      const { id, rotator } = await newCampaign({ name: 'Over', slug: 'over' })
      await newLink(id, { status: 'private' })
      t.equal((await getSlowly(pathOf(rotator))).status, 404)
      t.equal((await whileSlow(() => send('GET', pathOf(rotator)))).status, 404)
    })

    t.test('a rotator that is read slowly is read once, although links change', async (t) => {
      const { id, rotator } = await newCampaign({ name: 'Busy', slug: 'busy' })
      await newLink(id)
      const touch = () => sql`update links set url = url || 'x' where campaign_id = ${id}::bigint`.execute(services.db)
      const visits = await whileSlow(async (db) => {
        const visits = []
        for (let n = 0; n < 6; n++) {
          visits.push(send('GET', pathOf(rotator)))
          await untilWaiting(db)
          await touch()
          await sleep(50)
        }
        t.equal(services.store.poolMetrics()['visitors']?.waiting, 0, 'one reading takes one of two connections')
        return { visits }
      })
      for (const { status } of await Promise.all(visits.visits)) t.equal(status, 302)
    })

    t.test('many pages of one list do not hold up the list of another campaign', async (t) => {
      const [one, other] = [
        await newCampaign({ name: 'One', public: true }),
        await newCampaign({ name: 'O', public: true }),
      ]
      const order: string[] = []
      const get = (name: string, path: string) =>
        send('GET', path).then(({ status }) => order.push(`${name} ${status}`))
      const replies = await whileSlow(async () => {
        const replies = Array.from({ length: 25 }, (_, n) => get('one', `${pathOf(one.list)}?before=${n + 1000}`))
        await sleep(200)
        replies.push(get('other', pathOf(other.list)))
        await sleep(200)
        return { replies }
      })
      await Promise.all(replies.replies)
      t.ok(order.indexOf('other 200') < 6, order.join())
      t.equal(order.filter((reply) => reply === 'one 200').length, 25)
    })

    t.test('lists leave connections for redirects', async (t) => {
      const path = await newLink((await newCampaign({ name: 'Quick' })).id)
      t.equal((await send('GET', path)).status, 302)
      const lists: string[] = []
      for (let n = 0; n < 20; n++) lists.push((await newCampaign({ name: `Many ${n}`, public: true })).list)
      const pages = await whileSlow(async () => {
        const pages = lists.map((list) => send('GET', pathOf(list)))
        await sleep(200)
        t.equal((await send('GET', path)).status, 302)
        return { pages }
      })
      for (const { status } of await Promise.all(pages.pages)) t.equal(status, 200)
    })
  },
)

import { sql } from 'kysely'
import t from 'tap'
import { createLockPatience } from '../../db/lock-patience.ts'
import type { Database } from '../../db/open.ts'
import { openTestStore, usesServer } from '../support/database.ts'
import { startService } from '../support/service.ts'
import { newLinks } from '../support/visits.ts'

t.test(
  'a wait for a row in vain shortens no other wait; one for a table does',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const store = await openTestStore()
    t.teardown(() => store.close())
    const { db } = store
    const [id = 0] = await newLinks(db, 1)
    const lockRow = (db: Database) => sql`select 1 from links where id = ${id}::bigint for update`.execute(db)
    const lockTable = (db: Database) => sql`lock table pixels in access exclusive mode`.execute(db)
    const readTable = (db: Database) => sql`select 1 from pixels`.execute(db)
    const patience = createLockPatience()
    const usual = patience.current()
    /** The error of a statement that waits for what another transaction has locked. */
    const waitInVain = (lock: typeof lockRow, wait: typeof lockRow) =>
      db.transaction().execute(async (locking) => {
        await lock(locking)
        return store.api
          .transaction()
          .execute(async (waiting) => {
            await sql`set local lock_timeout = 50`.execute(waiting)
            await wait(waiting)
          })
          .then(
            () => t.fail('it did not wait'),
            (error) => error,
          )
      })
    patience.onError(await waitInVain(lockRow, lockRow))
    t.equal(patience.current(), usual)
    patience.onError(await waitInVain(lockTable, readTable))
    t.ok(patience.current() < usual)
  },
)

t.test(
  'a list by clicks whose count waits in vain is 503, and the process lives on',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const service = await startService(t)
    const client = await service.newClient()
    const { services } = service
    await services.store.visitors.transaction().execute(async (db) => {
      await sql`lock table link_counts in access exclusive mode`.execute(db)
      const reply = await client.get('/api/urls?order=click')
      t.match(reply, { status: 503, body: { error: 1 } })
    })
    t.equal((await client.get('/api/urls?order=click')).status, 200)
  },
)

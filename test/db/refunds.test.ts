import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { openTestStore } from '../support/database.ts'

t.test('the migration keeps refunds, one per payment, and works with older instances', async (t) => {
  const before = Object.keys(migrations).findLast((name) => name < '0012') ?? ''
  const { db, close } = await openTestStore({ migrateTo: before })
  t.teardown(close)
  await sql`
    insert into accounts (email, username, password_hash, expires_at)
    select n || '@example.com', 'buyer' || n, '-', now() from generate_series(1, 2) n`.execute(db)
  await sql`
    insert into plan_grants (account_id, provider, subject, ended_at)
    select id, 'paddle', 'refund of txn_1', timestamptz '2026-01-01Z' + id * interval '1 day' from accounts
    union all select min(id), 'paddle', 'refund of txn_2', '2026-02-01Z' from accounts`.execute(db)
  await migrate(db)
  // As written by the previous release.
  await sql`
    insert into provider_payments (provider, ref, account_id) select 'paddle', 'txn_3', min(id) from accounts`.execute(
    db,
  )

  const { rows } = await sql`
    select ref, payment, to_char(refunded_at at time zone 'UTC', 'MM-DD') as refunded, account_id - min_id as account
    from provider_payments, (select min(id) as min_id from accounts) first order by ref`.execute(db)
  t.match(rows, [
    { ref: 'txn_1', payment: 'txn_1', refunded: '01-03', account: 1 },
    { ref: 'txn_2', payment: 'txn_2', refunded: '02-01', account: 0 },
    { ref: 'txn_3', payment: 'txn_3', refunded: null, account: 0 },
  ])
  t.same(await db.selectFrom('plan_grants').selectAll().execute(), [])
})

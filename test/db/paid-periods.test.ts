import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { readFacts } from '../../src/payments/account-plan.ts'
import { computePaidTime } from '../../src/payments/paid-time.ts'
import { openTestStore } from '../support/database.ts'

const DAY = 86_400_000
const NONE = { until: null, isTrial: false, since: null }

t.test('purchases of earlier releases keep their time, and can be refunded', async (t) => {
  const before = Object.keys(migrations).findLast((name) => name < '0081') ?? ''
  const { db, close } = await openTestStore({ migrateTo: before })
  t.teardown(close)
  await sql`
    insert into accounts (email, username, password_hash, expires_at)
    select n || '@example.com', 'buyer' || n, '-', now() from generate_series(1, 4) n`.execute(db)
  const { rows } = await sql<{ id: number }>`select id::int from accounts order by id`.execute(db)
  const [stacked = 0, ended = 0, unknown = 0, unpaid = 0] = rows.map(({ id }) => id)
  // A subscription of 30 days with 31 days added; a refunded one; one refunded without known payments; one not paid.
  await sql`
    insert into plan_grants (account_id, provider, subject, until, guessed, granted_at, ended_at, paid_at)
    values (${stacked}, 'stripe', 'sub_1', now() + '30 days', false, now(), null, now()),
      (${stacked}, 'stripe', 'pi_2', now() + '61 days', true, now() + '1 second', null, now() + '1 second'),
      (${ended}, 'stripe', 'sub_3', now() + '30 days', false, now(), now() + '1 second', now()),
      (${unknown}, 'stripe', 'sub_4', now() + '30 days', false, now(), now() + '1 second', null),
      (${unknown}, 'stripe', 'all of cus_4', null, false, null, now() + '1 second', null),
      (${unpaid}, 'stripe', 'sub_5', null, false, now(), now() + '1 second', null)`.execute(db)
  await sql`
    insert into provider_payments (provider, ref, payment, account_id, subject, granted, paid_at, refunded_at, days, until)
    select 'stripe', ref, ref, g.account_id, g.subject, true, paid_at, ended_at, days, case when guessed then until end
    from plan_grants g join (values ('in_1', 'sub_1', null), ('pi_2', 'pi_2', 31), ('in_3', 'sub_3', null)) p (ref, subject, days)
    using (subject)`.execute(db)
  await migrate(db)

  const days = async (id: number) => {
    const { bought } = computePaidTime(await readFacts(db, id), NONE)
    return bought && Math.round((bought.getTime() - Date.now()) / DAY)
  }
  t.equal(await days(stacked), 61)
  for (const id of [ended, unknown, unpaid]) t.equal(await days(id), null)
  // The subscription is still active: its refunded time does not come back.
  await sql`
    insert into plan_periods (account_id, provider, subject, reported_at, until)
    select account_id, 'stripe', subject, now() + '1 minute', now() + '29 days' from plan_grants
    where subject in ('sub_3', 'sub_4')`.execute(db)
  for (const id of [ended, unknown]) t.equal(await days(id), null)
  await sql`update provider_payments set refunded_at = now() where ref = 'in_1'`.execute(db)
  t.equal(await days(stacked), 31, 'the added days start now')

  // As written by an instance of the previous release.
  await sql`
    update plan_grants set until = now() + '90 days', granted_at = now() + '2 minutes', ended_at = null
    where subject = 'sub_5'`.execute(db)
  t.equal(await days(unpaid), 90)
})

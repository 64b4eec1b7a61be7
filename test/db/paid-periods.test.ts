import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrate } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations/index.ts'
import { readFacts } from '../../src/payments/account-plan.ts'
import { computePaidTime } from '../../src/payments/paid-time.ts'
import { openTestStore } from '../support/database.ts'

const DAY = 86_400_000
const NONE = { until: null, isTrial: false, since: null }

/** A database of the release before, with some accounts. */
async function openBefore(t: Test, accounts: number) {
  const before = Object.keys(migrations).findLast((name) => name < '0081') ?? ''
  const { db, close } = await openTestStore({ migrateTo: before })
  t.teardown(close)
  await sql`
    insert into accounts (email, username, password_hash, expires_at)
    select n || '@example.com', 'buyer' || n, '-', now() from generate_series(1, ${accounts}::integer) n`.execute(db)
  const { rows } = await sql<{ id: number }>`select id::int from accounts order by id`.execute(db)
  return { db, ids: rows.map(({ id }) => id) }
}

t.test('purchases of earlier releases keep their time, and can be refunded', async (t) => {
  const { db, ids } = await openBefore(t, 4)
  const [stacked = 0, ended = 0, unknown = 0, unpaid = 0] = ids
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

t.test('days that were added to time that is not known any more stay where they are', async (t) => {
  const { db, ids } = await openBefore(t, 5)
  const [renewed = 0, unpaid = 0, silent = 0, shortened = 0, ended = 0] = ids
  // 1: 30 days, twice 31 days added to them 30 days ago, and the renewal of today.
  // 2: 31 days added to a subscription, which was not paid 25 days later. 3: a subscription without a period and its
  // payment. 4: 31 days added to a year that was replaced by a month. 5: ended by a refund of another payment.
  await sql`
    insert into plan_grants (account_id, provider, subject, until, guessed, granted_at, ended_at, paid_at)
    values (${renewed}, 'stripe', 'sub_1', now() + '30 days', false, now(), null, now()),
      (${renewed}, 'stripe', 'pi_1', now() + '31 days', true, now() - '29 days'::interval, null, now() - '29 days'::interval),
      (${renewed}, 'stripe', 'pi_2', now() + '62 days', true, now() - '28 days'::interval, null, now() - '28 days'::interval),
      (${unpaid}, 'stripe', 'sub_2', null, false, now() - '30 days'::interval, now() - '5 days'::interval, now() - '30 days'::interval),
      (${unpaid}, 'stripe', 'pi_3', now() + '26 days', true, now() - '29 days'::interval, null, now() - '29 days'::interval),
      (${silent}, 'paypal', 'I-3', now() + '60 days', true, now() - '2 days'::interval, null, now() - '2 days'::interval),
      (${shortened}, 'stripe', 'sub_4', now() + '30 days', false, now(), null, now()),
      (${shortened}, 'stripe', 'pi_4', now() + '391 days', true, now() - '4 days'::interval, null, now() - '4 days'::interval),
      (${ended}, 'stripe', 'pi_5', now() + '20 days', true, now() - '11 days'::interval, now() - '5 days'::interval, now() - '11 days'::interval),
      (${ended}, 'stripe', 'sub_5', now() + '25 days', false, now() - '6 days'::interval, now() - '5 days'::interval, now() - '6 days'::interval)`.execute(
    db,
  )
  await sql`
    insert into provider_payments (provider, ref, payment, account_id, subject, granted, paid_at, days, until, created_at)
    select g.provider, 'of ' || subject, 'of ' || subject, account_id, subject, true, paid_at,
      case when guessed then 31 end, case when guessed then until end, paid_at from plan_grants g
    union all
    select 'stripe', 'first', 'first', ${renewed}::int, 'sub_1', true, now() - '30 days'::interval, null, null, now() - '30 days'::interval
    union all
    select 'stripe', 'year', 'year', ${shortened}::int, 'sub_4', true, now() - '5 days'::interval, null, null, now() - '5 days'::interval`.execute(
    db,
  )
  await migrate(db)

  const days = async (id: number) => {
    const { bought } = computePaidTime(await readFacts(db, id), NONE)
    return bought && Math.round((bought.getTime() - Date.now()) / DAY)
  }
  t.equal(await days(renewed), 62)
  t.equal(await days(unpaid), 26)
  t.equal(await days(silent), 60)
  t.equal(await days(shortened), 391)
  t.equal(await days(ended), null)
  await sql`update provider_payments set refunded_at = now() where ref = 'of pi_1'`.execute(db)
  t.equal(await days(renewed), 31, 'the refunded days are subtracted')
})

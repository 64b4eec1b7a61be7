import type { Selectable } from 'kysely'
import type { Database } from '../open.ts'
import type { PlanBases } from '../tables/payments.ts'

/** All purchases of an account, from all providers. */
export function listGrants(db: Database, accountId: number) {
  return db
    .selectFrom('plan_grants')
    .select(['provider', 'subject', 'customer', 'named', 'ended_at', 'price', 'priced_at'])
    .where('account_id', '=', accountId)
    .execute()
}

export type Grant = Awaited<ReturnType<typeof listGrants>>[number]

export async function saveGrant(db: Database, accountId: number, { provider, subject, ...rest }: Grant): Promise<void> {
  await db
    .insertInto('plan_grants')
    .values({ account_id: accountId, provider, subject, ...rest })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider', 'subject']).doUpdateSet(rest))
    .execute()
}

/** The time of subscriptions that was reported without a payment. */
export function listPeriods(db: Database, accountId: number) {
  return db
    .selectFrom('plan_periods')
    .select(['provider', 'subject', 'reported_at', 'until', 'days', 'counted_at'])
    .where('account_id', '=', accountId)
    .execute()
}

export type Period = Awaited<ReturnType<typeof listPeriods>>[number]

/** Stores reported time; of two reports of the same moment the later end counts. */
export async function savePeriod(db: Database, accountId: number, period: Period): Promise<void> {
  await db
    .insertInto('plan_periods')
    .values({ account_id: accountId, ...period })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'provider', 'subject', 'reported_at'])
        .doUpdateSet(({ fn, ref }) => ({ until: fn('greatest', [ref('plan_periods.until'), ref('excluded.until')]) })),
    )
    .execute()
}

export type PlanBase = Omit<Selectable<PlanBases>, 'account_id'>

export function findPlanBase(db: Database, accountId: number): Promise<PlanBase | undefined> {
  return db
    .selectFrom('plan_bases')
    .select(['until', 'since', 'set_plan', 'set_to'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function savePlanBase(db: Database, accountId: number, base: PlanBase): Promise<void> {
  await db
    .insertInto('plan_bases')
    .values({ account_id: accountId, ...base })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(base))
    .execute()
}

import { type Selectable, sql } from 'kysely'
import type { Provider } from '../../schemas/payments.ts'
import type { Database } from '../open.ts'
import type { PlanBases } from '../tables/payments.ts'

/** All purchases of an account, from all providers. */
export function listGrants(db: Database, accountId: number) {
  return db
    .selectFrom('plan_grants')
    .select([
      'provider',
      'subject',
      'customer',
      'until',
      'guessed',
      'named',
      'granted_at',
      'ended_at',
      'paid_at',
      'price',
      'priced_at',
    ])
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

/**
 * Moves calculated periods that end after `after` earlier by `ms` milliseconds, because the time before them was
 * refunded or ended. The grant `except` is not moved, but its payments are.
 */
export async function moveEarlier(
  db: Database,
  accountId: number,
  after: Date,
  ms: number,
  except?: { provider: Provider; subject: string },
): Promise<void> {
  const earlier = sql<Date>`until - ${ms} * interval '1 millisecond'`
  await db
    .updateTable('plan_grants')
    .set({ until: earlier })
    .where('account_id', '=', accountId)
    .where('guessed', '=', true)
    .where('ended_at', 'is', null)
    .where('until', '>', after)
    .where(
      sql<boolean>`(provider, subject) is distinct from (${except?.provider ?? null}::text, ${except?.subject ?? null}::text)`,
    )
    .execute()
  await db
    .updateTable('provider_payments')
    .set({ until: earlier })
    .where('account_id', '=', accountId)
    .where('refunded_at', 'is', null)
    .where('until', '>', after)
    .execute()
}

type PlanBase = Omit<Selectable<PlanBases>, 'account_id'>

export function findPlanBase(db: Database, accountId: number): Promise<PlanBase | undefined> {
  return db
    .selectFrom('plan_bases')
    .select(['until', 'set_plan', 'set_to'])
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

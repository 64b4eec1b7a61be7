import type { Database } from '../../db/open.ts'
import { lockAccountPlan } from '../../db/queries/payments.ts'
import { hasAsMany, type Limited } from '../../db/queries/plan-limits.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { PlanStatus, Plans } from '../config/plans.ts'
import { ApiError, found } from '../errors/api-error.ts'

/** What a plan may limit, by its name in plans.json. */
export type Noun = 'links' | 'qrcodes' | 'domains'

const nouns: Record<Noun, { table: Limited; words: string }> = {
  links: { table: 'links', words: 'links' },
  qrcodes: { table: 'qr_codes', words: 'QR codes' },
  domains: { table: 'domains', words: 'branded domains' },
}

/** The 403 of an account that has as many of something as its plan allows; undefined where there is room for one more. */
export async function planRefusal(
  { db, plans }: { db: Database; plans: Plans },
  accountId: number,
  status: PlanStatus,
  noun: Noun,
): Promise<ApiError | undefined> {
  const most = plans.limits[status][noun]
  const { table, words } = nouns[noun]
  if (most === undefined || !(await hasAsMany(db, accountId, table, most))) return undefined
  return new ApiError(
    'plan_limit',
    `The plan of this account (${status}) allows ${most} ${words}: delete one, or change the plan.`,
  )
}

/**
 * Creates something while the account's plan has room for one more; simultaneous creates cannot pass the limit together.
 * Throws a 403 where there is none. What `create` throws undoes what it did.
 */
export async function withinPlan<T>(
  { db, plans }: { db: Database; plans: Plans },
  accountId: number,
  noun: Noun,
  create: (db: Database) => Promise<T>,
): Promise<T> {
  const { free, pro } = plans.limits
  if (free[noun] === undefined && pro[noun] === undefined) return create(db)
  return inTransaction(db, async (db) => {
    const status = statusOf(found(await lockAccountPlan(db, accountId), 'Account'))
    const refusal = await planRefusal({ db, plans }, accountId, status, noun)
    if (refusal) throw refusal
    return create(db)
  })
}

/** The plan as it counts now: `pro` is over once it has expired. */
export function statusOf({ plan, expires_at }: { plan: PlanStatus; expires_at: Date }): PlanStatus {
  return plan === 'pro' && expires_at.getTime() > Date.now() ? 'pro' : 'free'
}

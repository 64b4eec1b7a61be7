import type { Database } from '../../db/open.ts'
import { lockAccountPlan } from '../../db/queries/payment-accounts.ts'
import { countUpTo, type Limited, recordLimitReached } from '../../db/queries/plan-limits.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { LimitedResource } from '../../schemas/events.ts'
import type { PlanStatus, Plans } from '../config/plans.ts'
import { ApiError, found } from '../errors/api-error.ts'

const resources: Record<LimitedResource, { table: Limited; label: string }> = {
  links: { table: 'links', label: 'links' },
  qrcodes: { table: 'qr_codes', label: 'QR codes' },
  domains: { table: 'domains', label: 'branded domains' },
}

const planLimit = (status: PlanStatus, max: number, label: string) =>
  new ApiError(
    'plan_limit',
    `The plan of this account (${status}) allows ${max} ${label}: delete one, or change the plan.`,
  )

/** The failure `plan_limit` if the account has as many of a resource as its plan allows, else undefined. */
export async function findPlanLimit(
  { db, plans }: { db: Database; plans: Plans },
  accountId: number,
  status: PlanStatus,
  resource: LimitedResource,
): Promise<ApiError | undefined> {
  const max = plans.limits[status][resource]
  const { table, label } = resources[resource]
  if (max === undefined || (await countUpTo(db, accountId, table, max)) < max) return undefined
  return planLimit(status, max, label)
}

/**
 * Runs `create` with the number of `wanted` records that the account's plan allows; the others fail with `full()`.
 * Concurrent requests cannot exceed the limit: the account's row is locked, in the transaction that `create` runs in.
 * Reaching the limit is recorded as an event.
 */
export async function withRoom<T>(
  { db, plans }: { db: Database; plans: Plans },
  accountId: number,
  resource: LimitedResource,
  wanted: number,
  create: (db: Database, room: number, full: () => ApiError) => Promise<T>,
): Promise<T> {
  const { free, pro } = plans.limits
  const { table, label } = resources[resource]
  const none = () => planLimit('free', 0, label)
  if (free[resource] === undefined && pro[resource] === undefined) return create(db, wanted, none)
  return inTransaction(db, async (db) => {
    const status = statusOf(found(await lockAccountPlan(db, accountId), 'Account'))
    const max = plans.limits[status][resource]
    if (max === undefined) return create(db, wanted, none)
    const room = max - (await countUpTo(db, accountId, table, max))
    const made = await create(db, Math.min(room, wanted), () => planLimit(status, max, label))
    if (room > 0 && room <= wanted && (await countUpTo(db, accountId, table, max)) === max)
      await recordLimitReached(db, accountId, resource, max)
    return made
  })
}

/** Runs `create` if the account's plan allows one more of the resource, else throws `plan_limit`. */
export function withinPlan<T>(
  deps: { db: Database; plans: Plans },
  accountId: number,
  resource: LimitedResource,
  create: (db: Database) => Promise<T>,
): Promise<T> {
  return withRoom(deps, accountId, resource, 1, async (db, room, full) => {
    if (room === 0) throw full()
    return create(db)
  })
}

/** The plan in effect now: an expired `pro` is `free`. */
export function statusOf({ plan, expires_at }: { plan: PlanStatus; expires_at: Date }): PlanStatus {
  return plan === 'pro' && expires_at.getTime() > Date.now() ? 'pro' : 'free'
}

import type { Database } from '../../../db/open.ts'
import type { Grant } from '../../../db/queries/payments.ts'
import type { Provider } from '../../../schemas/webhooks.ts'
import type { Plans } from '../plans.ts'
import type { Reading } from './reading.ts'
import type { Concerned } from './relation.ts'

/** What the operator has settled about plans. */
export interface PlanRules {
  plans: Plans
  /** Days that a payment buys when nothing tells its period. */
  planDays: number
}

/** Everything the effects work with. */
export interface EventContext {
  db: Database
  provider: Provider
  reading: Reading
  /** When it happened. */
  at: Date
  account: { id: number; plan: 'free' | 'pro'; expires_at: Date }
  subject: string
  concerned: Concerned
  grants: Grant[]
  rules: PlanRules
}

/** `counts`: the event has to do with a plan of ours, whether or not it changed something. */
export interface Effected {
  reason: string
  counts: boolean
}

import type { Database } from '../../../db/open.ts'
import type { Grant } from '../../../db/queries/grants.ts'
import type { Provider } from '../../../schemas/webhooks.ts'
import type { Plans } from '../plans.ts'
import type { Reading } from './reading.ts'
import type { Concerned } from './relation.ts'

/** What the operator has settled about plans. */
export interface PlanRules {
  plans: Plans
  /** Days that a payment buys when nothing tells its period. */
  planDays: number
  /** Days of the trial that a new account has. */
  trialDays: number
}

/** Everything the effects work with. */
export interface EventContext {
  db: Database
  /** Number of the event. */
  event: number
  provider: Provider
  reading: Reading
  /** When it happened. */
  at: Date
  account: { id: number; plan: 'free' | 'pro'; expires_at: Date; created_at: Date }
  /** The end of the time that the account has from elsewhere: a trial, a date somebody set. */
  elsewhere: Date | null
  subject: string
  concerned: Concerned
  grants: Grant[]
  rules: PlanRules
}

/** What the event needs is not known yet; it is tried again. The message is for the operator. */
export class NotYet extends Error {}

/** `counts`: the event has to do with a plan of ours, whether or not it changed something. */
export interface Effected {
  reason: string
  counts: boolean
  /** The days a payment bought where its period was not told, and their end. */
  bought?: { days: number; until: Date }
}

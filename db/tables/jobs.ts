import type { Generated } from 'kysely'
import type { ActorType } from '../../schemas/event-family.ts'
import type { Id, Json, MaybeTime, Now } from './columns.ts'

export interface JobActor {
  actor: ActorType
  keyId: number | null
  keyName: string | null
}

/** Background work in steps; `kind` names the function of a step. */
export interface Jobs {
  id: Id
  kind: string
  /** Null: of no account. */
  account_id: number | null
  /** Who started it, which the events of its steps name; null: the service. */
  actor: Json<JobActor | null>
  /** The input of the job, and its progress; each kind has its own form. */
  args: Json<Record<string, string | number>>
  state: Json<Record<string, string | number> | null>
  /** The number of processed rows. */
  progress: Generated<number>
  /** Steps that failed since the last one that did not, and the last error. */
  failures: Generated<number>
  error: string | null
  /** No step starts before. */
  next_at: Now
  created_at: Now
  updated_at: Now
  finished_at: MaybeTime
}

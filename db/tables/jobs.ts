import type { Generated } from 'kysely'
import type { ActorType } from '../../schemas/events.ts'
import type { Id, Json, MaybeTime, Now } from './columns.ts'

export interface JobActor {
  actor: ActorType
  keyId: number | null
  keyName: string | null
}

/** Work that is done in steps in the background; `kind` says what it is. */
export interface Jobs {
  id: Id
  kind: string
  /** Null: of no account. */
  account_id: number | null
  /** Who started it, which the events of its steps name; null: the service. */
  actor: Json<JobActor | null>
  /** What it is to be done with, and how far it is; each kind has its own. */
  args: Json<Record<string, string | number>>
  state: Json<Record<string, string | number> | null>
  /** How many rows it has dealt with. */
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

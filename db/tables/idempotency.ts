import type { Generated } from 'kysely'
import type { Now } from './columns.ts'

/** A request that was sent with an idempotency key, and its answer. */
export interface IdempotencyKeys {
  account_id: number
  key: string
  /** SHA-256 (hex) of what was requested. */
  fingerprint: string
  /** Differs each time the request is run: only the newest run stores its answer. */
  run: Generated<string>
  started_at: Now
  /** Status and body of the answer; null while the request runs. */
  status: number | null
  body: string | null
}

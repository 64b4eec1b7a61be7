import type { Id, Now } from './columns.ts'

/** A picture that an account named, as it is served. */
export interface Pictures {
  id: Id
  account_id: number
  /** What named it: a web address or a data URI. */
  source: string
  /** What stands in its address. */
  key: string
  type: 'jpg' | 'png'
  /** Pixels. */
  width: number
  height: number
  body: Uint8Array
  created_at: Now
}

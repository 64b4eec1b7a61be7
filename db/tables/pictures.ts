import type { Id, Now } from './columns.ts'

/** A picture that an account refers to, as it is served. */
export interface Pictures {
  id: Id
  account_id: number
  /** The URL or data URI in the field of the link, splash page or bio page. */
  source: string
  /** The key in the URL under which it is served. */
  key: string
  type: 'jpg' | 'png'
  /** In pixels. */
  width: number
  height: number
  body: Uint8Array
  created_at: Now
}

import type { Generated } from 'kysely'
import type { Id, Now, Removable } from './columns.ts'

export interface Channels extends Removable {
  name: string
  description: Generated<string>
  color: Generated<string>
  starred: Generated<boolean>
}

export interface ChannelItems {
  id: Id
  channel_id: number
  link_id: number | null
  bio_id: number | null
  qr_id: number | null
  created_at: Now
}

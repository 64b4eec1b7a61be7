import type { Now } from './columns.ts'

export interface Secrets {
  name: string
  value: string
  created_at: Now
}

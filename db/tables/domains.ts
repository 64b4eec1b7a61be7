import type { MaybeTime, Owned } from './columns.ts'

export interface Domains extends Owned {
  scheme: 'http' | 'https'
  host: string
  redirectroot: string | null
  redirect404: string | null
  verified_at: MaybeTime
}

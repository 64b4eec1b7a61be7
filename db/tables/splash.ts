import type { Generated } from 'kysely'
import type { Owned } from './columns.ts'

export interface Splashes extends Owned {
  name: string
  title: string | null
  text: string | null
  image: string | null
  counter: Generated<number>
  link: string | null
}

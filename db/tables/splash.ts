import type { Generated } from 'kysely'
import type { Removable } from './columns.ts'

export interface Splashes extends Removable {
  name: string
  title: string | null
  text: string | null
  image: string | null
  counter: Generated<number>
  link: string | null
  /** A tag; null: that of the visitor. */
  language: string | null
}

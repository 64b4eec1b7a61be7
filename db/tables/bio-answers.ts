import type { FormAnswer } from '../../schemas/bio-answers.ts'
import type { Id, Json, Now } from './columns.ts'

/** What visitors answered to the forms of bio pages. */
export interface BioAnswers {
  id: Id
  account_id: number
  bio_id: number
  /** The key of the form. */
  form: string
  answers: Json<FormAnswer[]>
  /** The text that was agreed to; null: to none. */
  consent: string | null
  created_at: Now
}

import { hash } from 'node:crypto'
import type { FormAnswer } from '../../schemas/bio-answers.ts'
import type { BioBlock } from '../../schemas/bio-blocks.ts'
import { type FieldKind, MAX_ANSWER } from '../../schemas/bio-forms.ts'
import { isEmail } from '../net/email-address.ts'

export type FormBlock = Extract<BioBlock, { type: 'form' }>
type FormField = FormBlock['fields'][number]
type Faults = 'required' | 'email' | 'phone' | 'choice' | 'tooLong'

/** The query parameters that name a form: where it is sent to, and the page after that. */
export const SENT_TO = 'form'
export const SENT = 'sent'
/** The fields of every form beside its own; `trap` is hidden, so that only programs fill it in. */
export const FIXED = { consent: 'consent', version: 'version', trap: 'homepage' } as const

/** What a visitor entered, to be stored or to be shown again. */
export interface Entered {
  /** By the name of the field. */
  values: ReadonlyMap<string, string>
  faults: ReadonlyMap<string, Faults>
  isAgreed: boolean
  isConsentMissing: boolean
  /** Whether it is not an answer to the form as it is now, sent from the page. */
  isOutdated: boolean
  /** Whether a program filled in what people do not see. */
  isTrapped: boolean
}

/** The keys of the forms on a page: their own, else `form`; of those with the same the next ones get a number. */
export function keysOfForms(blocks: readonly BioBlock[]): Map<FormBlock, string> {
  const forms = blocks.filter((block) => block.type === 'form')
  const taken = new Set<string>()
  return new Map(
    forms.map((form) => {
      const own = form.key ?? 'form'
      let key = own
      for (let n = 2; taken.has(key); n++) key = `${own}-${n}`
      taken.add(key)
      return [form, key]
    }),
  )
}

/** The name of a field in the form that is sent: the same as long as its label is. */
export const nameOf = ({ label }: FormField): string => `f${hash('sha256', label, 'base64url').slice(0, 12)}`

/** Another one if visitors are asked something else or agree to another text. */
export const versionOf = ({ fields, consent }: FormBlock): string =>
  hash('sha256', JSON.stringify([fields, consent]), 'base64url').slice(0, 16)

/** Reads a form that was sent; `isForeign`: from another site. */
export function readEntered(form: FormBlock, body: Readonly<Record<string, unknown>>, isForeign: boolean): Entered {
  const sent = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
  const values = new Map<string, string>()
  const faults = new Map<string, Faults>()
  for (const field of form.fields) {
    const name = nameOf(field)
    const value = field.kind === 'checkbox' ? String(Object.hasOwn(body, name)) : textOf(field.kind, sent(name))
    values.set(name, value)
    const fault = faultOf(field, value)
    if (fault !== null) faults.set(name, fault)
  }
  const isOutdated = isForeign || sent(FIXED.version) !== versionOf(form)
  // What was agreed to may be another text than the one that is shown now.
  const isAgreed = !isOutdated && Object.hasOwn(body, FIXED.consent)
  return {
    values,
    faults,
    isAgreed,
    isConsentMissing: !isAgreed && form.consentrequired !== false,
    isOutdated,
    isTrapped: sent(FIXED.trap) !== '',
  }
}

/** The answers with the labels as they are now. */
export const answersOf = (form: FormBlock, { values }: Entered): FormAnswer[] =>
  form.fields.map((field) => ({ kind: field.kind, label: field.label, value: values.get(nameOf(field)) ?? '' }))

// Control characters, of which a field with lines keeps tabs and newlines.
function textOf(kind: FieldKind, sent: string): string {
  // It must be one of the choices as they are, with their spaces.
  if (kind === 'choice') return sent
  const text = sent.toWellFormed().replace(/\r\n?/g, '\n')
  return (kind === 'multiline' ? text.replace(/(?![\t\n])\p{Cc}/gu, '') : text.replace(/\p{Cc}+/gu, ' ')).trim()
}

function faultOf({ kind, required, choices }: FormField, value: string): Faults | null {
  if (value === '' || (kind === 'checkbox' && value === 'false')) return required === true ? 'required' : null
  if ([...value].length > MAX_ANSWER[kind]) return 'tooLong'
  if (kind === 'email') return isEmail(value) ? null : 'email'
  if (kind === 'phone') return /^\+?[\p{Nd}() ./-]{2,31}$/u.test(value) ? null : 'phone'
  return kind === 'choice' && !choices?.includes(value) ? 'choice' : null
}

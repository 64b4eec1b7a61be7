import { MAX_ANSWER } from '../../schemas/bio-forms.ts'
import { type Html, html } from '../html/html.ts'
import type { Look } from '../html/look.ts'
import { markdown, markdownLine } from '../html/markdown.ts'
import { type Entered, FIXED, type FormBlock, nameOf, SENT_TO, versionOf } from './form-answers.ts'

/** How the forms of a page are shown. */
export interface ShownForms {
  /** By all blocks of the page, also those that are not shown now. */
  keys: ReadonlyMap<FormBlock, string>
  /** `full`: the page has all answers that it may have; `draft`: it is not public. */
  state: 'open' | 'full' | 'draft'
  /** What was entered in one of them, and in how many seconds it may be sent again. */
  again?: { key: string; entered: Entered; wait?: number }
}

type Field = FormBlock['fields'][number]

/** A form that works without a script. */
export function formOf(look: Look, form: FormBlock, { keys, state, again }: ShownForms): Html {
  const { form: words } = look.language.texts.bio
  const key = keys.get(form) ?? 'form'
  const title = html`<h2 dir="auto" id="${key}-title">${form.title}</h2>`
  if (state === 'full') return html`<div class="form">${title}<p>${words.closed} ${words.closedText}</p></div>`
  const { entered, wait } = again?.key === key ? again : {}
  const notice = entered === undefined ? null : noticeOf(look, entered, wait)
  const fields = form.fields.map((field) => fieldOf(look, field, key, entered))
  // A fault in the form is where a visitor goes on: the first field with one gets the focus.
  const first = form.fields.findIndex((field) => entered?.faults.has(nameOf(field)))
  return html`<form class="form" method="post" action="?${SENT_TO}=${key}" aria-labelledby="${key}-title">
${title}
${notice === null ? null : html`<p class="fault" role="alert">${notice}</p>`}
<input type="hidden" name="${FIXED.version}" value="${versionOf(form)}">
<div class="trap" aria-hidden="true"><input name="${FIXED.trap}" tabindex="-1" autocomplete="off"></div>
${fields.map((make, i) => make(i === first))}
${consentOf(look, form, key, entered)}
<button class="go" type="submit"${state === 'draft' ? html` disabled` : null}><span class="words" dir="auto">${form.button ?? words.send}</span></button>
</form>`
}

function noticeOf({ language }: Look, { faults, isConsentMissing, isOutdated }: Entered, wait?: number): string | null {
  const { form: words } = language.texts.bio
  if (wait !== undefined) return language.texts.password.tooMany(language.wait(wait))
  if (isOutdated) return words.changed
  return faults.size > 0 || isConsentMissing ? words.check : null
}

const TYPES = { text: 'text', email: 'email', phone: 'tel' } as const
const AUTOFILL = { text: null, email: html` autocomplete="email"`, phone: html` autocomplete="tel"` }

function fieldOf({ language }: Look, field: Field, key: string, entered: Entered | undefined) {
  const { form: words } = language.texts.bio
  const { kind, label, required, choices } = field
  const name = nameOf(field)
  const id = `${key}-${name}`
  const value = entered?.values.get(name) ?? ''
  const fault = entered?.faults.get(name)
  const message = fault === 'tooLong' ? words.tooLong(language.number(MAX_ANSWER[kind])) : fault && words[fault]
  const problem = message === undefined ? null : html`<p class="fault" id="${id}-fault">${message}</p>`
  const note = required === true ? null : html` <span class="note">(${words.optional})</span>`
  return (hasFocus: boolean): Html => {
    const common = html`id="${id}" name="${name}"${required === true ? html` required` : null}${problem === null ? null : html` aria-invalid="true" aria-describedby="${id}-fault"`}${hasFocus ? html` autofocus` : null}`
    if (kind === 'checkbox')
      return html`<div class="field"><div class="tick"><input type="checkbox" ${common}${value === 'true' ? html` checked` : null}><label for="${id}"><span dir="auto">${label}</span>${note}</label></div>${problem}</div>`
    const top = html`<label for="${id}"><span dir="auto">${label}</span>${note}</label>`
    const limit = html`maxlength="${MAX_ANSWER[kind]}"`
    if (kind === 'multiline')
      return html`<div class="field">${top}<textarea ${common} ${limit} rows="5" dir="auto">
${value}</textarea>${problem}</div>`
    if (kind === 'choice')
      return html`<div class="field">${top}<select ${common}><option value="">${words.choose}</option>${(choices ?? []).map((choice) => html`<option value="${choice}"${choice === value ? html` selected` : null}>${choice}</option>`)}</select>${problem}</div>`
    const type = TYPES[kind] ?? 'text'
    return html`<div class="field">${top}<input type="${type}" ${common} ${limit} value="${value}"${AUTOFILL[kind] ?? null} dir="${type === 'text' ? 'auto' : 'ltr'}">${problem}</div>`
  }
}

function consentOf({ language }: Look, form: FormBlock, key: string, entered: Entered | undefined): Html {
  const { form: words } = language.texts.bio
  const id = `${key}-${FIXED.consent}`
  const isRequired = form.consentrequired !== false
  const isMissing = entered?.isConsentMissing === true
  return html`<div class="field"><div class="tick"><input type="checkbox" id="${id}" name="${FIXED.consent}"${isRequired ? html` required` : null}${entered?.isAgreed === true ? html` checked` : null}${isMissing ? html` aria-invalid="true" aria-describedby="${id}-fault"` : null}><label for="${id}"><span dir="auto">${markdownLine(form.consent)}</span>${isRequired ? null : html` <span class="note">(${words.optional})</span>`}</label></div>${isMissing ? html`<p class="fault" id="${id}-fault">${words.consent}</p>` : null}</div>`
}

/** What is shown after an answer; `path` leads back to the page. */
export function thanksOf({ language }: Look, form: FormBlock, path: string): Html {
  const { form: words } = language.texts.bio
  return html`<main>
<header><h1>${words.thanks}</h1></header>
<div class="text" dir="auto">${form.thanks ? markdown(form.thanks) : html`<p>${words.thanksText}</p>`}</div>
<p><a href="${path}">${words.back}</a></p>
</main>`
}

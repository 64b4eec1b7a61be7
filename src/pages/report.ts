import { REPORT_KINDS, type ReportKind } from '../../schemas/abuse.ts'
import { emblem } from '../html/brand.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'

/** What was entered in the form, as it was sent. */
export interface EnteredReport {
  url: string
  kind: string
  details: string
}

type Field = keyof EnteredReport

/** The maximum number of characters of `details`. */
export const MAX_DETAILS = 1000

interface ReportForm {
  action: string
  entered: EnteredReport
  /** What is wrong with a field. */
  faults?: Partial<Record<Field, string>>
  /** The operator's address; '' if it has none. */
  email: string
}

/** The page on which visitors report a link. It works without a script. */
export function reportPage(look: Look, { action, entered, faults = {}, email }: ReportForm): Page {
  const { report: texts } = look.language.texts
  const problem = (name: Field) =>
    faults[name] === undefined ? null : html`<p class="error" id="${name}-problem" role="alert">${faults[name]}</p>`
  const marks = (name: Field) =>
    faults[name] === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-problem"`
  const option = (kind: ReportKind) =>
    html`<label><input type="radio" name="kind" value="${kind}" required${entered.kind === kind ? html` checked` : null}> ${texts.kinds[kind]}</label>`
  return page({
    look,
    title: texts.title,
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1>${texts.title}</h1>
<p class="soft">${texts.text}</p>
<form method="post" action="${safeHref(action)}">
<div class="field">
<label for="url">${texts.address}</label>
<input id="url" name="url" dir="ltr" required maxlength="2048" value="${entered.url}"${marks('url')}>
${problem('url')}
</div>
<fieldset${marks('kind')}>
<legend>${texts.kind}</legend>
${REPORT_KINDS.map(option)}
${problem('kind')}
</fieldset>
<div class="field">
<label for="details">${texts.details}</label>
<textarea id="details" name="details" dir="auto" rows="4" maxlength="${MAX_DETAILS}"${marks('details')}>${entered.details}</textarea>
${problem('details')}
</div>
<button class="plank" type="submit">${texts.send}</button>
</form>
${contact(look, email)}
</main>`,
    style: STYLE,
    sources: { 'form-action': ["'self'"] },
  })
}

/** The page after a report was sent. */
export function reportedPage(look: Look, email: string): Page {
  const { thanks, thanksText } = look.language.texts.report
  return page({
    look,
    title: thanks,
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1>${thanks}</h1>
<p class="soft">${thanksText}</p>
${contact(look, email)}
</main>`,
  })
}

const contact = (look: Look, email: string): Html | null =>
  email === ''
    ? null
    : html`<p class="small soft"><a href="mailto:${email}">${look.language.texts.report.orWrite(look.language.isolate(email))}</a></p>`

/** The link of a page to that of reports; nothing if visitors cannot report. */
export const reportLink = (look: Look, href: string | null): Html | null =>
  href === null
    ? null
    : html`<p class="small"><a href="${safeHref(href)}" rel="nofollow noopener">${look.language.texts.report.link}</a></p>`

const STYLE = `
fieldset{display:grid;gap:.5rem;margin:0;padding:0;border:0}
legend{margin-bottom:.4rem;padding:0;font-weight:600}
.field textarea{width:100%;padding:.6rem .9rem;border:1.5px solid var(--edge);border-radius:6px;background:var(--card);color:var(--ink);font:inherit}
`

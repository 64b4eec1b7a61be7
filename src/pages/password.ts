import { emblem } from '../html/brand.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'

interface PasswordForm {
  /** The path that the form is posted to; its only field is `password`. */
  action: string
  /** Whether the last password was wrong. */
  failed?: boolean
  /** After too many attempts: the seconds until the next one is checked. */
  wait?: number | null
}

/** The page that asks for a link's password. */
export function passwordPage(look: Look, { action, failed = false, wait = null }: PasswordForm): Page {
  const { password: texts } = look.language.texts
  const problem = wait !== null ? texts.tooMany(look.language.wait(wait)) : failed ? texts.wrong : null
  return page({
    look,
    title: problem === null ? texts.title : texts.failed(texts.title),
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1>${texts.title}</h1>
<p class="soft">${texts.hint}</p>
<form method="post" action="${safeHref(action)}">
<div class="field">
<label for="password">${texts.label}</label>
<input id="password" name="password" type="password" autocomplete="off" required maxlength="255" autofocus${problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`}>
${problem === null ? null : html`<p class="error" id="problem" role="alert">${problem}</p>`}
</div>
<button class="plank" type="submit">${texts.submit}</button>
</form>
</main>`,
    // Chromium applies form-action to the redirect after the form too, which leads to any destination.
    sources: { 'form-action': ["'self'", 'http:', 'https:'] },
  })
}

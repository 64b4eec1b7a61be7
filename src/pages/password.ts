import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import { BLAZE, CONTOUR } from '../html/ornaments.ts'

interface PasswordForm {
  /** The path that the form is posted to; its only field is `password`. */
  action: string
  /** Whether the last password was wrong. */
  failed?: boolean
  /** After too many attempts: the seconds until the next one is checked. */
  wait?: number | null
}

/** The page that asks for a link's password. */
export function passwordPage({ action, failed = false, wait = null }: PasswordForm): Page {
  const problem =
    wait !== null
      ? `Too many attempts. Try again in ${minutes(wait)}.`
      : failed
        ? 'That password is not right. Try again.'
        : null
  return page({
    title: `${problem === null ? '' : 'Error: '}This link needs a password`,
    body: html`${CONTOUR}<main>
${BLAZE}
<h1>This link needs a password</h1>
<p class="soft">Enter the password you were given to go on.</p>
<form method="post" action="${safeHref(action)}">
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" required maxlength="255" autofocus${problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`}>
${problem === null ? null : html`<p class="error" id="problem" role="alert">${problem}</p>`}
</div>
<button class="plank" type="submit">Continue</button>
</form>
</main>`,
    // Chromium applies form-action to the redirect after the form too, which leads to any destination.
    sources: { 'form-action': ["'self'", 'http:', 'https:'] },
  })
}

function minutes(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

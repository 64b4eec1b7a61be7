import { html, safeHref } from '../html.ts'
import { type Page, page } from '../layout.ts'
import { BLAZE, CONTOUR } from '../marks.ts'

export interface Message {
  title: string
  text: string
  /** A short word over the heading: a status number. */
  kicker?: string | null
  action?: { href: string; label: string } | null
}

/** A page that says one thing: every failure on the public side that has no page of its own. */
export function messagePage({ title, text, kicker = null, action = null }: Message): Page {
  return page({
    title,
    body: html`${CONTOUR}<main>
${BLAZE}
${kicker === null ? null : html`<p class="kicker">${kicker}</p>`}
<h1>${title}</h1>
<p class="soft">${text}</p>
${action === null ? null : html`<a class="plank" href="${safeHref(action.href)}">${action.label}</a>`}
</main>`,
  })
}

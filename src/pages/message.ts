import { emblem } from '../html/brand.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'

export interface Message {
  title: string
  text: string
  /** A short text above the heading, such as a status code. */
  kicker?: string | null
  action?: { href: string; label: string } | null
}

/** A page with a heading and a text, used for all failures without a page of their own. */
export function messagePage(look: Look, { title, text, kicker = null, action = null }: Message): Page {
  return page({
    look,
    title,
    body: html`${CONTOUR}<main>
${emblem(look)}
${kicker === null ? null : html`<p class="kicker">${kicker}</p>`}
<h1>${title}</h1>
<p class="soft">${text}</p>
${action === null ? null : html`<a class="plank" href="${safeHref(action.href)}">${action.label}</a>`}
</main>`,
  })
}

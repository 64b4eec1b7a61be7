import { html, safeHref } from '../html.ts'
import { type Page, page } from '../layout.ts'
import { BLAZE, CONTOUR } from '../marks.ts'

interface Tap {
  title: string
  /** What the phone does when it is tapped: `tel:`, `mailto:`, `sms:`, `smsto:`, or the address of a file. */
  action: { href: string; label: string /** Name to save the file under. */; download?: string } | null
  /** What the code holds, to be read: each row a name and its value. */
  facts: readonly { name: string; value: string; href?: string }[]
  /** Exactly what the code holds, for programs that read the page. */
  payload?: string
}

/** What a scanned code opens where it is no web address: its content, and one thing to tap. Also a contact card. */
export function tapPage({ title, action, facts, payload }: Tap): Page {
  return page({
    title,
    body: html`${CONTOUR}<main${payload === undefined ? null : html` data-payload="${payload}"`}>
${BLAZE}
<h1 dir="auto">${title}</h1>
${
  facts.length === 0
    ? null
    : html`<dl class="facts">${facts.map(
        ({ name, value, href }) =>
          html`<div><dt>${name}</dt><dd dir="auto">${href === undefined ? value : html`<a href="${safeHref(href)}">${value}</a>`}</dd></div>`,
      )}</dl>`
}
${
  action === null
    ? null
    : html`<a class="plank" href="${safeHref(action.href)}"${action.download === undefined ? null : html` download="${action.download}"`}>${action.label}</a>`
}
</main>`,
  })
}

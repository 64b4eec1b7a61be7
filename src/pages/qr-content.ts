import { emblem } from '../html/brand.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'

interface QrContentPage {
  title: string
  /** The action of the button: a `tel:`, `mailto:`, `sms:` or `smsto:` URL, or the path of a file. */
  action: { href: string; label: string /** Name to save the file under. */; download?: string } | null
  details: readonly { label: string; value: string; href?: string }[]
  /** The payload of the code, for programs that read the page. */
  payload?: string
}

/** The page after a scan of a code that is not a link: its content, and a button to use it. */
export function qrContentPage(look: Look, { title, action, details, payload }: QrContentPage): Page {
  return page({
    look,
    title,
    body: html`${CONTOUR}<main${payload === undefined ? null : html` data-payload="${payload}"`}>
${emblem(look)}
<h1 dir="auto">${title}</h1>
${
  details.length === 0
    ? null
    : html`<dl class="facts">${details.map(
        ({ label, value, href }) =>
          html`<div><dt>${label}</dt><dd dir="auto">${href === undefined ? value : html`<a href="${safeHref(href)}">${value}</a>`}</dd></div>`,
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

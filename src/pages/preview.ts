import { emblem } from '../html/brand.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { type SocialImage, socialMeta } from '../html/social-meta.ts'
import { displayHost } from '../html/urls.ts'
import { reportLink } from './report.ts'

interface Preview {
  title: string | null
  description: string | null
  image: SocialImage | null
  /** The short link's own URL. */
  url: string
  destination: string
  /** Where the link can be reported. */
  report?: string | null
}

/** The page for messengers and networks that fetch a link to show a preview of it. */
export function previewPage(look: Look, { title, description, image, url, destination, report = null }: Preview): Page {
  const name = title ?? displayHost(destination)
  return page({
    look,
    title: name,
    head: socialMeta({ title: name, description, image, url }),
    body: html`${CONTOUR}<main>
${image === null ? emblem(look) : html`<img class="shown" src="${safeHref(image.path)}" alt="" width="${image.width}" height="${image.height}">`}
<h1 dir="auto">${name}</h1>
${description === null ? null : html`<p class="words" dir="auto">${description}</p>`}
<a class="plank" href="${safeHref(destination)}">${look.language.texts.continueTo(look.language.isolate(displayHost(destination)))}</a>
${reportLink(look, report)}
</main>`,
    style:
      '.shown{display:block;width:auto;height:auto;max-height:18rem;border-radius:10px}.words{white-space:pre-line}',
  })
}

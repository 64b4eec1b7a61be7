import type { FilledPixels } from '../config/pixel-templates.ts'
import { emblem } from '../html/brand.ts'
import { COUNTDOWN_SCRIPT } from '../html/countdown.ts'
import { html } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost, refresh } from '../html/urls.ts'
import { reportLink } from './report.ts'
import { continueButton, SPLASH_STYLE } from './splash.ts'

// Enough time for the pixels to send their requests.
const SECONDS = 1

/** A page between a link and its destination, shown for a second while the link's pixels fire. */
export function interstitialPage(
  look: Look,
  { destination, pixels, report = null }: { destination: string; pixels: FilledPixels | null; report?: string | null },
): Page {
  const title = look.language.texts.onTheWayTo(look.language.isolate(displayHost(destination)))
  const fired = pixelParts(pixels)
  return page({
    look,
    title,
    head: refresh(destination, SECONDS),
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1>${title}</h1>
${continueButton(look, destination, SECONDS)}
${reportLink(look, report)}
</main>${fired.markup}`,
    style: SPLASH_STYLE,
    script: COUNTDOWN_SCRIPT,
    nonce: fired.nonce,
    sources: fired.sources,
  })
}

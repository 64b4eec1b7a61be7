import type { FilledPixels } from '../config/pixel-templates.ts'
import { COUNTDOWN_SCRIPT } from '../html/countdown.ts'
import { html } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import { BLAZE, CONTOUR } from '../html/ornaments.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost, refresh } from '../html/urls.ts'
import { continueButton, SPLASH_STYLE } from './splash.ts'

// Enough time for the pixels to send their requests.
const SECONDS = 1

/** A page between a link and its destination, shown for a second while the link's pixels fire. */
export function interstitialPage({ destination, pixels }: { destination: string; pixels: FilledPixels | null }): Page {
  const fired = pixelParts(pixels)
  return page({
    title: `On the way to ${displayHost(destination)}`,
    head: refresh(destination, SECONDS),
    body: html`${CONTOUR}<main>
${BLAZE}
<h1>On the way to ${displayHost(destination)}</h1>
${continueButton(destination, SECONDS)}
</main>${fired.markup}`,
    style: SPLASH_STYLE,
    script: COUNTDOWN_SCRIPT,
    nonce: fired.nonce,
    sources: fired.sources,
  })
}

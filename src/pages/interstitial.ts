import type { FilledPixels } from '../../work/pixel-templates.ts'
import { COUNTDOWN_SCRIPT } from '../countdown.ts'
import { html } from '../html.ts'
import { type Page, page } from '../layout.ts'
import { BLAZE, CONTOUR } from '../marks.ts'
import { pixelParts } from '../pixels.ts'
import { hostOf, refresh } from '../urls.ts'
import { onward, SPLASH_STYLE } from './splash.ts'

// Long enough for a pixel's request to leave, short enough not to be a stop.
const SECONDS = 1

/** The moment between a link and its destination in which the link's pixels fire. */
export function interstitialPage({ destination, pixels }: { destination: string; pixels: FilledPixels | null }): Page {
  const fired = pixelParts(pixels)
  return page({
    title: `On the way to ${hostOf(destination)}`,
    head: refresh(destination, SECONDS),
    body: html`${CONTOUR}<main>
${BLAZE}
<h1>On the way to ${hostOf(destination)}</h1>
${onward(destination, SECONDS)}
</main>${fired.markup}`,
    style: SPLASH_STYLE,
    script: COUNTDOWN_SCRIPT,
    nonce: fired.nonce,
    sources: fired.sources,
  })
}

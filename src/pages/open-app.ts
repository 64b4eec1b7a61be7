import type { FilledPixels } from '../config/pixel-templates.ts'
import { emblem } from '../html/brand.ts'
import { COUNTDOWN_SCRIPT } from '../html/countdown.ts'
import { html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost, refresh } from '../html/urls.ts'
import { reportLink } from './report.ts'
import { countdown, SPLASH_STYLE } from './splash.ts'

// An app that is installed takes less time to come up, or to ask for permission.
const SECONDS = 3

// A page that is hidden, or behind a dialog that asks for permission, stays as it is. Browsers inside of apps show an
// error page for a scheme that nobody handles, so nothing is opened there without a tap.
const OPEN_APP_SCRIPT = `(() => {
const app = document.querySelector('a[data-app]')
const stay = document.querySelector('[data-seconds] button')
if (!app || !stay) return
document.addEventListener('visibilitychange', () => { if (document.hidden) stay.click() })
addEventListener('blur', () => stay.click())
if (!/; wv\\)|\\bFBA[NV]\\/|Instagram|\\bLine\\//.test(navigator.userAgent)) location.href = app.href
})()`

/**
 * A page that opens a URL of an app, whose scheme the operator allows, and after some seconds the destination if the
 * app did not come up.
 */
export function openAppPage(
  look: Look,
  {
    app,
    destination,
    pixels,
    report,
  }: {
    app: string
    destination: string
    pixels: FilledPixels | null
    /** Where the link can be reported. */
    report: string | null
  },
): Page {
  const { isolate, texts } = look.language
  const host = isolate(displayHost(destination))
  const fired = pixelParts(pixels)
  return page({
    look,
    title: texts.app.title,
    head: refresh(destination, SECONDS),
    body: html`${CONTOUR}<main>
${emblem(look)}
<h1>${texts.app.title}</h1>
<p>${texts.app.text(host)}</p>
<div class="onward">
<a class="plank" href="${app}" data-app>${texts.app.open}</a>
<a href="${safeHref(destination)}" data-go>${texts.continueTo(host)}</a>
${countdown(look, SECONDS)}
</div>
${reportLink(look, report)}
</main>${fired.markup}`,
    style: SPLASH_STYLE,
    script: `${COUNTDOWN_SCRIPT};\n${OPEN_APP_SCRIPT}`,
    nonce: fired.nonce,
    sources: fired.sources,
  })
}

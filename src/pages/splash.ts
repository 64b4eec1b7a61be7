import type { FilledPixels } from '../config/pixel-templates.ts'
import { emblem } from '../html/brand.ts'
import { COUNTDOWN_SCRIPT } from '../html/countdown.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost, refresh } from '../html/urls.ts'
import { picturePath } from '../links/public-urls.ts'
import type { PicturesBySource } from '../pictures/picture-store.ts'
import { reportLink } from './report.ts'

interface SplashContent {
  title: string | null
  text: string | null
  image: string | null
  /** Seconds until the visitor is forwarded; 0: only by a click. */
  counter: number
  /** A link to more information. */
  link: string | null
}

/** The page between a link and its destination: the account's text, a countdown, and the link to the destination. */
export function splashPage(
  look: Look,
  {
    splash,
    destination,
    pictures = new Map(),
    pixels = null,
    report = null,
  }: {
    splash: SplashContent
    destination: string
    /** Stored pictures by their source. */
    pictures?: PicturesBySource
    pixels?: FilledPixels | null
    /** Where the link can be reported. */
    report?: string | null
  },
): Page {
  const fired = pixelParts(pixels)
  const image = splash.image === null ? undefined : pictures.get(splash.image)
  const { isolate, texts } = look.language
  const title = splash.title ?? texts.onTheWayTo(isolate(displayHost(destination)))
  return page({
    look,
    title,
    head: splash.counter > 0 ? refresh(destination, splash.counter) : null,
    body: html`${CONTOUR}<main>
${image === undefined ? emblem(look) : html`<img class="shown" src="${picturePath(image)}" alt="" width="${image.width}" height="${image.height}">`}
<h1 dir="auto">${title}</h1>
${splash.text === null ? null : html`<p class="words" dir="auto">${splash.text}</p>`}
${splash.link === null ? null : html`<p><a href="${safeHref(splash.link)}" rel="noopener">${texts.moreAt(isolate(displayHost(splash.link)))}</a></p>`}
${continueButton(look, destination, splash.counter)}
${reportLink(look, report)}
</main>${fired.markup}`,
    style: SPLASH_STYLE,
    script: splash.counter > 0 ? COUNTDOWN_SCRIPT : undefined,
    nonce: fired.nonce,
    sources: fired.sources,
  })
}

/** The button to the destination, with a countdown unless `seconds` is 0. */
export function continueButton(look: Look, destination: string, seconds: number): Html {
  const { isolate, texts } = look.language
  return html`<div class="onward">
<a class="plank" href="${safeHref(destination)}" data-go>${texts.continueTo(isolate(displayHost(destination)))}</a>
${seconds > 0 ? countdown(look, seconds) : null}
</div>`
}

/** The seconds until the script of countdown.ts opens the link with `data-go`, and a button that stops it. */
export function countdown({ language: { texts, number } }: Look, seconds: number): Html {
  const { label, left, stay } = texts.countdown
  const [before, after] = left.split('{seconds}')
  return html`<div class="count" data-seconds="${seconds}" hidden>
<progress max="${seconds}" value="0" aria-label="${label}"></progress>
<p class="small soft">${before}<span data-left>${number(seconds)}</span>${after} <button type="button" class="quiet">${stay}</button></p>
</div>`
}

export const SPLASH_STYLE = `
.shown{display:block;width:auto;height:auto;max-height:18rem;border-radius:10px}
.words{white-space:pre-line}
.onward{display:grid;gap:.9rem;justify-items:start;margin-top:.5rem}
.count{display:grid;gap:.35rem;width:min(20rem,100%)}
.count[hidden]{display:none}
progress{appearance:none;width:100%;height:.5rem;border:0;border-radius:99px;background:var(--line);overflow:hidden}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--blaze)}
progress::-moz-progress-bar{background:var(--blaze)}
.quiet{min-height:2rem;padding:.1rem .3rem;border:0;background:none;color:var(--plank);font:inherit;text-decoration:underline;text-underline-offset:.18em;cursor:pointer}
`

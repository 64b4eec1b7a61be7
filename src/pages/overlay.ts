import type { FilledPixels } from '../config/pixel-templates.ts'
import { emblem } from '../html/brand.ts'
import { isHex, readable } from '../html/colors.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { CONTOUR } from '../html/ornaments.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost } from '../html/urls.ts'
import { destinationFrame, FRAME_STYLE, frameSources } from './frame.ts'
import { reportLink } from './report.ts'

interface OverlayContent {
  type: 'message' | 'contact'
  name: string
  text: string | null
  button: string | null
  /** An http or https URL; for a contact also `mailto:` or `tel:`. */
  link: string | null
  colors: { background?: string; text?: string; button?: string }
  position: string
}

/** A call to action over the destination in a frame or, if it cannot be framed, on a page with a link to it. */
export function overlayPage(
  look: Look,
  parts: {
    overlay: OverlayContent
    destination: string
    /** The origins of the destination and its redirects; null if it is not shown in a frame. */
    origins: readonly string[] | null
    pixels?: FilledPixels | null
    /** Where the link can be reported. */
    report?: string | null
  },
): Page {
  const { overlay, destination, origins, pixels = null, report = null } = parts
  const framed = origins !== null
  const fired = pixelParts(pixels)
  const { isolate, texts } = look.language
  const title = framed ? displayHost(destination) : texts.onTheWayTo(isolate(displayHost(destination)))
  return page({
    look,
    title,
    body: framed
      ? html`${destinationFrame(look, title, destination)}${callToAction(look, overlay, true)}${fired.markup}`
      : html`${CONTOUR}<main>
${emblem(look)}
<h1>${title}</h1>
${callToAction(look, overlay, false)}
<a class="plank" href="${safeHref(destination)}">${texts.continueTo(isolate(displayHost(destination)))}</a>
${reportLink(look, report)}
</main>${fired.markup}`,
    style: (framed ? FRAME_STYLE : '') + CALL_STYLE + colorsOf(overlay.colors),
    nonce: fired.nonce,
    sources: origins === null ? fired.sources : frameSources(fired.sources, origins),
  })
}

// A form with method=dialog closes its dialog without a script.
function callToAction({ language }: Look, overlay: OverlayContent, framed: boolean): Html {
  const texts = language.texts.overlay
  const label = overlay.button ?? texts[overlay.type]
  const content = html`${overlay.text === null ? null : html`<p class="words" dir="auto">${overlay.text}</p>`}
${overlay.link === null ? null : html`<a class="act" dir="auto" href="${safeHref(overlay.link)}"${/^https?:/i.test(overlay.link) ? html` target="_blank" rel="noopener"` : null}>${label}</a>`}`
  if (!framed) return html`<section class="call" aria-label="${overlay.name}">${content}</section>`
  return html`<dialog open class="call at-${POSITIONS.find((position) => position === overlay.position) ?? 'bottom'}" aria-label="${overlay.name}">${content}
<form method="dialog"><button class="close" aria-label="${texts.close}">✕</button></form>
</dialog>`
}

const POSITIONS = ['top', 'bottom', 'left', 'right', 'center']

function colorsOf(colors: OverlayContent['colors']): string {
  const ground = isHex(colors.background) ? colors.background : '#1c2924'
  const button = isHex(colors.button) ? colors.button : '#f5f1e6'
  const text = readable(isHex(colors.text) ? colors.text : null, ground)
  return `.call{--ground:${ground};--text:${text};--act:${button};--on-act:${readable(null, button)}}`
}

const CALL_STYLE = `
.call{display:flex;flex-wrap:wrap;align-items:center;gap:.9rem 1.25rem;padding:1.1rem 1.25rem;border:0;border-radius:12px;background:var(--ground);color:var(--text);width:100%}
.call .words{flex:1 1 14rem;min-width:0;white-space:pre-line;font-weight:550}
.act{display:inline-flex;align-items:center;min-height:2.75rem;padding:.45rem 1.15rem;border-radius:8px;background:var(--act);color:var(--on-act);font-weight:650;text-decoration:none}
.act:hover{color:var(--on-act);text-decoration:underline}
.call :focus-visible{outline-color:var(--text)}
dialog.call{position:fixed;inset:auto;margin:0;z-index:1;max-width:none;max-height:70vh;overflow:auto;box-shadow:0 0 0 1px rgb(0 0 0/.12),0 10px 40px rgb(0 0 0/.35);padding-inline-end:3.75rem}
dialog.call:not([open]){display:none}
dialog.at-top,dialog.at-bottom{left:50%;translate:-50% 0;width:min(46rem,100vw - 1.5rem)}
dialog.at-top{top:3.5rem}
dialog.at-bottom{bottom:.75rem}
dialog.at-left,dialog.at-right{top:50%;translate:0 -50%;width:min(20rem,100vw - 1.5rem)}
dialog.at-left{left:.75rem}
dialog.at-right{right:.75rem}
dialog.at-center{top:50%;left:50%;translate:-50% -50%;width:min(26rem,100vw - 1.5rem)}
.call form{position:absolute;top:.5rem;inset-inline-end:.5rem;display:block;width:auto}
.close{display:grid;place-items:center;width:2.75rem;height:2.75rem;border:0;border-radius:8px;background:none;color:inherit;font:inherit;font-size:1.1rem;line-height:1;cursor:pointer}
.close:hover{background:color-mix(in srgb,currentColor 15%,transparent)}
`

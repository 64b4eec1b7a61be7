import type { FilledPixels } from '../../work/pixel-templates.ts'
import { type Html, html, safeHref } from '../html.ts'
import { type Page, page } from '../layout.ts'
import { pixelParts } from '../pixels.ts'
import { hostOf } from '../urls.ts'

/** The destination shown under the short link's own address. */
export function framePage({
  title,
  destination,
  pixels = null,
}: {
  title: string | null
  destination: string
  pixels?: FilledPixels | null
}): Page {
  const fired = pixelParts(pixels)
  return page({
    title: title ?? hostOf(destination),
    body: html`<main class="whole"><h1 class="hidden">${title ?? hostOf(destination)}</h1>${destinationFrame(destination)}</main>${fired.markup}`,
    style: FRAME_STYLE,
    nonce: fired.nonce,
    sources: frameSources(fired.sources),
  })
}

/** The frame a destination is shown in: it may do what a page does, but not take the visitor away unasked. */
export function destinationFrame(destination: string): Html {
  return html`<iframe src="${safeHref(destination)}" title="${hostOf(destination)}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals allow-top-navigation-by-user-activation" allow="fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin"></iframe>`
}

/** What a page with a frame must be allowed: a destination moves to other hosts (www, a login) by itself. */
export function frameSources(sources: Record<string, string[]>): Record<string, string[]> {
  return { ...sources, 'frame-src': ['https:', 'http:'] }
}

export const FRAME_STYLE = `
.whole{max-width:none;margin:0;padding:0;display:block;flex:1;min-height:0}
iframe{position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff}
`

import type { FilledPixels } from '../config/pixel-templates.ts'
import { type Html, html, safeHref } from '../html/html.ts'
import { type Page, page } from '../html/layout.ts'
import type { Look } from '../html/look.ts'
import { pixelParts } from '../html/pixels.ts'
import { displayHost } from '../html/urls.ts'

/** A page that shows the destination in a frame. `origins` are those of the destination and of its redirects. */
export function framePage(
  look: Look,
  {
    title,
    destination,
    origins,
    pixels = null,
  }: {
    title: string | null
    destination: string
    origins: readonly string[]
    pixels?: FilledPixels | null
  },
): Page {
  const fired = pixelParts(pixels)
  return page({
    look,
    title: title ?? displayHost(destination),
    body: html`${destinationFrame(look, title ?? displayHost(destination), destination)}${fired.markup}`,
    style: FRAME_STYLE,
    nonce: fired.nonce,
    sources: frameSources(fired.sources, origins),
  })
}

/**
 * The frame of a destination, below a bar with its host and a link out of the frame. The sandbox allows what pages
 * need, but no navigation of the top window without a click.
 */
export function destinationFrame(look: Look, title: string, destination: string): Html {
  const host = displayHost(destination)
  return html`<header class="whose"><span dir="ltr">${host}</span><a href="${safeHref(destination)}">${look.language.texts.openWithoutFrame}</a></header>
<main class="whole"><h1 class="hidden">${title}</h1><iframe src="${safeHref(destination)}" title="${host}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals allow-top-navigation-by-user-activation" allow="fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin"></iframe></main>`
}

/** The sources of a page with a frame: the given origins are added to `frame-src`. */
export function frameSources(
  sources: Record<string, string[]>,
  origins: readonly string[],
): Record<string, readonly string[]> {
  return { ...sources, 'frame-src': [...(sources['frame-src'] ?? []), ...origins] }
}

export const FRAME_STYLE = `
body{height:100vh;height:100svh}
.whose{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:0 .9rem;border-bottom:1px solid var(--line);font-size:.875rem;line-height:1.3}
.whose span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft)}
.whose a{flex:none;padding:.55rem 0}
.whole{max-width:none;margin:0;padding:0;display:block;flex:1;min-height:0}
iframe{display:block;width:100%;height:100%;border:0;background:#fff}
`

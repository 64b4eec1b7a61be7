import type { FilledPixels } from '../../work/pixel-templates.ts'
import { type Html, html, safeHref } from '../html.ts'
import { type Page, page } from '../layout.ts'
import { pixelParts } from '../pixels.ts'
import { hostOf } from '../urls.ts'

/** The destination shown under the short link's own address. `origins` are those it is reached through. */
export function framePage({
  title,
  destination,
  origins,
  pixels = null,
}: {
  title: string | null
  destination: string
  origins: readonly string[]
  pixels?: FilledPixels | null
}): Page {
  const fired = pixelParts(pixels)
  return page({
    title: title ?? hostOf(destination),
    body: html`${destinationFrame(title ?? hostOf(destination), destination)}${fired.markup}`,
    style: FRAME_STYLE,
    nonce: fired.nonce,
    sources: frameSources(fired.sources, origins),
  })
}

/**
 * The frame a destination is shown in, and over it whose page that is, with a way out of the frame. The page may do what
 * a page does, but not take the visitor away unasked.
 */
export function destinationFrame(title: string, destination: string): Html {
  const host = hostOf(destination)
  return html`<header class="whose"><span>${host}</span><a href="${safeHref(destination)}">Open without frame</a></header>
<main class="whole"><h1 class="hidden">${title}</h1><iframe src="${safeHref(destination)}" title="${host}" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals allow-top-navigation-by-user-activation" allow="fullscreen; clipboard-write" referrerpolicy="strict-origin-when-cross-origin"></iframe></main>`
}

/** What a page with a frame must be allowed: the origins its destination is reached through, and no others. */
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

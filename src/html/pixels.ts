import { randomBytes } from 'node:crypto'
import type { FilledPixels } from '../config/pixel-templates.ts'
import { type Html, html, raw } from './html.ts'

/** The parts of a page that fire its pixels. */
interface PixelParts {
  markup: Html | null
  nonce?: string
  sources: Record<string, string[]>
}

/** The operator's snippets for the pixels of a page, with a new nonce on each script. */
export function pixelParts(pixels: FilledPixels | null): PixelParts {
  if (pixels === null) return { markup: null, sources: {} }
  const nonce = randomBytes(16).toString('base64url')
  const scripts = pixels.scripts.map((script) => html`<script nonce="${nonce}">${raw(script)}</script>`)
  const markup = pixels.markup.map((text) => raw(text.replace(/<script(?=[\s/>])/gi, `<script nonce="${nonce}"`)))
  return { markup: html`${scripts}${markup}`, nonce, sources: pixels.sources }
}

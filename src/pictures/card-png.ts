import sharp from 'sharp'
import type { Caches } from '../cache/cache-registry.ts'
import { BUFFER_OVERHEAD, copyBytes } from '../cache/copy-bytes.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_CARDS = 5000
// Twice the size of the SVG, which is what social networks recommend for previews.
const DENSITY = 144

/** Renders cards as PNG, for programs that do not support SVG; cached by their SVG. */
export function createCardRenderer(caches: Caches): (svg: string) => Promise<Buffer> {
  const cards = caches.create<Buffer>('cards', {
    maxEntries: MAX_CARDS,
    maxBytes: MAX_BYTES,
    sizeOf: (png, svg) => png.length + 2 * svg.length + BUFFER_OVERHEAD,
    missTimeoutMs: undefined,
  })
  const render = async (svg: string) =>
    copyBytes(await sharp(Buffer.from(svg), { density: DENSITY }).removeAlpha().png({ palette: true }).toBuffer())
  return async (svg) => (await cards.get(svg, () => render(svg))) ?? render(svg)
}

let fonts: Promise<boolean> | undefined

/** Whether this machine has a font: without one, the text is missing in PNG cards. */
export function hasFonts(): Promise<boolean> {
  fonts ??= sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="4" y="32" font-size="32">W</text></svg>',
    ),
  )
    .stats()
    .then(
      ({ channels }) => (channels[3]?.max ?? 0) > 0,
      () => false,
    )
  return fonts
}

import { LRUCache } from 'lru-cache'
import sharp from 'sharp'

const MOST_BYTES = 16 * 1024 * 1024
// The size networks ask of a preview is twice that of the drawing.
const DENSITY = 144

/** Draws cards as PNG, for the programs that read no SVG; keeps what was drawn by its drawing. */
export function rasterCards(): (svg: string) => Promise<Buffer> {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: (png, svg) => png.length + svg.length,
  })
  const drawing = new Map<string, Promise<Buffer>>()
  return async (svg) => {
    const known = kept.get(svg)
    if (known) return known
    const running = drawing.get(svg)
    if (running) return running
    const started = sharp(Buffer.from(svg), { density: DENSITY })
      .removeAlpha()
      .png({ palette: true })
      .toBuffer()
      .then((png) => {
        kept.set(svg, png)
        return png
      })
      .finally(() => drawing.delete(svg))
    drawing.set(svg, started)
    return started
  }
}

let fonts: Promise<boolean> | undefined

/** Whether this machine has a font to draw text with: without one a PNG of a card would have none. */
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

import sharp, { type Sharp } from 'sharp'
import { type Colors, formatHex } from './colors.ts'
import { computeLayout, type Layout, QUIET_ZONE } from './layout.ts'
import { drawPdf } from './pdf.ts'
import { drawPng } from './png.ts'
import { drawSvg } from './svg.ts'
import type { QrSymbol } from './symbol.ts'

export const FORMATS = ['png', 'svg', 'webp', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

export const MEDIA_TYPES: Record<Format, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

export interface PictureOptions {
  /** Pixels each way. Default: about 400, a whole number of pixels per module. */
  size?: number | undefined
  /** Quiet zone in modules. Default 4. */
  margin?: number | undefined
}

/** Draws a symbol as an image file. */
export async function drawPicture(
  symbol: QrSymbol,
  colors: Colors,
  format: Format,
  { size, margin = QUIET_ZONE }: PictureOptions = {},
): Promise<Buffer> {
  const layout = computeLayout(symbol, margin, size)
  switch (format) {
    case 'svg':
      return Buffer.from(drawSvg(symbol, colors, margin, layout.size))
    case 'pdf':
      return drawPdf(symbol, colors, margin, layout.size)
    case 'png':
      return isPlain(symbol, layout)
        ? drawPng(symbol, colors, layout)
        : rasterize(symbol, colors, layout).png().toBuffer()
    case 'webp':
      return rasterize(symbol, colors, layout).webp({ lossless: true, effort: 2 }).toBuffer()
  }
}

const isWhole = (layout: Layout) => Number.isInteger(layout.scale)
const isPlain = (symbol: QrSymbol, layout: Layout) => symbol.logo === null && isWhole(layout)

// With whole pixels per module the symbol is drawn at its exact size, and the quiet zone fills the rest of the picture.
function rasterize(symbol: QrSymbol, colors: Colors, layout: Layout): Sharp {
  const { size, scale, margin, offset } = layout
  if (!isWhole(layout)) return sharp(Buffer.from(drawSvg(symbol, colors, margin, size))).removeAlpha()
  const side = symbol.size * scale
  return sharp(Buffer.from(drawSvg(symbol, colors, 0, side)))
    .extend({
      top: offset,
      left: offset,
      bottom: size - side - offset,
      right: size - side - offset,
      background: formatHex(colors.background),
    })
    .removeAlpha()
}

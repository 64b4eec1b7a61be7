import sharp, { type Sharp } from 'sharp'
import { colourHex } from './colors.ts'
import { type Layout, layOut, QUIET_ZONE } from './layout.ts'
import { drawPdf } from './pdf.ts'
import { drawPng } from './png.ts'
import { type Colours, drawSvg } from './svg.ts'
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
  /** Pixels each way; without it about 400, on whole pixels a module. */
  size?: number | undefined
  /** Quiet zone in modules; 4 unless told. */
  margin?: number | undefined
}

/** Draws a symbol in a format. */
export async function drawPicture(
  symbol: QrSymbol,
  colours: Colours,
  format: Format,
  { size, margin = QUIET_ZONE }: PictureOptions = {},
): Promise<Buffer> {
  const layout = layOut(symbol, margin, size)
  switch (format) {
    case 'svg':
      return Buffer.from(drawSvg(symbol, colours, margin, layout.size))
    case 'pdf':
      return drawPdf(symbol, colours, margin, layout.size)
    case 'png':
      return isPlain(symbol, layout)
        ? drawPng(symbol, colours, layout)
        : rastered(symbol, colours, layout).png().toBuffer()
    case 'webp':
      return rastered(symbol, colours, layout).webp({ lossless: true, effort: 2 }).toBuffer()
  }
}

const isWhole = (layout: Layout) => Number.isInteger(layout.scale)
const isPlain = (symbol: QrSymbol, layout: Layout) => symbol.logo === null && isWhole(layout)

// On whole pixels the symbol is drawn at its exact size and the quiet zone made up to the size wanted.
function rastered(symbol: QrSymbol, colours: Colours, layout: Layout): Sharp {
  const { size, scale, margin, offset } = layout
  if (!isWhole(layout)) return sharp(Buffer.from(drawSvg(symbol, colours, margin, size))).removeAlpha()
  const side = symbol.size * scale
  return sharp(Buffer.from(drawSvg(symbol, colours, 0, side)))
    .extend({
      top: offset,
      left: offset,
      bottom: size - side - offset,
      right: size - side - offset,
      background: colourHex(colours.background),
    })
    .removeAlpha()
}

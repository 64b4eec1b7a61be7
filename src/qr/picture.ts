import sharp, { type Sharp } from 'sharp'
import { PICTURE_FORMATS } from '../../schemas/link-codes.ts'
import { formatHex } from '../vector/colors.ts'
import type { Drawing } from '../vector/drawing.ts'
import { writeEps } from '../vector/eps.ts'
import { writePdf } from '../vector/pdf.ts'
import { writeSvg } from '../vector/svg.ts'
import { boxOf, drawCode } from './code-drawing.ts'
import { computeLayout, type Layout, QUIET_ZONE } from './layout.ts'
import type { Look } from './look.ts'
import { drawPng } from './png.ts'
import type { QrSymbol } from './symbol.ts'

export const FORMATS = PICTURE_FORMATS
export type Format = (typeof FORMATS)[number]

export const MEDIA_TYPES: Record<Format, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  eps: 'application/postscript',
}

const JPEG = { quality: 92, chromaSubsampling: '4:4:4' }

export interface PictureOptions {
  /** Width in pixels. Default: about 400, a whole number of pixels per module. */
  size?: number | undefined
  /** Quiet zone in modules. Default 4. */
  margin?: number | undefined
}

/** Draws a symbol as an image file. */
export async function drawPicture(
  symbol: QrSymbol,
  look: Look,
  format: Format,
  { size, margin = QUIET_ZONE }: PictureOptions = {},
): Promise<Buffer> {
  const layout = computeLayout(boxOf(symbol, look, margin), size)
  if (format === 'png' && isPlain(symbol, look, layout))
    return drawPng(symbol, look, {
      size: layout.width,
      scale: layout.scale,
      offset: layout.padding + margin * layout.scale,
    })
  const drawing = await drawCode(symbol, look, margin)
  switch (format) {
    case 'svg':
      return Buffer.from(writeSvg(drawing, layout.width, layout.height))
    case 'pdf':
      return writePdf(drawing, layout.width, layout.height)
    case 'eps':
      return writeEps(drawing, layout.width, layout.height)
    case 'png':
      return rasterize(drawing, layout).png().toBuffer()
    case 'webp':
      return rasterize(drawing, layout).webp({ lossless: true, effort: 2 }).toBuffer()
    case 'jpg':
      return rasterize({ ...drawing, background: look.background }, layout)
        .jpeg(JPEG)
        .toBuffer()
  }
}

const isWhole = (layout: Layout) => Number.isInteger(layout.scale)
const isPlain = (symbol: QrSymbol, look: Look, layout: Layout) => !symbol.logo && !look.design && isWhole(layout)

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

// With whole pixels per module the drawing has its exact size, and its background fills the rest of the picture.
function rasterize(drawing: Drawing, layout: Layout): Sharp {
  const { width, height, scale, padding } = layout
  const inside = isWhole(layout)
    ? { width: drawing.box.width * scale, height: drawing.box.height * scale }
    : { width, height }
  const picture = sharp(Buffer.from(writeSvg(drawing, inside.width, inside.height))).extend({
    top: padding,
    left: padding,
    bottom: height - inside.height - padding,
    right: width - inside.width - padding,
    background: drawing.background ? formatHex(drawing.background) : CLEAR,
  })
  return drawing.background ? picture.removeAlpha() : picture
}

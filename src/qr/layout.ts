import type { Rectangle } from '../vector/path.ts'

export const MIN_SIZE = 64
export const MAX_SIZE = 4096
export const MAX_MARGIN = 16
/** The quiet zone that ISO 18004 requires, in modules. */
export const QUIET_ZONE = 4

const DEFAULT_SIZE = 400
const MIN_SCALE = 4
// If a whole number of pixels per module fills less of the picture than this, the modules get a fractional size
// instead.
const MIN_FILL = 0.85
// Common readers (ZXing, jsQR) compute their threshold in blocks of 8 pixels. Modules of that size make each block all
// dark or all light, and with a logo or low contrast they find no code.
const AVOIDED_SCALE = 8

/** How a drawing in modules fills a picture. */
export interface Layout {
  /** Pixels. */
  width: number
  height: number
  /** Pixels per module; a whole number unless that would leave much of the picture empty. */
  scale: number
  /** Pixels from the left and top edge of the picture to the drawing. */
  padding: number
}

/**
 * Computes a layout for a drawing of this size in whole modules. Without `width` the picture is about 400 pixels wide,
 * with a whole number of pixels per module, at least 4.
 */
export function computeLayout(box: Pick<Rectangle, 'width' | 'height'>, width?: number): Layout {
  if (width === undefined) {
    const scale = Math.max(MIN_SCALE, integerScale(DEFAULT_SIZE, box.width))
    return { width: box.width * scale, height: box.height * scale, scale, padding: 0 }
  }
  const whole = integerScale(width, box.width)
  if (whole * box.width < width * MIN_FILL) {
    const scale = width / box.width
    return { width, height: Math.round(box.height * scale), scale, padding: 0 }
  }
  const rest = width - whole * box.width
  return { width, height: whole * box.height + rest, scale: whole, padding: Math.floor(rest / 2) }
}

function integerScale(size: number, across: number): number {
  const whole = Math.floor(size / across)
  return whole === AVOIDED_SCALE ? AVOIDED_SCALE - 1 : whole
}

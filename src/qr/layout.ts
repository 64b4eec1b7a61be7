import type { QrSymbol } from './symbol.ts'

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

/** The position of a symbol in a picture of `size` by `size` pixels. */
export interface Layout {
  size: number
  /** Pixels per module; a whole number unless that would leave much of the picture empty. */
  scale: number
  /** The quiet zone in modules, as requested. */
  margin: number
  /** Pixels from the edge of the picture to the symbol. */
  offset: number
}

/**
 * Computes a layout. Without `size` the picture is about 400 pixels wide, with a whole number of pixels per module, at
 * least 4.
 */
export function computeLayout(symbol: QrSymbol, margin: number = QUIET_ZONE, size?: number): Layout {
  const across = symbol.size + 2 * margin
  if (size === undefined) {
    const scale = Math.max(MIN_SCALE, integerScale(DEFAULT_SIZE, across))
    return { size: across * scale, scale, margin, offset: margin * scale }
  }
  const whole = integerScale(size, across)
  if (whole * across < size * MIN_FILL) {
    const scale = size / across
    return { size, scale, margin, offset: margin * scale }
  }
  return { size, scale: whole, margin, offset: Math.floor((size - whole * symbol.size) / 2) }
}

function integerScale(size: number, across: number): number {
  const whole = Math.floor(size / across)
  return whole === AVOIDED_SCALE ? AVOIDED_SCALE - 1 : whole
}

import type { QrSymbol } from './symbol.ts'

export const SMALLEST_SIZE = 64
export const LARGEST_SIZE = 4096
export const LARGEST_MARGIN = 16
/** The quiet zone the standard asks for, in modules. */
export const QUIET_ZONE = 4

const COMMON_SIZE = 400
const LEAST_SCALE = 4
// Below this share of the picture whole pixels a module would shrink the symbol more than sharp edges are worth.
const LEAST_FILL = 0.85
// Common readers (ZXing, jsQR) find their threshold in squares of 8 pixels: modules of just that size leave each square all
// dark or all light, and with a logo or soft colours they then find nothing.
const SHUNNED_SCALE = 8

/** How a symbol lies in a picture of `size` by `size` pixels. */
export interface Layout {
  size: number
  /** Pixels a module; a whole number unless that would leave much of the picture empty. */
  scale: number
  /** The quiet zone in modules, as asked for. */
  margin: number
  /** Pixels from the picture's edge to the symbol. */
  offset: number
}

/** Lays a symbol out. Without a size it gets whole pixels a module, about 400 across, at least 4 a module. */
export function layOut(symbol: QrSymbol, margin: number = QUIET_ZONE, size?: number): Layout {
  const across = symbol.size + 2 * margin
  if (size === undefined) {
    const scale = Math.max(LEAST_SCALE, wholeScale(COMMON_SIZE, across))
    return { size: across * scale, scale, margin, offset: margin * scale }
  }
  const whole = wholeScale(size, across)
  if (whole * across < size * LEAST_FILL) {
    const scale = size / across
    return { size, scale, margin, offset: margin * scale }
  }
  return { size, scale: whole, margin, offset: Math.floor((size - whole * symbol.size) / 2) }
}

function wholeScale(size: number, across: number): number {
  const whole = Math.floor(size / across)
  return whole === SHUNNED_SCALE ? SHUNNED_SCALE - 1 : whole
}

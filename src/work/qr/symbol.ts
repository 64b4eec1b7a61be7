import { correction, generate, mode } from 'lean-qr'
import type { Logo } from './logo.ts'

/** Error correction: M mends 15 % of a symbol, H 30 %. A symbol with a logo in it needs H. */
export type Correction = 'M' | 'H'

/** Bytes the largest symbol we make holds: without a logo, and with one. */
export const CAPACITY: Record<Correction, number> = { M: 2331, H: 958 }

/** The widest a logo with the cleared modules round it may be, as a part of the symbol's width. */
export const LARGEST_LOGO = 0.25

/** The modules of a symbol, row by row, 1 for dark, without a quiet zone. */
export interface Modules {
  size: number
  dark: Uint8Array
}

/** A symbol to be drawn; lengths are in modules from its top left corner. */
export interface QrSymbol extends Modules {
  logo: Placed | null
}

/** Where a logo stands: the picture itself, and the modules cleared for it (a number each way). */
export interface Placed {
  image: Logo
  x: number
  y: number
  width: number
  height: number
  cleared: { width: number; height: number }
}

// UTF-8 is marked as such by its ECI where a byte is not ASCII: without the mark readers guess, and guess wrong.
const modes = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8]

/** The symbol that holds a text, or null where the text is too long for any. Takes up to 25 ms for the largest. */
export function makeSymbol(payload: string, logo: Logo | null = null): QrSymbol | null {
  const modules = encode(payload, logo ? 'H' : 'M')
  if (modules === null) return null
  return logo === null ? { ...modules, logo: null } : withLogo(modules, logo)
}

// Versions from one to another. Those left out under a logo have an alignment pattern in their very middle: a reader that
// looks for it in the logo's picture may take something there for it and misread all modules round it (zbar does).
const versions: Record<Correction, readonly (readonly [number, number])[]> = {
  M: [[1, 40]],
  H: [
    [1, 6],
    [14, 20],
    [28, 34],
  ],
}

function encode(payload: string, level: Correction): Modules | null {
  // No character takes less than a third of a byte, so that longer texts need no try.
  if (payload.length > CAPACITY[level] * 3) return null
  const minCorrectionLevel = correction[level]
  for (const [minVersion, maxVersion] of versions[level]) {
    try {
      return modulesOf(generate(mode.auto(payload, { modes }), { minCorrectionLevel, minVersion, maxVersion }))
    } catch (error) {
      if ((error as { code?: unknown }).code !== TOO_LONG) throw error
    }
  }
  return null
}

const TOO_LONG = 4

function modulesOf(bitmap: ReturnType<typeof generate>): Modules {
  const { size } = bitmap
  const dark = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (bitmap.get(x, y)) dark[y * size + x] = 1
  return { size, dark }
}

const largestOdd = (length: number) => {
  const whole = Math.floor(length)
  return whole % 2 === 1 ? whole : whole - 1
}
const smallestOdd = (length: number) => {
  const whole = Math.ceil(length)
  return whole % 2 === 1 ? whole : whole + 1
}

// The width of the square in the middle that no alignment pattern reaches into (centres: ISO 18004, annex E).
function freeMiddle(size: number): number {
  const version = (size - 17) / 4
  if (version === 1) return size
  const gaps = Math.floor(version / 7) + 1
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * gaps)) * 2
  let nearest = size
  for (let centre = size - 7; centre > 6; centre -= step) nearest = Math.min(nearest, Math.abs(centre - (size - 1) / 2))
  return 2 * (nearest - 3) + 1
}

// Half a module of air stands round the logo. A symbol's size is odd: what is cleared must be, too, to sit in its middle.
function withLogo({ size, dark }: Modules, image: Logo): QrSymbol {
  const side = Math.min(largestOdd(size * LARGEST_LOGO), freeMiddle(size))
  const scale = (side - 1) / Math.max(image.width, image.height)
  const width = image.width * scale
  const height = image.height * scale
  const cleared = { width: smallestOdd(width + 1 - 1e-9), height: smallestOdd(height + 1 - 1e-9) }
  const left = (size - cleared.width) / 2
  const top = (size - cleared.height) / 2
  const kept = dark.slice()
  for (let y = top; y < top + cleared.height; y++) kept.fill(0, y * size + left, y * size + left + cleared.width)
  return { size, dark: kept, logo: { image, x: (size - width) / 2, y: (size - height) / 2, width, height, cleared } }
}

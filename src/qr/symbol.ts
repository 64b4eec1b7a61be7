import { create as createSymbol, type QRCode, type QRCodeSegment } from 'qrcode'
import type { Logo } from './logo.ts'

/** Error correction: M mends 15 % of a symbol, H 30 %. A symbol with a logo in it needs H. */
type Correction = 'M' | 'H'

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
  const content = contentOf(payload)
  const smallest = tryEncode(content, level)
  if (smallest === null) return null
  for (const [from, to] of versions[level]) {
    if (smallest.version > to) continue
    const version = Math.max(from, smallest.version)
    // Room that is left goes into error correction.
    for (const stronger of ['H', 'Q', level] as const) {
      const symbol = tryEncode(content, stronger, version)
      if (symbol !== null) return { size: symbol.modules.size, dark: symbol.modules.data }
    }
  }
  return null
}

// Null where the content is too long for the version, or for any.
function tryEncode(content: string | QRCodeSegment[], level: Correction | 'Q', version?: number): QRCode | null {
  try {
    return createSymbol(content, { errorCorrectionLevel: level, ...(version === undefined ? {} : { version }) })
  } catch (error) {
    if (/too big to be stored|cannot contain this amount/.test((error as Error).message)) return null
    throw error
  }
}

// The mark that bytes are UTF-8 (ECI 26, ISO 18004), as a segment of the encoder: an indicator of four bits, and where
// other segments have their length, the number of the encoding.
const utf8Mark = {
  mode: { id: 'ECI', bit: 0b0111, ccBits: [8, 8, 8] },
  getLength: () => 26,
  getBitsLength: () => 0,
  write: () => {},
}

/**
 * Segments behind the mark. The encoder knows no ECI, but makes its segments by `reduce`: what that returns first it
 * writes first. Without the mark readers guess the encoding of a byte that is not ASCII, and guess wrong.
 */
class MarkedSegments extends Array<QRCodeSegment> {
  override reduce<T>(step: (made: T, segment: QRCodeSegment, i: number, all: QRCodeSegment[]) => T, start?: T): T {
    return [utf8Mark, ...(super.reduce(step, start as T) as unknown[])] as T
  }
}

// Mixing modes shortens a text, but the search for the shortest mix takes long on a long one.
const LONGEST_MIXED = 300

function contentOf(payload: string): string | QRCodeSegment[] {
  if (!/^[\u0000-\u007f]*$/.test(payload))
    return MarkedSegments.of({ data: Buffer.from(payload), mode: 'byte' } as QRCodeSegment)
  return payload.length <= LONGEST_MIXED ? payload : [{ data: payload } as QRCodeSegment]
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

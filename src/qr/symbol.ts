import { create as createSymbol, type QRCode, type QRCodeOptions, type QRCodeSegment } from 'qrcode'
import type { Logo } from './logo.ts'

/** Error correction level: M restores 15 % of a symbol, H 30 %, which symbols with a logo need. */
type CorrectionLevel = 'M' | 'H'

/** The maximum payload in bytes: M without a logo, H with one. */
export const CAPACITY: Record<CorrectionLevel, number> = { M: 2331, H: 958 }

/** The maximum width of a logo with the cleared modules around it, as a fraction of the symbol's width. */
export const MAX_LOGO_SHARE = 0.25

/** The modules of a symbol of `size` by `size`, row by row without the quiet zone; 1 is dark. */
export interface Modules {
  size: number
  dark: Uint8Array
}

/** A symbol to be drawn. Coordinates and lengths are in modules, from the top left corner. */
export interface QrSymbol extends Modules {
  logo: PlacedLogo | null
}

/** The sizes of a symbol, which can be calculated without drawing its modules. */
export type MeasuredSymbol = Omit<QrSymbol, 'dark'>

/** The position and size of a logo, and the size of the area of modules cleared for it. */
export interface PlacedLogo {
  image: Logo
  x: number
  y: number
  width: number
  height: number
  cleared: { width: number; height: number }
}

/** The wanted size of a logo. */
export interface LogoSpace {
  /** Longer side of the logo as a fraction of the symbol's width. Default: a quarter, with what is cleared around it. */
  logosize?: number | undefined
  /** Modules that are cleared around the logo. Default 0.5. */
  logomargin?: number | undefined
}

/** Encodes a payload; null if it is too long. The largest symbols take up to 25 ms. */
export function makeSymbol(payload: string, logo: Logo | null = null, space: LogoSpace = {}): QrSymbol | null {
  const modules = encode(payload, logo ? 'H' : 'M')
  if (modules === null) return null
  return logo === null ? { ...modules, logo: null } : withLogo(modules, logo, space)
}

/** The same without modules, for what depends on sizes alone: the largest take 2 ms. */
export function measureSymbol(payload: string, logo: Logo | null = null, space: LogoSpace = {}): MeasuredSymbol | null {
  const fitting = fit(payload, logo ? 'H' : 'M')
  if (fitting === null) return null
  const size = 17 + 4 * fitting.version
  const placed = logo === null ? null : withLogo({ size, dark: new Uint8Array(size * size) }, logo, space).logo
  return { size, logo: placed }
}

// Ranges of versions. With a logo, versions with an alignment pattern in the center are left out: some readers (zbar)
// find a false pattern in the logo and then misread the modules around it.
const versions: Record<CorrectionLevel, readonly (readonly [number, number])[]> = {
  M: [[1, 40]],
  H: [
    [1, 6],
    [14, 20],
    [28, 34],
  ],
}

// The smallest version for a payload; null if it is too long.
function fit(payload: string, level: CorrectionLevel): { content: string | QRCodeSegment[]; version: number } | null {
  // Digits, the densest mode, take a third of a byte each: longer texts cannot fit.
  if (payload.length > CAPACITY[level] * 3) return null
  const content = contentOf(payload)
  // With one of the masks: comparing all of them takes most of the time, and does not change the version.
  const smallest = tryEncode(content, { errorCorrectionLevel: level, maskPattern: 0 })
  const range = smallest && versions[level].find(([, to]) => smallest.version <= to)
  return smallest && range ? { content, version: Math.max(range[0], smallest.version) } : null
}

function encode(payload: string, level: CorrectionLevel): Modules | null {
  const fitting = fit(payload, level)
  if (fitting === null) return null
  // Space that is left in this version is used for stronger error correction.
  for (const stronger of ['H', 'Q', level] as const) {
    const symbol = tryEncode(fitting.content, { errorCorrectionLevel: stronger, version: fitting.version })
    if (symbol !== null) return { size: symbol.modules.size, dark: symbol.modules.data }
  }
  return null
}

// Null if the content is too long for the version.
function tryEncode(content: string | QRCodeSegment[], options: QRCodeOptions): QRCode | null {
  try {
    return createSymbol(content, options)
  } catch (error) {
    if (/too big to be stored|cannot contain this amount/.test((error as Error).message)) return null
    throw error
  }
}

// The ECI header for UTF-8 (26, ISO 18004) as a segment of the encoder: a mode indicator of four bits and, in place of
// the length of other segments, the number of the encoding.
const utf8Eci = {
  mode: { id: 'ECI', bit: 0b0111, ccBits: [8, 8, 8] },
  getLength: () => 26,
  getBitsLength: () => 0,
  write: () => {},
}

/**
 * Segments after an ECI header, without which readers guess the encoding of non-ASCII bytes wrongly. The encoder has no
 * ECI, but builds its segments with `reduce`: what that returns first is written first.
 */
class SegmentsWithEci extends Array<QRCodeSegment> {
  override reduce<T>(step: (made: T, segment: QRCodeSegment, i: number, all: QRCodeSegment[]) => T, start?: T): T {
    return [utf8Eci, ...(super.reduce(step, start as T) as unknown[])] as T
  }
}

// Mixed modes make the symbol smaller, but finding the best mix takes long for long texts.
const MAX_MIXED_LENGTH = 300

function contentOf(payload: string): string | QRCodeSegment[] {
  if (!/^[\u0000-\u007f]*$/.test(payload))
    return SegmentsWithEci.of({ data: Buffer.from(payload), mode: 'byte' } as QRCodeSegment)
  return payload.length <= MAX_MIXED_LENGTH ? payload : [{ data: payload } as QRCodeSegment]
}

const LOGO_MARGIN = 0.5

const floorToOdd = (length: number) => {
  const whole = Math.floor(length)
  return whole % 2 === 1 ? whole : whole - 1
}
const ceilToOdd = (length: number) => {
  const whole = Math.ceil(length)
  return whole % 2 === 1 ? whole : whole + 1
}

// The width of the square in the center without alignment patterns (positions: ISO 18004, annex E).
function clearCenterWidth(size: number): number {
  const version = (size - 17) / 4
  if (version === 1) return size
  const gaps = Math.floor(version / 7) + 1
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * gaps)) * 2
  let nearest = size
  for (let center = size - 7; center > 6; center -= step) nearest = Math.min(nearest, Math.abs(center - (size - 1) / 2))
  return 2 * (nearest - 3) + 1
}

// The size of a symbol is odd, so the cleared area must be odd too to be centered.
function withLogo({ size, dark }: Modules, image: Logo, { logosize, logomargin = LOGO_MARGIN }: LogoSpace): QrSymbol {
  const wanted = logosize === undefined ? floorToOdd(size * MAX_LOGO_SHARE) - 2 * logomargin : size * logosize
  // Where the margin leaves no room between the alignment patterns, it is smaller.
  const most = clearCenterWidth(size)
  const margin = Math.min(logomargin, (most - 1) / 2)
  const side = Math.max(1, Math.min(wanted, most - 2 * margin))
  const scale = side / Math.max(image.width, image.height)
  const width = image.width * scale
  const height = image.height * scale
  const room = 2 * margin - 1e-9
  const cleared = { width: ceilToOdd(width + room), height: ceilToOdd(height + room) }
  const left = (size - cleared.width) / 2
  const top = (size - cleared.height) / 2
  const remaining = dark.slice()
  for (let y = top; y < top + cleared.height; y++) remaining.fill(0, y * size + left, y * size + left + cleared.width)
  return {
    size,
    dark: remaining,
    logo: { image, x: (size - width) / 2, y: (size - height) / 2, width, height, cleared },
  }
}

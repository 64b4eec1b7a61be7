import type { QrDesign } from '../../schemas/qr-design.ts'
import type { Fault } from '../errors/api-error.ts'
import { formatRgb, parseRgb } from '../vector/colors.ts'
import { findMissingCharacters } from './caption.ts'

// Of a caption in a script without a font every character is missing.
const MAX_NAMED = 10

/** The faults of a design that the schema cannot find: characters of the caption that no font has. */
export async function findDesignFaults(design: QrDesign | null | undefined): Promise<Fault[]> {
  if (!design?.frame) return []
  const missing = await findMissingCharacters(design.frame.caption)
  if (missing.length === 0) return []
  const names = missing.slice(0, MAX_NAMED).map(nameOf).join(', ')
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : ''
  const message = `has characters that cannot be drawn: ${names}${more}; send text without them, such as Scan me`
  return [{ path: '/design/frame/caption', message }]
}

// With the code point, because a character may be invisible.
const nameOf = (character: string) =>
  `${character} (${[...character].map((part) => `U+${part.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(' ')})`

/** A valid color as it is stored. */
export function canonicalColor(text: string | null): string | null {
  const color = text === null ? null : parseRgb(text)
  return color && formatRgb(color)
}

const COLOR_FIELDS = new Set(['color', 'textcolor', 'eyeframecolor', 'eyeballcolor'])

/** A valid design as it is stored: colors in one form; null if it has no field. */
export function canonicalDesign(design: QrDesign | null): QrDesign | null {
  if (design === null || Object.keys(design).length === 0) return null
  return JSON.parse(JSON.stringify(design), (name, value: unknown) =>
    COLOR_FIELDS.has(name) && typeof value === 'string' ? canonicalColor(value) : value,
  )
}

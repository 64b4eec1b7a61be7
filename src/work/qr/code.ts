import { createHash, randomInt } from 'node:crypto'
import type { QrType } from '../../../schemas/qr.ts'
import type { Config } from '../../config.ts'
import { BLACK, type Colour, readColour, WHITE } from './colours.ts'
import { type Content, keptContent } from './content.ts'
import { keptLogo } from './logo.ts'
import { payloadOf } from './payload.ts'
import type { Colours } from './svg.ts'
import { makeSymbol, type QrSymbol } from './symbol.ts'

/** A code as it is kept, as far as its picture goes. */
export interface KeptCode {
  code: string
  type: QrType
  data: unknown
  is_static: boolean
  background: string | null
  foreground: string | null
  logo_image: Uint8Array | null
}

/** A kept code read: what it is about, what its picture holds, and how it is drawn. */
export interface Code {
  content: Content
  /** What a reader finds in the picture. */
  held: string
  colours: Colours
  symbol: QrSymbol
  /** Changes whenever the picture does. */
  version: string
}

/** What the picture of a dynamic code holds: an address that counts the scan and leads on. */
export const scanUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, code: string) => `${baseUrl}/q/${code}`

const colourOr = (text: string | null, other: Colour) => (text === null ? other : (readColour(text) ?? other))

/** Reads what was kept of a code. */
export function readCode(kept: KeptCode, config: Pick<Config, 'baseUrl'>): Code {
  const code = makeCode(kept, config)
  if (code === null) throw new Error('A code that fitted when it was made no longer does.')
  return code
}

/** Reads a code that may not fit: null where its content is too long for a symbol. */
export function makeCode(kept: KeptCode, config: Pick<Config, 'baseUrl'>): Code | null {
  const content = keptContent(kept.type, kept.data)
  const held = kept.is_static ? payloadOf(content) : scanUrl(config, kept.code)
  const colours = { foreground: colourOr(kept.foreground, BLACK), background: colourOr(kept.background, WHITE) }
  const symbol = makeSymbol(held, kept.logo_image === null ? null : keptLogo(kept.logo_image))
  if (symbol === null) return null
  const version = createHash('sha256')
    .update(JSON.stringify([held, colours]))
    .update(kept.logo_image ?? '')
    .digest('base64url')
    .slice(0, 10)
  return { content, held, colours, symbol, version }
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CODE_LENGTH = 7

/** A code for a public address, at random. */
export const newCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

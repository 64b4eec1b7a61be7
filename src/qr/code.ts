import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { QrCodes } from '../../db/tables/qr.ts'
import type { Config } from '../config/config.ts'
import { randomBase62 } from '../security/secrets.ts'
import { BLACK, type Colour, readColour, WHITE } from './colors.ts'
import { type Content, keptContent } from './content.ts'
import { keptLogo } from './logo.ts'
import { payloadOf } from './payload.ts'
import type { Colours } from './svg.ts'
import { makeSymbol, type QrSymbol } from './symbol.ts'

/** A code as it is kept, as far as its picture goes. */
export type KeptCode = Pick<
  Selectable<QrCodes>,
  'code' | 'type' | 'data' | 'is_static' | 'background' | 'foreground' | 'logo_image'
>

/** A kept code read: what it is about, what its picture holds, and in which colours. */
interface ReadCode {
  content: Content
  /** What a reader finds in the picture. */
  held: string
  colours: Colours
  /** Changes whenever the picture does. */
  version: string
}

/** A code that can be drawn. */
export interface Code extends ReadCode {
  symbol: QrSymbol
}

/** What the picture of a dynamic code holds: an address that counts the scan and leads on. */
export const scanUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, code: string) => `${baseUrl}/q/${code}`

const colourOr = (text: string | null, other: Colour) => (text === null ? other : (readColour(text) ?? other))

/** Reads what was kept of a code. */
export function readCode(kept: KeptCode, config: Pick<Config, 'baseUrl'>): ReadCode {
  const content = keptContent(kept.type, kept.data)
  const held = kept.is_static ? payloadOf(content) : scanUrl(config, kept.code)
  const colours = { foreground: colourOr(kept.foreground, BLACK), background: colourOr(kept.background, WHITE) }
  const version = createHash('sha256')
    .update(JSON.stringify([held, colours]))
    .update(kept.logo_image ?? '')
    .digest('base64url')
    .slice(0, 10)
  return { content, held, colours, version }
}

/** The symbol of a code; null where its content is too long for any. */
export const symbolFor = (kept: KeptCode, { held }: ReadCode) =>
  makeSymbol(held, kept.logo_image === null ? null : keptLogo(kept.logo_image))

/** A kept code with its symbol. */
export function readDrawable(kept: KeptCode, config: Pick<Config, 'baseUrl'>): Code {
  const code = readCode(kept, config)
  const symbol = symbolFor(kept, code)
  if (symbol === null) throw new Error('A code that fitted when it was made no longer does.')
  return { ...code, symbol }
}

const CODE_LENGTH = 7

/** A code for a public address, at random. */
export const newCode = () => randomBase62(CODE_LENGTH)

import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { QrCodes } from '../../db/tables/qr.ts'
import type { Config } from '../config/config.ts'
import { randomBase62 } from '../security/secrets.ts'
import { BLACK, WHITE } from '../vector/colors.ts'
import { type Content, readStoredContent } from './content.ts'
import { type Logo, readStoredLogo } from './logo.ts'
import { colorOr, type Look } from './look.ts'
import { payloadOf } from './payload.ts'
import { type LogoSpace, makeSymbol, measureSymbol, type QrSymbol } from './symbol.ts'

/** The stored columns that determine the picture of a code. */
export type StoredCode = Pick<
  Selectable<QrCodes>,
  'code' | 'domain' | 'type' | 'data' | 'is_static' | 'background' | 'foreground' | 'logo_image' | 'design'
>

interface ReadCode {
  content: Content
  /** The text encoded in the picture. */
  payload: string
  look: Look
  /** A hash of everything that determines the picture. */
  version: string
}

/** A code that can be drawn. */
export interface QrCode extends ReadCode {
  symbol: QrSymbol
}

/** The URL encoded in a dynamic code: it counts the scan and redirects or shows the content. */
export const scanUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, { domain, code }: Pick<StoredCode, 'domain' | 'code'>) =>
  `${domain ?? baseUrl}/q/${code}`

export function readStoredCode(stored: StoredCode, config: Pick<Config, 'baseUrl'>): ReadCode {
  const content = readStoredContent(stored.type, stored.data)
  const payload = stored.is_static ? payloadOf(content) : scanUrl(config, stored)
  const colors = { foreground: colorOr(stored.foreground, BLACK), background: colorOr(stored.background, WHITE) }
  const version = createHash('sha256')
    .update(JSON.stringify([payload, colors, ...(stored.design ? [stored.design] : [])]))
    .update(stored.logo_image ?? '')
    .digest('base64url')
    .slice(0, 10)
  return { content, payload, look: { ...colors, design: stored.design }, version }
}

const makeFor =
  <T>(make: (payload: string, logo: Logo | null, space: LogoSpace) => T) =>
  (stored: StoredCode, { payload }: ReadCode): T =>
    make(payload, stored.logo_image === null ? null : readStoredLogo(stored.logo_image), stored.design ?? {})

/** The symbol of a code; null where the payload is too long for a QR code. */
export const symbolFor = makeFor(makeSymbol)

/** The sizes of the symbol alone. */
export const measuredFor = makeFor(measureSymbol)

/** A stored code with its symbol. Throws where the payload is too long, which was checked before it was stored. */
export function buildQrCode(stored: StoredCode, config: Pick<Config, 'baseUrl'>): QrCode {
  const code = readStoredCode(stored, config)
  const symbol = symbolFor(stored, code)
  if (symbol === null) throw new Error('The payload of a stored QR code is too long.')
  return { ...code, symbol }
}

const CODE_LENGTH = 7

/** A random code for a public address, 7 base62 characters. */
export const randomCode = () => randomBase62(CODE_LENGTH)

import type { QrColumns } from '../../db/queries/qr.ts'
import { plainQrFields, type QrChange, type QrWarning } from '../../schemas/qr.ts'
import { QR_TYPES, type QrType } from '../../schemas/qr-content.ts'
import type { Config } from '../config/config.ts'
import { ApiError, type Fault, invalid } from '../errors/api-error.ts'

import { PictureError } from '../pictures/source.ts'
import { readStoredCode, type StoredCode, symbolFor } from './code.ts'
import { formatRgb, parseRgb } from './colors.ts'
import { type Content, readContent } from './content.ts'
import type { Logo } from './logo.ts'
import { isAlwaysStatic } from './payload.ts'
import { checkScannability } from './scannability.ts'
import { CAPACITY } from './symbol.ts'

type Appearance = Partial<Pick<QrColumns, 'background' | 'foreground' | 'logo' | 'logo_image'>>
type Plain = (typeof plainQrFields)[number]
// Compiles only if every plain field has a column of its name.
const plain: readonly (Plain & keyof QrColumns)[] = plainQrFields

interface QrInput {
  content: Content
  columns: Pick<QrColumns, 'type' | 'data'> & Partial<Pick<QrColumns, Plain>> & Appearance
}

/** Reads the logo at a source. Rejects only with PictureError. */
export type ReadLogo = (source: string) => Promise<Pick<Logo, 'png'>>

/** The faults of `data` and `static` in a code of this type: some types cannot be dynamic. */
export function findContentFaults(
  type: QrType,
  { data, static: isStatic }: { data?: unknown; static?: unknown },
): Fault[] {
  const read = readContent(type, data)
  const faults = 'faults' in read ? read.faults : []
  if (!isAlwaysStatic(type) || isStatic !== false) return faults
  return [...faults, { path: '/static', message: `cannot be false: ${type} codes always are static` }]
}

/**
 * The faults of `data` and `static` in an update. `stored` is the type of the code, undefined if there is no such code.
 */
export function findUpdateFaults(
  stored: QrType | undefined,
  body: { type?: unknown; data?: unknown; static?: unknown },
): Fault[] {
  const type = QR_TYPES.find((name) => name === body.type) ?? stored
  if (type !== undefined) return findContentFaults(type, body)
  if (QR_TYPES.some((name) => findContentFaults(name, { data: body.data }).length === 0)) return []
  return [{ path: '/data', message: 'is not the content of any type of code' }]
}

/** The fault of `logo`, which is fetched and decoded for that. */
export async function findLogoFaults({ logo }: { logo?: unknown }, readLogo: ReadLogo): Promise<Fault[]> {
  const faults: Fault[] = []
  if (typeof logo === 'string') await readLogoField(logo, readLogo, faults)
  return faults
}

/**
 * Reads the body of a request to create or update a QR code, and fetches its logo. Throws `invalid_request` with every
 * invalid field.
 */
export async function readQrInput(body: QrChange, type: QrType, readLogo: ReadLogo): Promise<QrInput> {
  const faults = findContentFaults(type, body)
  const read = readContent(type, body.data)
  const appearance: Appearance = {
    ...(body.background === undefined ? {} : { background: canonical(body.background) }),
    ...(body.foreground === undefined ? {} : { foreground: canonical(body.foreground) }),
    ...(await readLogoField(body.logo, readLogo, faults)),
  }
  if ('faults' in read || faults.length > 0) throw invalid(faults)
  const columns: QrInput['columns'] = { type, data: read.data, ...appearance }
  for (const name of plain) if (body[name] !== undefined) Object.assign(columns, { [name]: body[name] })
  return { content: read.content, columns }
}

// The schema has checked that the text is a color.
function canonical(text: string | null): string | null {
  const color = text === null ? null : parseRgb(text)
  return color && formatRgb(color)
}

async function readLogoField(
  logo: string | null | undefined,
  readLogo: ReadLogo,
  faults: Fault[],
): Promise<Appearance> {
  if (logo === undefined) return {}
  if (logo === null) return { logo: null, logo_image: null }
  try {
    return { logo, logo_image: (await readLogo(logo)).png }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    faults.push({ path: '/logo', message: error.message })
    return {}
  }
}

// The field that a client can change to avoid the warning.
const pathOf: Record<QrWarning['code'], string> = {
  contrast_low: '/foreground',
  light_on_dark: '/foreground',
  quiet_zone_small: '/data',
  logo_too_large: '/logo',
  modules_small: '/data',
  not_decoded: '/data',
  not_checked: '',
  payload_malformed: '/data',
}

/**
 * Warnings about a code before it is stored. Throws `invalid_request` where the content is too long and, if strict,
 * `may_not_scan` for any warning.
 */
export async function checkPicture(
  stored: StoredCode,
  config: Pick<Config, 'baseUrl'>,
  isStrict: boolean,
): Promise<QrWarning[]> {
  const warnings = await findWarnings(stored, config)
  if (isStrict) refuseWarnings(warnings)
  return warnings
}

/**
 * Warnings about a code before it is stored; its picture is not decoded if `isDecoded` says whether it can be. Throws
 * `invalid_request` where the content is too long.
 */
export async function findWarnings(
  stored: StoredCode,
  config: Pick<Config, 'baseUrl'>,
  isDecoded?: boolean,
): Promise<QrWarning[]> {
  const code = readStoredCode(stored, config)
  const symbol = symbolFor(stored, code)
  if (symbol === null) {
    const max = stored.logo_image === null ? CAPACITY.M : CAPACITY.H
    const message = `takes ${Buffer.byteLength(code.payload)} bytes; a code ${stored.logo_image === null ? '' : 'with a logo '}can contain at most ${max}`
    throw invalid([{ path: '/data', message }])
  }
  const { warnings } = await checkScannability({ ...code, symbol }, {}, isDecoded)
  return warnings
}

/** Throws `may_not_scan` if there is any warning. */
export function refuseWarnings(warnings: readonly QrWarning[]): void {
  if (warnings[0])
    throw new ApiError('may_not_scan', `Phones may not read this code: ${warnings[0].message}`, {
      errors: warnings.map((warning) => ({ path: pathOf[warning.code], message: warning.message })),
    })
}

import type { QrColumns } from '../../db/queries/qr.ts'
import { plainQrFields, type QrChange, type QrWarning } from '../../schemas/qr.ts'
import { QR_TYPES, type QrType } from '../../schemas/qr-content.ts'
import type { Config } from '../config/config.ts'
import { ApiError, type Fault, invalid } from '../errors/api-error.ts'
import { definedFields } from '../links/defined-fields.ts'
import { PictureRefused } from '../pictures/source.ts'
import { type KeptCode, readCode, symbolFor } from './code.ts'
import { colourText, readColour } from './colors.ts'
import { type Content, readContent } from './content.ts'
import { type LogoSources, readLogo } from './logo.ts'
import { isAlwaysStatic } from './payload.ts'
import { checkScannability } from './scannability.ts'
import { CAPACITY } from './symbol.ts'

type Looks = Partial<Pick<QrColumns, 'background' | 'foreground' | 'logo' | 'logo_image'>>
type Plain = (typeof plainQrFields)[number]
// A plain field without a column of its name does not compile.
const plain: readonly (Plain & keyof QrColumns)[] = plainQrFields

interface QrInput {
  content: Content
  columns: Pick<QrColumns, 'type' | 'data'> & Partial<Pick<QrColumns, Plain>> & Looks
}

/** What is wrong with the content of a code of this type: its data, and that it is to be dynamic where it cannot be. */
export function contentFaults(type: QrType, { data, static: isStatic }: { data?: unknown; static?: unknown }): Fault[] {
  const read = readContent(type, data)
  const faults = 'faults' in read ? read.faults : []
  if (!isAlwaysStatic(type) || isStatic !== false) return faults
  return [...faults, { path: '/static', message: `cannot be false: ${type} codes always are static` }]
}

/** What is wrong with an update of a code that is of this type, or of a code that is not there. */
export function updateFaults(
  stored: QrType | undefined,
  body: { type?: unknown; data?: unknown; static?: unknown },
): Fault[] {
  const type = QR_TYPES.find((one) => one === body.type) ?? stored
  if (type !== undefined) return contentFaults(type, body)
  if (QR_TYPES.some((one) => contentFaults(one, { data: body.data }).length === 0)) return []
  return [{ path: '/data', message: 'is the content of no type of code' }]
}

/** What is wrong with the logo that a body names: it is fetched and drawn. */
export async function logoFaults({ logo }: { logo?: unknown }, sources: LogoSources): Promise<Fault[]> {
  const faults: Fault[] = []
  if (typeof logo === 'string') await readLogoField(logo, sources, faults)
  return faults
}

/** Reads the body of a request to create or update a QR code, and fetches its logo. Throws `invalid_request` with every invalid field. */
export async function readQrInput(body: QrChange, type: QrType, sources: LogoSources): Promise<QrInput> {
  const faults = contentFaults(type, body)
  const read = readContent(type, body.data)
  const looks: Looks = {
    ...(body.background === undefined ? {} : { background: canonical(body.background) }),
    ...(body.foreground === undefined ? {} : { foreground: canonical(body.foreground) }),
    ...(await readLogoField(body.logo, sources, faults)),
  }
  if ('faults' in read || faults.length > 0) throw invalid(faults)
  return { content: read.content, columns: { type, data: read.data, ...definedFields(body, plain), ...looks } }
}

// The schema has made sure that it is a colour.
function canonical(text: string | null): string | null {
  const colour = text === null ? null : readColour(text)
  return colour && colourText(colour)
}

async function readLogoField(logo: string | null | undefined, sources: LogoSources, faults: Fault[]): Promise<Looks> {
  if (logo === undefined) return {}
  if (logo === null) return { logo: null, logo_image: null }
  try {
    return { logo, logo_image: (await readLogo(logo, sources)).png }
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    faults.push({ path: '/logo', message: error.message })
    return {}
  }
}

const pathOf: Record<QrWarning['code'], string> = {
  contrast_low: '/foreground',
  light_on_dark: '/foreground',
  quiet_zone_small: '/data',
  logo_too_large: '/logo',
  modules_small: '/data',
  not_decoded: '/data',
  payload_malformed: '/data',
}

/** What may keep phones from reading a code about to be stored. Throws `invalid_request` where the content is too long and, if strict, `may_not_scan` for any warning. */
export async function checkPicture(
  kept: KeptCode,
  config: Pick<Config, 'baseUrl'>,
  isStrict: boolean,
): Promise<QrWarning[]> {
  const code = readCode(kept, config)
  const symbol = symbolFor(kept, code)
  if (symbol === null) {
    const most = kept.logo_image === null ? CAPACITY.M : CAPACITY.H
    const message = `takes ${Buffer.byteLength(code.held)} bytes; a code ${kept.logo_image === null ? '' : 'with a logo '}holds at most ${most}`
    throw invalid([{ path: '/data', message }])
  }
  const { warnings } = await checkScannability({ ...code, symbol })
  if (isStrict && warnings[0])
    throw new ApiError('may_not_scan', `Phones may not read this code: ${warnings[0].message}`, {
      errors: warnings.map((warning) => ({ path: pathOf[warning.code], message: warning.message })),
    })
  return warnings
}

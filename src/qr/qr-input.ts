import type { QrColumns } from '../../db/queries/qr.ts'
import { plainQrFields, type QrChange } from '../../schemas/qr.ts'
import type { QrWarning } from '../../schemas/qr-check.ts'
import { QR_TYPES, type QrType } from '../../schemas/qr-content.ts'
import type { QrDesign } from '../../schemas/qr-design.ts'
import type { Config } from '../config/config.ts'
import { ApiError, type Fault, invalid } from '../errors/api-error.ts'
import { PictureError } from '../pictures/source.ts'
import { measuredFor, readStoredCode, type StoredCode, scanUrl, symbolFor } from './code.ts'
import { type CodeDomains, domainFaults } from './code-references.ts'
import { type Content, readContent } from './content.ts'
import { canonicalColor, canonicalDesign, findDesignFaults } from './design-input.ts'
import type { Logo } from './logo.ts'
import { fixedStatic, payloadOf } from './payload.ts'
import { checkMeasured, checkScannability } from './scannability.ts'
import { CAPACITY } from './symbol.ts'

type Appearance = Partial<Pick<QrColumns, 'background' | 'foreground' | 'logo' | 'logo_image' | 'design' | 'domain'>>
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
  const fixed = fixedStatic(type)
  if (fixed === undefined || isStatic !== !fixed) return faults
  const message = `cannot be ${!fixed}: ${type} codes always are ${fixed ? 'static' : 'dynamic'}`
  return [...faults, { path: '/static', message }]
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

/** The faults of `logo`, which is fetched and decoded for that, and of a valid `design`. */
export async function findPictureFaults(
  { logo, design }: { logo?: unknown; design?: unknown },
  readLogo: ReadLogo,
): Promise<Fault[]> {
  const faults = await findDesignFaults(design as QrDesign | null | undefined)
  if (typeof logo === 'string') await readLogoField(logo, readLogo, faults)
  return faults
}

/**
 * Reads the body of a request to create or update a QR code, and fetches its logo. Throws `invalid_request` with every
 * invalid field.
 */
export async function readQrInput(
  body: QrChange,
  type: QrType,
  readLogo: ReadLogo,
  domains: CodeDomains,
): Promise<QrInput> {
  const faults = [
    ...findContentFaults(type, body),
    ...(await findDesignFaults(body.design)),
    ...domainFaults(body.domain, domains),
  ]
  const read = readContent(type, body.data)
  const appearance = {
    ...(await appearanceOf(body, readLogo, faults)),
    ...(body.domain === undefined ? {} : { domain: domains(body.domain) ?? null }),
  }
  if ('faults' in read || faults.length > 0) throw invalid(faults)
  const columns: QrInput['columns'] = { type, data: read.data, ...appearance }
  for (const name of plain) if (body[name] !== undefined) Object.assign(columns, { [name]: body[name] })
  return { content: read.content, columns }
}

/** The columns of what a body says about the look of codes. A logo that cannot be read is added to the faults. */
export async function appearanceOf(
  { background, foreground, design, logo }: Pick<QrChange, 'background' | 'foreground' | 'design' | 'logo'>,
  readLogo: ReadLogo,
  faults: Fault[],
): Promise<Omit<Appearance, 'domain'>> {
  return {
    ...(background === undefined ? {} : { background: canonicalColor(background) }),
    ...(foreground === undefined ? {} : { foreground: canonicalColor(foreground) }),
    ...(design === undefined ? {} : { design: canonicalDesign(design) }),
    ...(await readLogoField(logo, readLogo, faults)),
  }
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
  background_transparent: '/design/transparent',
  modules_small: '/data',
  not_decoded: '/data',
  not_checked: '',
  payload_malformed: '/data',
  printed_fixed: '/data',
  printed_elsewhere: '/domain',
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
  const fitting = <T>(symbol: T | null): T => {
    if (symbol !== null) return symbol
    const max = stored.logo_image === null ? CAPACITY.M : CAPACITY.H
    const message = `takes ${Buffer.byteLength(code.payload)} bytes; a code ${stored.logo_image === null ? '' : 'with a logo '}can contain at most ${max}`
    throw invalid([{ path: '/data', message }])
  }
  const { warnings } =
    isDecoded === undefined
      ? await checkScannability({ ...code, symbol: fitting(symbolFor(stored, code)) })
      : await checkMeasured({ ...code, symbol: fitting(measuredFor(stored, code)) }, isDecoded)
  return warnings
}

/** The warning about a change that pictures already printed do not follow. */
export const PRINTED_FIXED: QrWarning = {
  code: 'printed_fixed',
  message:
    'Pictures that were printed before have the previous content: they encode it instead of a URL of this service.',
}

/** Whether pictures of `before` have content that a scan of `after` does not lead to. */
export function leavesPrinted(before: StoredCode, after: StoredCode, config: Pick<Config, 'baseUrl'>): boolean {
  return before.is_static && readStoredCode(before, config).payload !== payloadOf(readStoredCode(after, config).content)
}

/** The warning about a change of the domain of a dynamic code; null if its pictures stay the same. */
export function movedWarning(before: StoredCode, after: StoredCode, config: Pick<Config, 'baseUrl'>): QrWarning | null {
  if (before.is_static || before.domain === after.domain) return null
  const url = scanUrl(config, before)
  const condition = before.domain === null ? '' : ` while ${before.domain} is a domain of the account`
  return {
    code: 'printed_elsewhere',
    message: `Pictures that were printed before lead to ${url}; they go on working${condition}.`,
  }
}

/** Throws `may_not_scan` if there is any warning. `paths` are the fields that a client can change. */
export function refuseWarnings(warnings: readonly QrWarning[], paths: Partial<typeof pathOf> = pathOf): void {
  if (warnings[0])
    throw new ApiError('may_not_scan', `Phones may not read this code: ${warnings[0].message}`, {
      errors: warnings.map((warning) => ({ path: paths[warning.code] ?? '', message: warning.message })),
    })
}

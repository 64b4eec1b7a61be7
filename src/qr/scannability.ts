import sharp from 'sharp'
import type { QrVerdict, QrWarning } from '../../schemas/qr-check.ts'
import { formatHex } from '../vector/colors.ts'
import type { QrCode } from './code.ts'
import { boxOf } from './code-drawing.ts'
import { findColorWarnings } from './color-warnings.ts'
import { computeLayout, QUIET_ZONE } from './layout.ts'
import type { Look } from './look.ts'
import { drawPicture, type PictureOptions } from './picture.ts'
import { findRawPayloadFault } from './raw-payload.ts'
import { readPicture } from './reader.ts'
import { MAX_LOGO_SHARE, type MeasuredSymbol } from './symbol.ts'

// Pixels per module: below the first, readers fail occasionally; below the second, phones fail.
const MIN_MODULE = 4
const MIN_READABLE_MODULE = 2.5

// Larger pictures are not harder to read, only slower.
const MAX_READ_SIZE = 1024
// Up to these sizes decoding takes about 10 ms; larger pictures are decoded in a worker thread.
const MAX_MODULES_IN_PROCESS = 45
const MAX_PIXELS_IN_PROCESS = 420
// Camera pictures are slightly out of focus: small modules are decoded again with this blur (standard deviation in
// pixels).
const BLUR = 0.7
const MAX_BLURRED_MODULE = 6
// The other views of styled codes: blurred by this part of a module, and with so many pixels per module.
const BLURRED_SHARE = 0.25
const SMALLER_MODULE = 4.3

const floor = (value: number, digits: number) => Math.floor(value * 10 ** digits) / 10 ** digits
const percent = (share: number) => `${floor(share * 100, 1)} %`

type Checked = Pick<QrCode, 'look' | 'payload' | 'content'>

/**
 * Checks whether phones will read a code's picture of this size: contrast, quiet zone, logo, pixels per module, and
 * whether a decoder reads the drawn picture. Also warns about payloads that phones cannot use.
 */
export async function checkScannability(
  { symbol, ...code }: Checked & Pick<QrCode, 'symbol'>,
  options: PictureOptions = {},
): Promise<QrVerdict> {
  return verdictOf({ symbol, ...code }, options, (scale) => isDecoded({ symbol, ...code }, options, scale))
}

/** The same where it is known whether a decoder reads the picture, which is not drawn. */
export const checkMeasured = (code: Checked & { symbol: MeasuredSymbol }, isDecoded: boolean): Promise<QrVerdict> =>
  verdictOf(code, {}, async () => isDecoded)

async function verdictOf(
  { symbol, look, content }: Checked & { symbol: MeasuredSymbol },
  options: PictureOptions,
  isRead: (scale: number) => Promise<boolean>,
): Promise<QrVerdict> {
  const colors = findColorWarnings(look)
  const quietZone = options.margin ?? QUIET_ZONE
  const box = boxOf(symbol, look, quietZone)
  const { scale, width } = computeLayout(box, options.size)
  const module = floor(scale, 2)
  const logoShare = symbol.logo ? symbol.logo.cleared.width / symbol.size : 0
  const decoded = await isRead(scale)
  const warnings = [...colors.warnings]
  if (quietZone < QUIET_ZONE)
    warnings.push({
      code: 'quiet_zone_small',
      message: `The quiet zone around the symbol is ${quietZone} modules wide; ${QUIET_ZONE} are needed.`,
    })
  if (logoShare > MAX_LOGO_SHARE)
    warnings.push({
      code: 'logo_too_large',
      message: `The logo covers ${percent(logoShare)} of the symbol's width; at most ${percent(MAX_LOGO_SHARE)} can be corrected.`,
    })
  if (module < MIN_MODULE)
    warnings.push({
      code: 'modules_small',
      message: `A module is ${module} pixels wide at ${width} pixels; at least ${MIN_MODULE} are needed, so a width of ${MIN_MODULE * box.width} pixels.`,
    })
  if (!decoded)
    warnings.push({ code: 'not_decoded', message: 'The picture could not be read back, sharp and slightly blurred.' })
  const isScannable = decoded && module >= MIN_READABLE_MODULE && warnings.every(({ code }) => harmless.has(code))
  const fault = 'rawPayload' in content ? findRawPayloadFault(content.type, content.rawPayload) : null
  if (fault !== null) warnings.push({ code: 'payload_malformed', message: fault })
  return {
    scannable: isScannable,
    decoded,
    contrast: colors.contrast,
    quietZone: { found: quietZone, needed: QUIET_ZONE },
    logo: { found: floor(logoShare, 4), needed: MAX_LOGO_SHARE },
    module: { found: module, needed: MIN_MODULE },
    warnings,
  }
}

/** Warnings of pictures that are scannable nevertheless: at the size, and on the ground, that they are meant for. */
const harmless = new Set<QrWarning['code']>(['modules_small', 'background_transparent'])

async function isDecoded(
  { symbol, look, payload }: Pick<QrCode, 'symbol' | 'look' | 'payload'>,
  options: PictureOptions,
  scale: number,
): Promise<boolean> {
  const size = options.size === undefined ? undefined : Math.min(options.size, MAX_READ_SIZE)
  const drawn = await drawPicture(symbol, look, 'png', { ...options, size })
  const picture = look.design?.transparent ? await onBackground(drawn, look) : drawn
  const isLarge = symbol.size > MAX_MODULES_IN_PROCESS || (size ?? 0) > MAX_PIXELS_IN_PROCESS
  const isRead = async (view: Buffer) => (await readPicture(view, isLarge)) === payload
  if (look.design && scale >= MAX_BLURRED_MODULE) return await isReadTwice(picture, scale, isRead)
  if (!(await isRead(picture))) return false
  if (scale >= MAX_BLURRED_MODULE) return true
  return await isRead(await sharp(picture).blur(BLUR).png().toBuffer())
}

const onBackground = (picture: Buffer, { background }: Look) =>
  sharp(picture)
    .flatten({ background: formatHex(background) })
    .png()
    .toBuffer()

// The decoder misses round shapes at single sizes that all others read: two of three views suffice, as drawn, out of
// focus, and smaller.
async function isReadTwice(picture: Buffer, scale: number, isRead: (view: Buffer) => Promise<boolean>) {
  const blurred = () =>
    sharp(picture)
      .blur(scale * BLURRED_SHARE)
      .png()
      .toBuffer()
  const smaller = async () => {
    const { width = 0 } = await sharp(picture).metadata()
    return await sharp(picture)
      .resize({ width: Math.round((width / scale) * SMALLER_MODULE) })
      .png()
      .toBuffer()
  }
  const found = [await isRead(picture), await isRead(await blurred())]
  if (found[0] === found[1]) return found[0] === true
  return await isRead(await smaller())
}

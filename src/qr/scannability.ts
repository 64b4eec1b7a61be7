import sharp from 'sharp'
import type { QrVerdict, QrWarning } from '../../schemas/qr.ts'
import type { QrCode } from './code.ts'
import { contrastRatio, luminance } from './colors.ts'
import { computeLayout, QUIET_ZONE } from './layout.ts'
import { drawPicture, type PictureOptions } from './picture.ts'
import { findRawPayloadFault } from './raw-payload.ts'
import { readPicture } from './reader.ts'
import { MAX_LOGO_SHARE } from './symbol.ts'

const MIN_CONTRAST = 3
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

const floor = (value: number, digits: number) => Math.floor(value * 10 ** digits) / 10 ** digits
const percent = (share: number) => `${floor(share * 100, 1)} %`

/**
 * Checks whether phones will read a code's picture of this size: contrast, quiet zone, logo, pixels per module, and
 * whether a decoder reads the drawn picture, unless that is `known`. Also warns about payloads that phones cannot use.
 */
export async function checkScannability(
  { symbol, colors, payload, content }: Pick<QrCode, 'symbol' | 'colors' | 'payload' | 'content'>,
  options: PictureOptions = {},
  known?: boolean,
): Promise<QrVerdict> {
  const contrast = floor(contrastRatio(colors.foreground, colors.background), 2)
  const quietZone = options.margin ?? QUIET_ZONE
  const { scale, size } = computeLayout(symbol, quietZone, options.size)
  const module = floor(scale, 2)
  const logoShare = symbol.logo ? symbol.logo.cleared.width / symbol.size : 0
  const decoded = known ?? (await isDecoded({ symbol, colors, payload }, options, scale))
  const warnings: QrWarning[] = []
  if (contrast < MIN_CONTRAST)
    warnings.push({
      code: 'contrast_low',
      message: `The contrast of foreground and background is ${contrast}:1; at least ${MIN_CONTRAST}:1 is needed.`,
    })
  const [front, back] = [luminance(colors.foreground), luminance(colors.background)]
  if (front > back)
    warnings.push({
      code: 'light_on_dark',
      message: `The foreground is lighter than the background (luminance ${floor(front, 2)} on ${floor(back, 2)}); many readers need dark on light.`,
    })
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
      message: `A module is ${module} pixels wide at ${size} pixels; at least ${MIN_MODULE} are needed, so ${MIN_MODULE * (symbol.size + 2 * quietZone)} pixels each way.`,
    })
  if (!decoded)
    warnings.push({ code: 'not_decoded', message: 'The picture could not be read back, sharp and slightly blurred.' })
  const isScannable = decoded && module >= MIN_READABLE_MODULE && warnings.every(({ code }) => code === 'modules_small')
  const fault = 'rawPayload' in content ? findRawPayloadFault(content.type, content.rawPayload) : null
  if (fault !== null) warnings.push({ code: 'payload_malformed', message: fault })
  return {
    scannable: isScannable,
    decoded,
    contrast: { found: contrast, needed: MIN_CONTRAST },
    quietZone: { found: quietZone, needed: QUIET_ZONE },
    logo: { found: floor(logoShare, 4), needed: MAX_LOGO_SHARE },
    module: { found: module, needed: MIN_MODULE },
    warnings,
  }
}

async function isDecoded(
  { symbol, colors, payload }: Pick<QrCode, 'symbol' | 'colors' | 'payload'>,
  options: PictureOptions,
  scale: number,
): Promise<boolean> {
  const size = options.size === undefined ? undefined : Math.min(options.size, MAX_READ_SIZE)
  const picture = await drawPicture(symbol, colors, 'png', { ...options, size })
  const isLarge = symbol.size > MAX_MODULES_IN_PROCESS || (size ?? 0) > MAX_PIXELS_IN_PROCESS
  if ((await readPicture(picture, isLarge)) !== payload) return false
  if (scale >= MAX_BLURRED_MODULE) return true
  return (await readPicture(await sharp(picture).blur(BLUR).png().toBuffer(), isLarge)) === payload
}

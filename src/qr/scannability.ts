import type { QrVerdict, QrWarning } from '../../../schemas/qr.ts'
import { contrastRatio, luminance } from './colours.ts'
import { QUIET_ZONE } from './layout.ts'
import { drawPicture, type PictureOptions } from './picture.ts'
import { readBack } from './reader.ts'
import type { Colours } from './svg.ts'
import { LARGEST_LOGO, type QrSymbol } from './symbol.ts'

const LEAST_CONTRAST = 3

// A larger picture is no harder to read, only slower.
const LARGEST_READ = 1024
// Up to these, reading takes about 10 ms.
const MOST_MODULES_HERE = 45
const MOST_PIXELS_HERE = 420

const floor = (value: number, digits: number) => Math.floor(value * 10 ** digits) / 10 ** digits
const percent = (share: number) => `${floor(share * 100, 1)} %`

/** Judges whether phones will read a picture: by its figures, and by drawing it and reading it back. */
export async function judge(
  symbol: QrSymbol,
  colours: Colours,
  payload: string,
  options: PictureOptions = {},
): Promise<QrVerdict> {
  const contrast = floor(contrastRatio(colours.foreground, colours.background), 2)
  const quietZone = options.margin ?? QUIET_ZONE
  const share = symbol.logo ? symbol.logo.cleared.width / symbol.size : 0
  const size = options.size === undefined ? undefined : Math.min(options.size, LARGEST_READ)
  const picture = await drawPicture(symbol, colours, 'png', { ...options, size })
  const isHeavy = symbol.size > MOST_MODULES_HERE || (size ?? 0) > MOST_PIXELS_HERE
  const decoded = (await readBack(picture, isHeavy)) === payload
  const warnings: QrWarning[] = []
  if (contrast < LEAST_CONTRAST)
    warnings.push({
      code: 'contrast_low',
      message: `The contrast of foreground and background is ${contrast}:1; at least ${LEAST_CONTRAST}:1 is needed.`,
    })
  const [front, back] = [luminance(colours.foreground), luminance(colours.background)]
  if (front > back)
    warnings.push({
      code: 'light_on_dark',
      message: `The foreground is lighter than the background (luminance ${floor(front, 2)} on ${floor(back, 2)}); many readers need dark on light.`,
    })
  if (quietZone < QUIET_ZONE)
    warnings.push({
      code: 'quiet_zone_small',
      message: `The quiet zone round the symbol is ${quietZone} modules wide; ${QUIET_ZONE} are needed.`,
    })
  if (share > LARGEST_LOGO)
    warnings.push({
      code: 'logo_too_large',
      message: `The logo covers ${percent(share)} of the symbol's width; at most ${percent(LARGEST_LOGO)} can be mended.`,
    })
  if (!decoded)
    warnings.push({
      code: 'not_decoded',
      message: 'Reading the picture back gave 0 of 1 codes; 1 is needed.',
    })
  return {
    scannable: warnings.length === 0,
    decoded,
    contrast: { found: contrast, needed: LEAST_CONTRAST },
    quietZone: { found: quietZone, needed: QUIET_ZONE },
    logo: { found: floor(share, 4), needed: LARGEST_LOGO },
    warnings,
  }
}

import { contrastRatio, luminance } from './colours.ts'
import { QUIET_ZONE } from './layout.ts'
import { drawPicture, type PictureOptions } from './picture.ts'
import { readBack } from './reader.ts'
import type { Colours } from './svg.ts'
import { LARGEST_LOGO, type QrSymbol } from './symbol.ts'

export const LEAST_CONTRAST = 3

// A larger picture is no harder to read, only slower.
const LARGEST_READ = 1024

export const WARNINGS = ['contrast_low', 'light_on_dark', 'quiet_zone_small', 'logo_too_large', 'not_decoded'] as const

/** Why phones may not read a picture; the message gives the figure found and the one needed. */
export interface Warning {
  code: (typeof WARNINGS)[number]
  message: string
}

export interface Verdict {
  scannable: boolean
  /** An independent reader found exactly what the picture is to hold. */
  decoded: boolean
  /** WCAG ratio of the two colours. */
  contrast: { found: number; needed: number }
  /** Modules. */
  quietZone: { found: number; needed: number }
  /** Width of the cleared middle as a part of the symbol's; `needed` is the most. */
  logo: { found: number; needed: number }
  warnings: Warning[]
}

const floor = (value: number, digits: number) => Math.floor(value * 10 ** digits) / 10 ** digits
const percent = (share: number) => `${floor(share * 100, 1)} %`

/** Judges whether phones will read a picture: by its figures, and by drawing it and reading it back. */
export async function judge(
  symbol: QrSymbol,
  colours: Colours,
  payload: string,
  options: PictureOptions = {},
): Promise<Verdict> {
  const contrast = floor(contrastRatio(colours.foreground, colours.background), 2)
  const quietZone = options.margin ?? QUIET_ZONE
  const share = symbol.logo ? symbol.logo.cleared.width / symbol.size : 0
  const size = options.size === undefined ? undefined : Math.min(options.size, LARGEST_READ)
  const decoded = (await readBack(await drawPicture(symbol, colours, 'png', { ...options, size }))) === payload
  const warnings: Warning[] = []
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

import type { QrFigure, QrWarning } from '../../schemas/qr-check.ts'
import { contrastRatio, luminance } from '../vector/colors.ts'
import { darkColors, type Look } from './look.ts'

const MIN_CONTRAST = 3
// Of a code with a design, whose shapes and several colors leave readers less: zbar and ZXing miss rings of less contrast.
const MIN_STYLED_CONTRAST = 4.5

const floor = (value: number, digits: number) => Math.floor(value * 10 ** digits) / 10 ** digits

/**
 * The lowest contrast of a dark color of a look with its background and the least that is needed, and what is wrong with
 * its colors.
 */
export function findColorWarnings(look: Look): { contrast: QrFigure; warnings: QrWarning[] } {
  const { background, design } = look
  const needed = design ? MIN_STYLED_CONTRAST : MIN_CONTRAST
  const colors = darkColors(look).map(({ color, name }) => ({
    name,
    contrast: floor(contrastRatio(color, background), 2),
    luminance: luminance(color),
  }))
  const [worst] = colors.toSorted((a, b) => a.contrast - b.contrast)
  const [lightest] = colors.toSorted((a, b) => b.luminance - a.luminance)
  if (!worst || !lightest) throw new Error('A code has at least one color.')
  const warnings: QrWarning[] = []
  if (worst.contrast < needed)
    warnings.push({
      code: 'contrast_low',
      message: `The contrast of ${worst.name} and background is ${worst.contrast}:1; at least ${needed}:1 is needed.`,
    })
  const ground = luminance(background)
  if (lightest.luminance > ground)
    warnings.push({
      code: 'light_on_dark',
      message: `The ${lightest.name} is lighter than the background (luminance ${floor(lightest.luminance, 2)} on ${floor(ground, 2)}); many readers need dark on light.`,
    })
  if (design?.transparent) {
    // The luminance from which the contrast with the lightest color suffices (WCAG 2).
    const least = needed * (lightest.luminance + 0.05) - 0.05
    warnings.push({
      code: 'background_transparent',
      message: `The picture is transparent: whether phones read it depends on the ground, which must have a luminance of at least ${Math.min(1, floor(least, 2))} (1 is white). It was read back on the background color.`,
    })
  }
  return { contrast: { found: worst.contrast, needed }, warnings }
}

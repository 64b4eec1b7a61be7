import type { QrDesign } from '../../schemas/qr-design.ts'
import { BLACK, type Color, type Colors, contrastRatio, luminance, parseRgb, WHITE } from '../vector/colors.ts'
import { linearGradient, type Paint, radialGradient, type Stop } from '../vector/drawing.ts'

/** What a code looks like, besides its logo. */
export interface Look extends Colors {
  design?: QrDesign | null
}

/** The color of a text; the other one if there is none. */
export const colorOr = (text: string | null | undefined, other: Color): Color => (text && parseRgb(text)) || other

/** The stops of the gradient of a look, by their places; empty if it has none. */
export function stopsOf({ design, foreground }: Look): Stop[] {
  const stops = design?.gradient?.stops ?? []
  return stops.map(({ at, color }) => ({ at, color: colorOr(color, foreground) })).sort((a, b) => a.at - b.at)
}

/** What the dark modules of a symbol of `size` by `size` are painted with. */
export function foregroundPaint(look: Look, size: number): Paint {
  const { gradient } = look.design ?? {}
  if (!gradient) return look.foreground
  const square = { x: 0, y: 0, width: size, height: size }
  return gradient.type === 'radial'
    ? radialGradient(square, stopsOf(look))
    : linearGradient(square, gradient.angle ?? 0, stopsOf(look))
}

/** A color of a look that readers must tell from the background, and what has it. */
export interface DarkColor {
  color: Color
  name: string
}

/** All colors of a symbol's dark parts. Between two stops a gradient is never lighter than at the lighter one. */
export function darkColors(look: Look): DarkColor[] {
  const { gradient, eyeframecolor, eyeballcolor } = look.design ?? {}
  const colors = gradient
    ? stopsOf(look).map(({ at, color }) => ({ color, name: `gradient at ${at}` }))
    : [{ color: look.foreground, name: 'foreground' }]
  if (eyeframecolor) colors.push({ color: colorOr(eyeframecolor, look.foreground), name: 'ring of the eyes' })
  if (eyeballcolor) colors.push({ color: colorOr(eyeballcolor, look.foreground), name: 'center of the eyes' })
  return colors
}

/** The color of a frame: its own, else the darkest of the foreground. */
export function frameColor(look: Look): Color {
  const stops = stopsOf(look).map(({ color }) => color)
  const [darkest = look.foreground] = stops.sort((a, b) => luminance(a) - luminance(b))
  return colorOr(look.design?.frame?.color, darkest)
}

const LEGIBLE = 3

/** The color of a caption: its own, else the background if that can be read on the frame, else black or white. */
export function captionColor(look: Look): Color {
  const frame = frameColor(look)
  const fitting = () => {
    if (look.design?.frame?.type === 'text') return frame
    if (contrastRatio(look.background, frame) >= LEGIBLE) return look.background
    return contrastRatio(BLACK, frame) > contrastRatio(WHITE, frame) ? BLACK : WHITE
  }
  return colorOr(look.design?.frame?.textcolor, fitting())
}

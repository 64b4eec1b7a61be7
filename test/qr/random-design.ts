import { EYE_SHAPES, FRAME_TYPES, MODULE_SHAPES, type QrDesign } from '../../schemas/qr-design.ts'
import { type Color, formatRgb } from '../../src/vector/colors.ts'

const CAPTIONS = [
  'Scan me',
  'Отсканируй меня',
  'امسح الرمز',
  'मेन्यू देखें',
  '扫码点餐',
  'Tell us what you think of it, please',
]

/** A random design: each part is there in about half of them, so that most combinations occur. */
export function randomDesign(random: () => number): QrDesign {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const isSet = (share = 0.5) => random() < share
  // Mostly dark colors, so that many designs have no warning.
  const color = () => formatRgb(darkColor(random))
  const gradient = () => ({
    type: pick(['linear', 'radial'] as const),
    angle: Math.floor(random() * 360),
    stops: Array.from({ length: 2 + Math.floor(random() * 3) }, () => ({ at: random(), color: color() })),
  })
  return {
    modules: pick(MODULE_SHAPES),
    eyeframe: pick(EYE_SHAPES),
    eyeball: pick(EYE_SHAPES),
    ...(isSet() ? { eyeframecolor: color() } : {}),
    ...(isSet() ? { eyeballcolor: color() } : {}),
    ...(isSet() ? { gradient: gradient() } : {}),
    ...(isSet(0.2) ? { transparent: true } : {}),
    ...(isSet() ? { logosize: 0.08 + random() * 0.2 } : {}),
    ...(isSet() ? { logomargin: Math.floor(random() * 5) / 2 } : {}),
    ...(isSet() ? { frame: randomFrame(random, pick, color) } : {}),
  }
}

function randomFrame(random: () => number, pick: <T>(values: readonly T[]) => T, color: () => string) {
  return {
    type: pick(FRAME_TYPES),
    caption: pick(CAPTIONS),
    position: pick(['below', 'above'] as const),
    ...(random() < 0.5 ? { color: color() } : {}),
  }
}

function darkColor(random: () => number): Color {
  const part = () => Math.floor(random() ** 1.5 * 130)
  return { red: part(), green: part(), blue: part() }
}

/** A light color. */
export function lightColor(random: () => number): Color {
  const part = () => 255 - Math.floor(random() ** 2 * 90)
  return { red: part(), green: part(), blue: part() }
}

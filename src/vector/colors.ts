/** An sRGB color; each channel is 0 to 255. */
export interface Color {
  red: number
  green: number
  blue: number
}

/** The colors of a QR code's dark and light modules. */
export interface Colors {
  foreground: Color
  background: Color
}

export const BLACK: Color = { red: 0, green: 0, blue: 0 }
export const WHITE: Color = { red: 255, green: 255, blue: 255 }

const RGB = /^\s*rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)\s*$/

/** Parses `rgb(r,g,b)`, with or without spaces; null if the text is anything else. */
export function parseRgb(text: string): Color | null {
  const [red, green, blue] = (RGB.exec(text)?.slice(1) ?? []).map(Number)
  if (red === undefined || green === undefined || blue === undefined) return null
  return Math.max(red, green, blue) > 255 ? null : { red, green, blue }
}

/** `rgb(r,g,b)`, the form of the API. */
export const formatRgb = ({ red, green, blue }: Color) => `rgb(${red},${green},${blue})`

/** `#rrggbb`. */
export const formatHex = ({ red, green, blue }: Color) =>
  `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`

const linear = (channel: number) => (channel <= 10.31475 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4)

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
export const luminance = ({ red, green, blue }: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio as WCAG 2 defines it, 1 to 21. */
export function contrastRatio(a: Color, b: Color): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

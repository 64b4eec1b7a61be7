/** A colour of the sRGB space, each part 0 to 255. */
export interface Colour {
  red: number
  green: number
  blue: number
}

export const BLACK: Colour = { red: 0, green: 0, blue: 0 }
export const WHITE: Colour = { red: 255, green: 255, blue: 255 }

const RGB = /^\s*rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)\s*$/

/** Reads `rgb(r,g,b)`, spaces allowed; null where the text is anything else. */
export function readColour(text: string): Colour | null {
  const [red, green, blue] = (RGB.exec(text)?.slice(1) ?? []).map(Number)
  if (red === undefined || green === undefined || blue === undefined) return null
  return Math.max(red, green, blue) > 255 ? null : { red, green, blue }
}

/** `rgb(r,g,b)`, as the contract writes it. */
export const colourText = ({ red, green, blue }: Colour) => `rgb(${red},${green},${blue})`

/** `#rrggbb`. */
export const colourHex = ({ red, green, blue }: Colour) =>
  `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`

const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
export const luminance = ({ red, green, blue }: Colour) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio as WCAG 2 defines it, 1 to 21. */
export function contrastRatio(a: Colour, b: Colour): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Whether a text is a color of the form `#RRGGBB`. */
export function isHex(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)
}

/** The least contrast of text that WCAG 2 (AA) asks for. */
export const MIN_CONTRAST = 4.5

/** Contrast ratio of two `#RRGGBB` colors as WCAG 2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/**
 * The preferred color if its contrast on the background is at least 4.5, else black or white, whichever has more
 * contrast.
 */
export function readable(preferred: string | null, background: string): string {
  if (preferred !== null && contrast(preferred, background) >= MIN_CONTRAST) return preferred
  return contrast('#ffffff', background) >= contrast('#111111', background) ? '#ffffff' : '#111111'
}

/** A mixture of two `#RRGGBB` colors; `share` is that of the second, 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** The relative luminance of a `#RRGGBB` color as WCAG 2 defines it, 0 (black) to 1 (white). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

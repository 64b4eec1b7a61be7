import type { QrDesign } from '../../schemas/qr-design.ts'

/** A picture of the gallery: what a request to create it would send besides the content. */
export interface Sample {
  name: string
  foreground?: string
  background?: string
  design?: QrDesign
  hasLogo?: boolean
}

export const rgb = (hex: string) =>
  `rgb(${[0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`
const stops = (...colors: string[]) => colors.map((hex, i) => ({ at: i / (colors.length - 1), color: rgb(hex) }))
export const linear = (angle: number, ...colors: string[]) => ({
  type: 'linear' as const,
  angle,
  stops: stops(...colors),
})
export const radial = (...colors: string[]) => ({ type: 'radial' as const, stops: stops(...colors) })

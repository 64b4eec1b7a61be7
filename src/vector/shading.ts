import type { Color } from './colors.ts'
import type { Gradient, Stop } from './drawing.ts'

/** A number in PDF and PostScript, which have no exponents: at most five decimals. */
export const decimal = (length: number) => String(Math.round(length * 1e5) / 1e5)

/** The red, green and blue of a color, 0 to 1 each. */
export const channels = ({ red, green, blue }: Color) =>
  [red, green, blue].map((channel) => decimal(channel / 255)).join(' ')

/** The shading dictionary of a gradient, which is the same in PDF and PostScript. */
export function shadingDictionary(gradient: Gradient): string {
  const coordinates =
    gradient.kind === 'linear'
      ? [...gradient.from, ...gradient.to]
      : [...gradient.center, 0, ...gradient.center, gradient.radius]
  return `<< /ShadingType ${gradient.kind === 'linear' ? 2 : 3} /ColorSpace /DeviceRGB /Coords [${coordinates.map(decimal).join(' ')}] /Extend [true true] /Function ${stitched(gradient.stops)} >>`
}

// One exponential function of degree 1 between each two stops, joined at the stops.
function stitched(stops: readonly Stop[]): string {
  const first = stops[0] as Stop
  const last = stops.at(-1) as Stop
  const all = [...(first.at > 0 ? [{ ...first, at: 0 }] : []), ...stops, ...(last.at < 1 ? [{ ...last, at: 1 }] : [])]
  const functions = all
    .slice(1)
    .map(
      ({ color }, i) =>
        `<< /FunctionType 2 /Domain [0 1] /C0 [${channels((all[i] as Stop).color)}] /C1 [${channels(color)}] /N 1 >>`,
    )
  const bounds = all.slice(1, -1).map(({ at }) => decimal(at))
  return `<< /FunctionType 3 /Domain [0 1] /Functions [${functions.join(' ')}] /Bounds [${bounds.join(' ')}] /Encode [${functions.map(() => '0 1').join(' ')}] >>`
}

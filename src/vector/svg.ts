import { createHash } from 'node:crypto'
import { formatHex } from './colors.ts'
import { type Drawing, type Gradient, isGradient, type Paint, type Shape } from './drawing.ts'
import { type Path, rectangle } from './path.ts'

/** A drawing as an SVG of this size in pixels. */
export function writeSvg({ box, background, shapes }: Drawing, width: number, height: number): string {
  const paints = shapes.flatMap((shape) => ('paint' in shape && isGradient(shape.paint) ? shape.paint : []))
  const gradients = new Map(paints.map((gradient) => [idOf(gradient), gradientElement(gradient)]))
  const definitions = gradients.size > 0 ? `<defs>${[...gradients.values()].join('')}</defs>` : ''
  const ground = background === null ? '' : pathElement(rectangle(box), background)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">${definitions}${ground}${shapes.map(shapeElement).join('')}</svg>`
}

const short = (length: number) => String(Math.round(length * 1000) / 1000)

const shapeElement = (shape: Shape) =>
  'path' in shape
    ? pathElement(shape.path, shape.paint)
    : `<image x="${short(shape.x)}" y="${short(shape.y)}" width="${short(shape.width)}" height="${short(shape.height)}" preserveAspectRatio="none" href="data:image/png;base64,${shape.bitmap.png.toString('base64')}"/>`

const pathElement = (path: Path, paint: Paint) =>
  `<path fill="${isGradient(paint) ? `url(#${idOf(paint)})` : formatHex(paint)}" d="${pathData(path)}"/>`

/** The attribute `d` of a path, with relative coordinates of at most three decimals. */
export function pathData(path: Path): string {
  let data = ''
  // The rounded position, from which the next step is measured: errors do not add up.
  let [x, y] = [0, 0]
  for (const step of path) {
    if (step[0] === 'Z') {
      data += 'z'
      continue
    }
    const [kind, ...numbers] = step
    const rounded = numbers.map((at) => Math.round(at * 1000) / 1000)
    const [toX, toY] = rounded.slice(-2) as [number, number]
    if (kind === 'M') data += `M${toX} ${toY}`
    else if (kind === 'C') data += `c${rounded.map((at, i) => short(at - (i % 2 === 0 ? x : y))).join(' ')}`
    else if (toX === x) data += `v${short(toY - y)}`
    else if (toY === y) data += `h${short(toX - x)}`
    else data += `l${short(toX - x)} ${short(toY - y)}`
    x = toX
    y = toY
  }
  return data
}

// Several drawings in one page: equal ids have equal gradients.
const idOf = (gradient: Gradient) =>
  `g${createHash('sha256').update(JSON.stringify(gradient)).digest('hex').slice(0, 10)}`

function gradientElement(gradient: Gradient): string {
  const stops = gradient.stops
    .map(({ at, color }) => `<stop offset="${short(at)}" stop-color="${formatHex(color)}"/>`)
    .join('')
  const id = `id="${idOf(gradient)}" gradientUnits="userSpaceOnUse"`
  if (gradient.kind === 'radial') {
    const [x, y] = gradient.center.map(short)
    return `<radialGradient ${id} cx="${x}" cy="${y}" r="${short(gradient.radius)}">${stops}</radialGradient>`
  }
  const [x1, y1, x2, y2] = [...gradient.from, ...gradient.to].map(short)
  return `<linearGradient ${id} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops}</linearGradient>`
}

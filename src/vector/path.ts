/** One step of a path. Coordinates are absolute; y grows downwards. C is a cubic Bézier curve. */
export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z']

/** Closed outlines, filled by the nonzero rule: an outline in the other direction is a hole. */
export type Path = readonly Step[]

/** Radii of the four corners of a rectangle: top left, top right, bottom right, bottom left. */
export type Radii = readonly [number, number, number, number]

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

// Where the control points of a cubic curve lie that is closest to a quarter of a circle of radius 1.
const KAPPA = 0.5523

type Point = readonly [x: number, y: number]

const towards = ([x, y]: Point, [toX, toY]: Point, length: number): Point => {
  const whole = Math.hypot(toX - x, toY - y)
  return whole === 0 ? [x, y] : [x + ((toX - x) / whole) * length, y + ((toY - y) / whole) * length]
}

/**
 * A closed polygon with horizontal and vertical edges; `radii` are those of its corners, 0 for a sharp one. The radii at
 * both ends of an edge must not be longer than the edge together.
 */
export function roundedPolygon(corners: readonly Point[], radii: readonly number[]): Path {
  const path: Step[] = []
  for (const [i, corner] of corners.entries()) {
    const radius = radii[i] ?? 0
    const before = corners.at(i - 1) as Point
    const after = corners[(i + 1) % corners.length] as Point
    const start = towards(corner, before, radius)
    path.push([i === 0 ? 'M' : 'L', ...start])
    if (radius === 0) continue
    const end = towards(corner, after, radius)
    path.push(['C', ...towards(start, corner, radius * KAPPA), ...towards(end, corner, radius * KAPPA), ...end])
  }
  return withoutEmptyLines([...path, ['Z']])
}

// Two curves that meet leave a line of no length between them.
function withoutEmptyLines(path: Path): Path {
  let last: readonly number[] = []
  return path.filter((step) => {
    const [kind, ...numbers] = step
    const end = numbers.slice(-2)
    const isEmpty =
      kind === 'L' && Math.abs((end[0] ?? 0) - (last[0] ?? 0)) + Math.abs((end[1] ?? 0) - (last[1] ?? 0)) < 1e-9
    last = end
    return !isEmpty
  })
}

const cornersOf = ({ x, y, width, height }: Rectangle): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

export const rectangle = (area: Rectangle, radii: Radii = [0, 0, 0, 0]): Path => roundedPolygon(cornersOf(area), radii)

/** A rectangle as a hole in a path that contains it. */
export const hole = (area: Rectangle, [topLeft, topRight, bottomRight, bottomLeft]: Radii = [0, 0, 0, 0]): Path =>
  roundedPolygon(cornersOf(area).reverse(), [bottomLeft, bottomRight, topRight, topLeft])

export const polygon = (corners: readonly Point[]): Path => roundedPolygon(corners, [])

/** A path scaled, then moved. */
export function placed(path: Path, scale: number, moveX: number, moveY: number): Path {
  return path.map((step) => {
    if (step[0] === 'Z') return step
    const [kind, ...numbers] = step
    return [kind, ...numbers.map((at, i) => at * scale + (i % 2 === 0 ? moveX : moveY))] as unknown as Step
  })
}

/** The smallest rectangle that contains all points of a path, control points included; null for an empty path. */
export function boundsOf(path: Path): Rectangle | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [, ...numbers] of path)
    for (let i = 0; i < numbers.length; i += 2) {
      const [x, y] = [numbers[i] as number, numbers[i + 1] as number]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

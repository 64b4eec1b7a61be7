import type { ModuleShape } from '../../schemas/qr-design.ts'
import { type Path, rectangle, roundedPolygon, type Step } from '../vector/path.ts'
import { outlines } from './outline.ts'
import type { Modules } from './symbol.ts'

const INNER_RADIUS = 0.4

type Corner = 'topRight' | 'bottomRight' | 'bottomLeft' | 'topLeft' | 'inner'

/** Radius of a corner, in modules; `isAlone`: of a module that has no neighbor at its sides. */
type RadiusOf = (corner: Corner, isAlone: boolean) => number

const isClassy = (corner: Corner) => corner === 'topLeft' || corner === 'bottomRight'
const radii: Record<Exclude<ModuleShape, 'dots'>, RadiusOf> = {
  square: () => 0,
  rounded: (corner) => (corner === 'inner' ? 0 : 0.5),
  'extra-rounded': (corner) => (corner === 'inner' ? INNER_RADIUS : 0.5),
  classy: (corner) => (isClassy(corner) ? 0.5 : 0),
  // A module that is alone would keep too little of its area with two corners of radius 1.
  'classy-rounded': (corner, isAlone) => (isClassy(corner) ? (isAlone ? 0.5 : 1) : 0),
}

/** The dark modules of a symbol as one path, in modules from its top left corner. */
export function modulePath(modules: Modules, shape: ModuleShape): Path {
  return shape === 'dots' ? dots(modules) : areas(modules, radii[shape])
}

// Dots touch: with smaller ones jsQR fails at some sizes.
function dots({ size, dark }: Modules): Path {
  const path: Step[] = []
  for (let cell = 0; cell < dark.length; cell++) {
    if (!dark[cell]) continue
    const [x, y] = [cell % size, Math.floor(cell / size)]
    path.push(...rectangle({ x, y, width: 1, height: 1 }, [0.5, 0.5, 0.5, 0.5]))
  }
  return path
}

function areas(modules: Modules, radiusOf: RadiusOf): Path {
  const path: Step[] = []
  for (const area of outlines(modules)) {
    const corners = Array.from(
      { length: area.length / 2 },
      (_, i) => [area[2 * i], area[2 * i + 1]] as [number, number],
    )
    const isAlone = corners.length === 4 && isUnitSquare(corners)
    const rounded = corners.map((_, i) => radiusOf(cornerAt(corners, i), isAlone))
    for (const step of roundedPolygon(corners, rounded)) path.push(step)
  }
  return path
}

const isUnitSquare = ([[left, top] = [0, 0], , [right, bottom] = [0, 0]]: [number, number][]) =>
  Math.abs(right - left) === 1 && Math.abs(bottom - top) === 1

// The dark area is on the right of each edge: a turn to the right is a corner of a module.
function cornerAt(corners: readonly [number, number][], i: number): Corner {
  const [[fromX, fromY], [x, y], [toX, toY]] = [corners.at(i - 1), corners[i], corners[(i + 1) % corners.length]] as [
    [number, number],
    [number, number],
    [number, number],
  ]
  if ((x - fromX) * (toY - y) - (y - fromY) * (toX - x) < 0) return 'inner'
  if (x > fromX) return 'topRight'
  if (y > fromY) return 'bottomRight'
  return x < fromX ? 'bottomLeft' : 'topLeft'
}

import type { Color } from './colors.ts'
import type { Path, Rectangle } from './path.ts'

/** A color at a place of a gradient, 0 at its start to 1 at its end. */
export interface Stop {
  at: number
  color: Color
}

/** Colors along a line, or from a center to the edge of a circle; the first and last color continue beyond. */
export type Gradient =
  | { kind: 'linear'; from: readonly [number, number]; to: readonly [number, number]; stops: readonly Stop[] }
  | { kind: 'radial'; center: readonly [number, number]; radius: number; stops: readonly Stop[] }

export type Paint = Color | Gradient

/** A PNG with its size in pixels. */
export interface Bitmap {
  png: Buffer
  width: number
  height: number
}

export type Shape = { path: Path; paint: Paint } | ({ bitmap: Bitmap } & Rectangle)

/** A drawing in units of its own, with y growing downwards; the writers of files scale it. */
export interface Drawing {
  /** The visible area. */
  box: Rectangle
  /** null: transparent. */
  background: Color | null
  /** From back to front. */
  shapes: readonly Shape[]
}

export const isGradient = (paint: Paint): paint is Gradient => 'stops' in paint

/** The gradient line at an angle in degrees (0: to the right, 90: down) that spans a square. */
export function linearGradient(square: Rectangle, angle: number, stops: readonly Stop[]): Gradient {
  const radians = (angle * Math.PI) / 180
  const [x, y] = [Math.cos(radians), Math.sin(radians)]
  const half = ((Math.abs(x) + Math.abs(y)) * square.width) / 2
  const [centerX, centerY] = [square.x + square.width / 2, square.y + square.height / 2]
  return {
    kind: 'linear',
    from: [centerX - x * half, centerY - y * half],
    to: [centerX + x * half, centerY + y * half],
    stops,
  }
}

/** The gradient from the center of a square to its corners. */
export function radialGradient(square: Rectangle, stops: readonly Stop[]): Gradient {
  const center = [square.x + square.width / 2, square.y + square.height / 2] as const
  return { kind: 'radial', center, radius: square.width * Math.SQRT1_2, stops }
}

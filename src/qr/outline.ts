import type { Modules } from './symbol.ts'

const RIGHT = 1
const DOWN = 2
const LEFT = 4
const UP = 8
const steps = [
  [RIGHT, 1, 0],
  [DOWN, 0, 1],
  [LEFT, -1, 0],
  [UP, 0, -1],
] as const

/**
 * The outlines of a symbol's dark areas: closed polygons with the dark area on the right of each edge, as `x, y` pairs
 * in modules. One polygon per area, not per module: anti-aliasing would show a light line between neighboring modules.
 */
export function outlines({ size, dark }: Modules): number[][] {
  const across = size + 1
  const edges = edgesOf(dark, size)
  const polygons: number[][] = []
  for (let start = 0; start < edges.length; start++) {
    while ((edges[start] ?? 0) & RIGHT) {
      const polygon: number[] = []
      let at = start
      let turn = 0
      let last = -1
      do {
        const here = edges[at] ?? 0
        // Turns right first, so that areas that touch only at a corner become two polygons.
        for (const side of [1, 0, 3]) {
          const next = (turn + side) & 3
          if (!(here & steps[next as 0 | 1 | 2 | 3][0])) continue
          turn = last < 0 ? 0 : next
          break
        }
        const [bit, dx, dy] = steps[turn as 0 | 1 | 2 | 3]
        if (turn !== last) polygon.push(at % across, Math.floor(at / across))
        edges[at] = (edges[at] ?? 0) & ~bit
        last = turn
        at += dx + dy * across
      } while (at !== start)
      polygons.push(polygon)
    }
  }
  return polygons
}

// For every corner of the grid, a bit for each direction in which an edge with a dark module on its right leaves it.
function edgesOf(dark: Uint8Array, size: number): Uint8Array {
  const across = size + 1
  const edges = new Uint8Array(across * across)
  const mark = (x: number, y: number, bit: number) => {
    const corner = y * across + x
    edges[corner] = (edges[corner] ?? 0) | bit
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const cell = y * size + x
      if (!dark[cell]) continue
      if (y === 0 || !dark[cell - size]) mark(x, y, RIGHT)
      if (x === size - 1 || !dark[cell + 1]) mark(x + 1, y, DOWN)
      if (y === size - 1 || !dark[cell + size]) mark(x + 1, y + 1, LEFT)
      if (x === 0 || !dark[cell - 1]) mark(x, y + 1, UP)
    }
  }
  return edges
}

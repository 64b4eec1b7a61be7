import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Writes src/html/world-map.ts: `cd tools/map && npm ci && npm run make`. The shapes have 740 KB, the paths of a page 14 KB.

const TARGET = fileURLToPath(new URL('../../src/html/world-map.ts', import.meta.url))
const BIOME = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))

type Point = [x: number, y: number]
interface Topology {
  arcs: Point[][]
  transform: { scale: Point; translate: Point }
  objects: { countries: { geometries: Geometry[] } }
}
interface Geometry {
  type: 'Polygon' | 'MultiPolygon'
  id?: string
  properties: { name: string }
  arcs: number[][] | number[][][]
}

const WIDTH = 720
/** The longitude in the middle, so that the edges cut nothing but St. Lawrence Island. */
const MIDDLE = 11
/** Corners that change the shape by less than this, and islands that are smaller, are left out. In square pixels. */
const MIN_CORNER = 2
const MIN_ISLAND = 4

// The Natural Earth projection (Patterson, Šavrič and Jenny): x and y of a longitude and latitude in radians.
function project([longitude, latitude]: Point): Point {
  const fromMiddle = ((longitude - MIDDLE + 540) % 360) - 180
  const [l, p] = [(fromMiddle * Math.PI) / 180, (latitude * Math.PI) / 180]
  const [p2, p4] = [p * p, p ** 4]
  return [
    l * (0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4))),
    p * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4))),
  ]
}
const [HALF] = project([MIDDLE + 179.999, 0])
const [, TOP] = project([0, 84])
const [, BOTTOM] = project([0, -56])
const SCALE = WIDTH / 2 / HALF
const toPixels = (place: Point): Point => {
  const [x, y] = project(place)
  return [(x + HALF) * SCALE, (TOP - y) * SCALE]
}

const read = (name: string): Topology =>
  JSON.parse(readFileSync(new URL(`node_modules/world-atlas/${name}.json`, import.meta.url), 'utf8'))

// Points of an arc are differences on a grid.
function arcsOf({ arcs, transform: { scale, translate } }: Topology): Point[][] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return toPixels([x * scale[0] + translate[0], y * scale[1] + translate[1]])
    })
  })
}

const triangle = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

// Visvalingam and Whyatt: removes the corner that changes the shape least, again and again. Ends stay, so that
// neighbors fit.
function simplify(arc: readonly Point[]): Point[] {
  const kept = [...arc]
  while (kept.length > 2) {
    const areas = kept.slice(1, -1).map((point, at) => triangle(kept[at] as Point, point, kept[at + 2] as Point))
    const least = areas.indexOf(Math.min(...areas))
    if ((areas[least] ?? 0) >= MIN_CORNER) break
    kept.splice(least + 1, 1)
  }
  return kept
}

const areaOf = (ring: readonly Point[]) =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length] as Point
      return sum + x * nextY - nextX * y
    }, 0),
  ) / 2

const widthOf = (ring: readonly Point[]) => {
  const all = ring.map(([x]) => x)
  return Math.max(...all) - Math.min(...all)
}

const ringsOf = ({ type, arcs }: Geometry): number[][] =>
  type === 'Polygon' ? (arcs as number[][]) : (arcs as number[][][]).flat()
const join = (indexes: readonly number[], arcs: readonly Point[][]): Point[] =>
  indexes.flatMap((index) => (index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])).slice(0, -1))

// Whole pixels, each as the difference to the one before.
function pathOf(ring: readonly Point[]): string {
  const whole = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)])
  const steps = whole
    .slice(1)
    .map(([x, y], at): Point => [x - (whole[at]?.[0] ?? 0), y - (whole[at]?.[1] ?? 0)])
    .filter(([dx, dy]) => dx !== 0 || dy !== 0)
  if (steps.length < 2) return ''
  const numbers = steps.flat().reduce((text, value) => text + (value < 0 || text === '' ? '' : ' ') + value, '')
  return `M${whole[0]?.join(' ')}l${numbers}z`
}

// CLDR knows the numeric codes as aliases of regions. Kosovo has none.
function codeOf({ id, properties }: Geometry): string | null {
  if (id === undefined) return properties.name === 'Kosovo' ? 'XK' : null
  return new Intl.Locale(Intl.getCanonicalLocales(`und-${id}`)[0] ?? 'und').region ?? null
}

const coarse = read('countries-110m')
const [all, simple] = [arcsOf(coarse), arcsOf(coarse).map(simplify)]
const shapes: Record<string, string> = {}
let nameless = ''
for (const geometry of coarse.objects.countries.geometries) {
  const code = codeOf(geometry)
  if (code === 'AQ') continue
  const drawn = ringsOf(geometry)
    .filter((ring) => areaOf(join(ring, all)) >= MIN_ISLAND && widthOf(join(ring, all)) < WIDTH / 2)
    .map((ring) => pathOf(join(ring, simple)))
    .join('')
  if (code === null) nameless += drawn
  else if (drawn !== '') shapes[code] = drawn
}

const fine = read('countries-50m')
const fineArcs = arcsOf(fine)
const points: Record<string, string> = {}
for (const geometry of fine.objects.countries.geometries) {
  const code = codeOf(geometry)
  if (code === null || code === 'AQ' || Object.hasOwn(shapes, code) || Object.hasOwn(points, code)) continue
  const [largest = []] = ringsOf(geometry)
    .map((ring) => join(ring, fineArcs))
    .sort((a, b) => areaOf(b) - areaOf(a))
  const middle = [0, 1].map((axis) =>
    Math.round(largest.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / largest.length),
  )
  points[code] = middle.join(' ')
}

const sorted = (record: Record<string, string>) => JSON.stringify(Object.fromEntries(Object.entries(record).sort()))
const source = `// Made by tools/map, not edited by hand. From Natural Earth (public domain), in the Natural Earth projection.

/** The size of the map. */
export const MAP_SIZE = { width: ${WIDTH}, height: ${Math.ceil((TOP - BOTTOM) * SCALE)} } as const

/** The outlines of countries, as data of SVG paths, by ISO alpha-2 code. */
export const MAP_SHAPES: Readonly<Record<string, string>> = ${sorted(shapes)}

/** Land that has no code. */
export const MAP_OTHER_LAND = ${JSON.stringify(nameless)}

/** The middle of each country that is too small to be drawn, as x and y. */
export const MAP_POINTS: Readonly<Record<string, string>> = ${sorted(points)}
`
const made = execFileSync(BIOME, ['check', '--write', `--stdin-file-path=${TARGET}`], {
  input: source,
  encoding: 'utf8',
})
if (!process.argv.includes('--check')) writeFileSync(TARGET, made)
else if (readFileSync(TARGET, 'utf8') !== made) {
  process.stdout.write('src/html/world-map.ts is not what tools/map makes: run `npm run make` there.\n')
  process.exitCode = 1
}

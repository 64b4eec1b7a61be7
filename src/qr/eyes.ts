import type { EyeShape } from '../../schemas/qr-design.ts'
import { hole, type Path, type Radii, rectangle } from '../vector/path.ts'
import type { Modules } from './symbol.ts'

/** Width of an eye (finder pattern): a ring of one module around a ball of three. */
export const EYE = 7
const BALL = 3

/** The positions of the three eyes, and to which side the middle of the symbol is. */
const eyesOf = (size: number) => [
  { x: 0, y: 0, toRight: true, toBottom: true },
  { x: size - EYE, y: 0, toRight: false, toBottom: true },
  { x: 0, y: size - EYE, toRight: true, toBottom: false },
]
type Eye = ReturnType<typeof eyesOf>[number]

/** The modules of a symbol without those of its eyes. */
export function withoutEyes({ size, dark }: Modules): Modules {
  const rest = dark.slice()
  for (const { x, y } of eyesOf(size))
    for (let row = y; row < y + EYE; row++) rest.fill(0, row * size + x, row * size + x + EYE)
  return { size, dark: rest }
}

/** The rings of the three eyes, in modules. */
export const eyeFrames = (size: number, shape: EyeShape): Path =>
  eyesOf(size).flatMap((eye) => [
    ...rectangle({ x: eye.x, y: eye.y, width: EYE, height: EYE }, radii(eye, shape, OUTER)),
    ...hole({ x: eye.x + 1, y: eye.y + 1, width: EYE - 2, height: EYE - 2 }, radii(eye, shape, INNER)),
  ])

/** The balls of the three eyes in rings of this shape, in modules. */
export const eyeBalls = (size: number, shape: EyeShape, ring: EyeShape): Path =>
  eyesOf(size).flatMap((eye) => {
    if (shape === 'circle') return disc({ x: eye.x + EYE / 2, y: eye.y + EYE / 2 }, ROUND_BALL)
    const least = ring === 'circle' ? LEAST_RADIUS : 0
    const corners = radii(eye, shape, CENTER).map((radius) => Math.max(radius, least)) as unknown as Radii
    return rectangle({ x: eye.x + 2, y: eye.y + 2, width: BALL, height: BALL }, corners)
  })

// Readers also measure eyes diagonally. jsQR misses round balls of the exact width in other rings, and all readers miss
// balls with sharp corners in round rings.
const ROUND_BALL = 1.65
const LEAST_RADIUS = 1

const disc = ({ x, y }: { x: number; y: number }, radius: number): Path =>
  rectangle({ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, [radius, radius, radius, radius])

// The radius of a rounded corner. The inner edge of a ring has a radius that is one module smaller, so that the ring is
// equally wide everywhere. With more than 2.5, ZXing misses leaves and drops among dots; zbar misses full circles.
const OUTER = { rounded: 2, curved: 2.5, round: 3.2 }
const INNER = { rounded: 1, curved: 1.5, round: 2.2 }
const CENTER = { rounded: 0.75, curved: 1.25, round: BALL / 2 }

function radii(eye: Eye, shape: EyeShape, { rounded, curved, round }: typeof OUTER): Radii {
  switch (shape) {
    case 'square':
      return [0, 0, 0, 0]
    case 'rounded':
      return [rounded, rounded, rounded, rounded]
    case 'circle':
      return [round, round, round, round]
    // Sharp at the corner of the symbol and at the opposite one.
    case 'leaf':
      return eye.toRight === eye.toBottom ? [0, curved, 0, curved] : [curved, 0, curved, 0]
    // Sharp at the corner that points to the middle.
    case 'drop': {
      const pointed = eye.toBottom ? (eye.toRight ? 2 : 3) : 1
      return [0, 1, 2, 3].map((corner) => (corner === pointed ? 0 : curved)) as unknown as Radii
    }
  }
}

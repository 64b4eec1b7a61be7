import sharp from 'sharp'
import t from 'tap'
import { EYE_SHAPES, MODULE_SHAPES, type QrDesign } from '../../schemas/qr-design.ts'
import { drawPicture } from '../../src/qr/picture.ts'
import { makeSymbol } from '../../src/qr/symbol.ts'
import { BLACK, WHITE } from '../../src/vector/colors.ts'

const symbol = makeSymbol('https://example.com/menu/of/the/day')
if (!symbol) throw new Error('too long')
const SCALE = 10

// The gray value of the pixel at a place in modules, 0 to 255.
async function pixelsOf(design: QrDesign) {
  const picture = await drawPicture(
    symbol as NonNullable<typeof symbol>,
    { foreground: BLACK, background: WHITE, design },
    'png',
    {
      size: (symbol?.size ?? 0) * SCALE,
      margin: 0,
    },
  )
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) =>
    data[Math.floor(y * SCALE) * info.width * info.channels + Math.floor(x * SCALE) * info.channels]
}

const designs: QrDesign[] = [
  ...MODULE_SHAPES.map((modules) => ({ modules })),
  ...EYE_SHAPES.flatMap((eyeframe) => EYE_SHAPES.map((eyeball) => ({ eyeframe, eyeball }))),
]

t.test('the middle of every module is as dark as in the symbol, with every shape', async (t) => {
  const { size, dark } = symbol
  for (const design of designs) {
    const at = await pixelsOf(design)
    const wrong: string[] = []
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        // The corners of eyes may be round.
        const isEye = (x < 7 || x >= size - 7) && (y < 7 || y >= size - 7) && !(x >= size - 7 && y >= size - 7)
        const isMiddle = [x % size, y % size].some((place) => [3, size - 4].includes(place))
        if (isEye && !isMiddle) continue
        if ((at(x + 0.5, y + 0.5) === 0) !== (dark[y * size + x] === 1)) wrong.push(`${x} ${y}`)
      }
    t.same(wrong, [], JSON.stringify(design))
  }
})

t.test('a shape rounds the corners that it names, and joins neighbors', async (t) => {
  const { size, dark } = symbol
  const isDark = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && dark[y * size + x] === 1
  const cells = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)] as const).filter(
    ([x, y]) => isDark(x, y) && !((x < 8 || x >= size - 8) && (y < 8 || y >= size - 8)),
  )
  // By shape: whether a corner without neighbors is light at the left top, right top, right bottom and left bottom.
  const rounded = {
    square: [false, false, false, false],
    rounded: [true, true, true, true],
    'extra-rounded': [true, true, true, true],
    classy: [true, false, true, false],
    'classy-rounded': [true, false, true, false],
  } as const
  for (const [modules, expected] of Object.entries(rounded)) {
    const at = await pixelsOf({ modules: modules as keyof typeof rounded, eyeframe: 'rounded' })
    const wrong: string[] = []
    for (const [x, y] of cells)
      for (const [corner, [dx, dy]] of (
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ] as const
      ).entries()) {
        const isOuter = !isDark(x + dx, y) && !isDark(x, y + dy)
        const isInner = isDark(x + dx, y) || isDark(x, y + dy)
        const isLight = at(x + 0.5 + dx * 0.45, y + 0.5 + dy * 0.45) === 255
        if (isOuter && isLight !== expected[corner]) wrong.push(`${x} ${y} ${corner}`)
        if (isInner && isLight) wrong.push(`${x} ${y} ${corner} is not joined`)
      }
    t.same(wrong, [], modules)
  }
})

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import type { QrDesign } from '../../schemas/qr-design.ts'
import { computeLayout } from '../../src/qr/layout.ts'
import { drawPicture } from '../../src/qr/picture.ts'
import { readPicture } from '../../src/qr/reader.ts'
import { makeSymbol } from '../../src/qr/symbol.ts'
import { BLACK, WHITE } from '../../src/vector/colors.ts'

const run = promisify(execFile)
const payload = 'https://example.com/menu'
const logo = {
  png: await sharp({ create: { width: 90, height: 60, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.8 } } })
    .png()
    .toBuffer(),
  width: 90,
  height: 60,
}
const stops = [
  { at: 0.2, color: 'rgb(0,40,120)' },
  { at: 0.5, color: 'rgb(120,0,90)' },
  { at: 1, color: 'rgb(0,90,40)' },
]
const looks: QrDesign[] = [
  { modules: 'dots', eyeframe: 'circle', eyeball: 'circle', gradient: { type: 'linear', angle: 30, stops } },
  {
    modules: 'classy',
    gradient: { type: 'radial', stops },
    frame: { type: 'border', caption: 'امسح', position: 'above' },
  },
  { modules: 'extra-rounded', eyeballcolor: 'rgb(90,0,0)', frame: { type: 'bubble', caption: 'Scan me' } },
]
const drawn = (design: QrDesign, format: 'pdf' | 'eps' | 'svg' | 'png', size?: number) => {
  const symbol = makeSymbol(payload, logo, design)
  if (!symbol) throw new Error('too long')
  return drawPicture(symbol, { foreground: BLACK, background: WHITE, design }, format, { size })
}

t.test('PDF and EPS files show the same as the PNG', async (t) => {
  const hasGhostscript = await run('gs', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasGhostscript) return void t.skip('gs is not installed (Debian: ghostscript)', () => {})
  const dir = t.testdir({})
  for (const [i, design] of looks.entries())
    for (const format of ['pdf', 'eps'] as const) {
      const [file, png] = [join(dir, `${i}.${format}`), join(dir, `${i}.${format}.png`)]
      await writeFile(file, await drawn(design, format))
      const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop', '-sDEVICE=png16m', '-r96']
      await run('gs', [...options, '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', `-sOutputFile=${png}`, file])
      const picture = await sharp(png).png().toBuffer()
      t.equal(await readPicture(picture), payload, `${format} ${i}`)
      const expected = await sharp(await drawn(design, 'png')).metadata()
      const { width, height } = await sharp(picture).metadata()
      t.same([width, height], [expected.width, expected.height])
      t.ok((await meanDifference(picture, await drawn(design, 'png'))) < 6, `${format} ${i} has the same pixels`)
    }
})

async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()))
  if (!left || !right) throw new Error('no pixels')
  return left.reduce((sum, value, i) => sum + Math.abs(value - (right[i] ?? 0)), 0) / left.length
}

t.test('a logo has the size asked for, with the margin asked for, and covers no alignment pattern', async (t) => {
  for (const length of [10, 60, 200, 700])
    for (const [logosize, logomargin] of [
      [0.05, 0],
      [0.2, 0.5],
      [0.2, 4],
      [0.4, 2],
    ] as const) {
      const symbol = makeSymbol('w'.repeat(length), logo, { logosize, logomargin })
      const placed = symbol?.logo
      if (!placed) return t.fail('no logo')
      const { size } = symbol
      t.ok(placed.width <= size * logosize + 1e-9)
      t.ok(Math.abs(placed.width / placed.height - 1.5) < 1e-9)
      if (logomargin < 4) t.ok(placed.cleared.width >= placed.width + 2 * logomargin - 1e-9)
      t.equal(placed.cleared.width % 2, 1)
      // Up to version 6 there is one alignment pattern: 5 modules wide, its middle 7 from the edge.
      if (size > 21 && size <= 41)
        t.ok((size + placed.cleared.width) / 2 <= size - 9 + 1e-9, `${size} ${logosize} ${logomargin}`)
    }
})

t.test('a picture with a frame has room for it, and its modules have whole pixels', async (t) => {
  for (const type of ['text', 'bar', 'bubble', 'border'] as const)
    for (const size of [undefined, 333, 1000]) {
      const { width = 0, height = 0 } = await sharp(
        await drawn({ frame: { type, caption: 'Scan me' } }, 'png', size),
      ).metadata()
      t.equal(width, size ?? width)
      t.ok(height > width && height < width * 1.5, `${type}: ${width} by ${height}`)
    }
  for (const box of [
    { width: 35, height: 42 },
    { width: 60, height: 75 },
  ]) {
    const { scale, width, height, padding } = computeLayout(box, 800)
    t.ok(Number.isInteger(scale))
    t.ok(padding * 2 + box.width * scale <= width && padding * 2 + box.height * scale <= height)
  }
})

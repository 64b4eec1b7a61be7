import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { drawPicture, FORMATS } from '../../src/qr/picture.ts'
import { checkScannability } from '../../src/qr/scannability.ts'
import { makeSymbol } from '../../src/qr/symbol.ts'
import { BLACK, formatHex, WHITE } from '../../src/vector/colors.ts'
import { randomFrom } from '../support/hostile.ts'
import { runsAllVariants } from '../support/variants.ts'
import { randomLogo } from './random.ts'
import { lightColor, randomDesign } from './random-design.ts'
import { hasZbar, readByZbar, readByZxing } from './readers.ts'

const ROUNDS = Number(process.env['QR_SCAN_ROUNDS'] ?? 1)
const PER_ROUND = runsAllVariants ? 10 : 6
// The same designs in every run of the suite; another seed draws others.
const seed = Number(process.env['QR_SCAN_SEED'] ?? 1)
const zbar = await hasZbar()
t.setTimeout(60_000 + ROUNDS * 20_000)
t.comment(`QR_SCAN_SEED=${seed} QR_SCAN_ROUNDS=${ROUNDS}`)
const dir = t.testdir({})

// What the check warns of without calling the picture unreadable.
const onlyNotes = (warnings: readonly { code: string }[]) =>
  warnings.every(({ code }) => code === 'background_transparent')

t.test('random designs without a warning are read by zbar and ZXing', async (t) => {
  let clean = 0
  for (let i = 0; i < ROUNDS * PER_ROUND; i++) {
    const random = randomFrom(seed + i)
    const design = randomDesign(random)
    const payload = `https://go.example/q/${'x'.repeat(Math.floor(random() ** 2 * 180))}${i}`
    const symbol = makeSymbol(payload, random() < 0.4 ? await randomLogo(random) : null, design)
    if (!symbol) throw new Error('too long')
    const look = { foreground: BLACK, background: random() < 0.5 ? WHITE : lightColor(random), design }
    const size = random() < 0.4 ? undefined : (symbol.size + 12) * 4 + Math.floor(random() * 500)
    const content = { type: 'text', text: payload } as const
    const { warnings, module } = await checkScannability({ symbol, look, payload, content }, { size })
    if (!onlyNotes(warnings)) {
      if (ROUNDS > 1) t.comment(`${i}: ${warnings.map(({ code }) => code)} ${module.found} px, ${symbol.size} modules`)
      continue
    }
    clean++
    const format = FORMATS[Math.floor(random() * 3)] ?? 'png'
    const picture = await sharp(await drawPicture(symbol, look, format, { size }))
      .flatten({ background: formatHex(look.background) })
      .png()
      .toBuffer()
    const figures = JSON.stringify({ seed: seed + i, design, module: module.found, modules: symbol.size, format })
    t.equal(await readByZxing(picture), payload, `ZXing: ${figures}`)
    if (!zbar) continue
    const file = join(dir, 'picture.png')
    await writeFile(file, picture)
    t.equal(await readByZbar(file), payload, `zbar: ${figures}`)
  }
  t.comment(`${clean} of ${ROUNDS * PER_ROUND} without a warning`)
  t.ok(clean > (ROUNDS * PER_ROUND) / 4)
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { QR_TYPES } from '../../schemas/qr-content.ts'
import { readContent } from '../../src/qr/content.ts'
import { payloadOf } from '../../src/qr/payload.ts'
import { drawPicture, FORMATS } from '../../src/qr/picture.ts'
import { readPicture } from '../../src/qr/reader.ts'
import { checkScannability } from '../../src/qr/scannability.ts'
import { makeSymbol, type QrSymbol } from '../../src/qr/symbol.ts'
import { BLACK, contrastRatio, WHITE } from '../../src/vector/colors.ts'
import { randomFrom } from '../support/hostile.ts'
import { runsAllVariants, someOf } from '../support/variants.ts'
import { LOGO_KINDS, randomColors, randomData, randomLogo } from './random.ts'
import { hasZbar, readByZbar, readByZxing } from './readers.ts'

const ROUNDS = Number(process.env['QR_SCAN_ROUNDS'] ?? (runsAllVariants ? 3 : 1))
// The same codes in every run of the suite: of thousands of random ones, a decoder misses a few. Another seed draws others.
const seed = Number(process.env['QR_SCAN_SEED'] ?? 1)
const random = randomFrom(seed)
const zbar = await hasZbar()
t.setTimeout(120_000 + ROUNDS * 20_000)
t.comment(`QR_SCAN_SEED=${seed} QR_SCAN_ROUNDS=${ROUNDS}`)
if (!zbar) t.comment('zbarimg is not installed (Debian: zbar-tools): its reading is left out')

const dir = t.testdir({})
let pictures = 0
// Between 3:1 and this contrast some readers fail; the check reports that for each picture.
const READABLE = 4.5

async function readings(picture: Buffer): Promise<(string | null)[]> {
  const found = [await readPicture(picture), await readByZxing(picture)]
  if (!zbar) return found
  const file = join(dir, `${pictures++}.png`)
  await writeFile(file, picture)
  found.push(await readByZbar(file))
  await rm(file)
  return found
}

function symbolFor(payload: string, logo: Parameters<typeof makeSymbol>[1]): QrSymbol {
  const symbol = makeSymbol(payload, logo)
  if (!symbol) throw new Error('too long')
  return symbol
}

for (let round = 0; round < ROUNDS; round++) {
  const data = randomData(random)
  for (const type of QR_TYPES) {
    t.test(`random ${type} codes are read by every reader (${round})`, async (t) => {
      const result = readContent(type, data[type])
      if ('faults' in result) throw new Error(JSON.stringify(result.faults))
      const payload = payloadOf(result.content)
      const logo = random() < 0.5 ? await randomLogo(random) : null
      const symbol = symbolFor(payload, logo)
      const colors = random() < 0.2 ? { foreground: BLACK, background: WHITE } : randomColors(random, READABLE)
      // With fewer than four pixels per module, the minimum of the default size, some readers fail occasionally.
      const least = (symbol.size + 8) * 4
      const size = random() < 0.3 ? undefined : least + Math.floor(random() * (runsAllVariants ? 700 : 200))
      const format = FORMATS[Math.floor(random() * 3)] ?? 'png'
      const drawn = await drawPicture(symbol, colors, format, { size })
      const picture = format === 'png' ? drawn : await sharp(drawn).png().toBuffer()
      const figures = `${logo ? 'logo, ' : ''}${contrastRatio(colors.foreground, colors.background).toFixed(2)}:1, ${symbol.size} modules, ${size} px, ${format}`
      for (const [reader, found] of (await readings(picture)).entries())
        t.equal(found, payload, `reader ${reader}: ${figures}`)
      const check = await checkScannability({
        symbol,
        look: colors,
        payload,
        content: { type: 'text', text: payload },
      })
      t.same(check.warnings, [], figures)
    })
  }
}

t.test('a picture without a warning is read by every reader', async (t) => {
  for (let i = 0; i < (runsAllVariants ? 10 : 4); i++) {
    const payload = `https://example.com/${i}`
    const symbol = symbolFor(payload, i % 2 === 0 ? await randomLogo(random) : null)
    const colors = randomColors(random, 2)
    if (
      !(await checkScannability({ symbol, look: colors, payload, content: { type: 'text', text: payload } })).scannable
    )
      continue
    for (const found of await readings(await drawPicture(symbol, colors, 'png'))) t.equal(found, payload)
  }
})

t.test('a picture that is scannable at a size is read by at least two decoders', async (t) => {
  const colors = { foreground: BLACK, background: WHITE }
  let called = 0
  for (const length of runsAllVariants ? [1, 60, 300, 1100] : [1, 60, 300])
    for (const pixels of [1.5, 2.6, 3.3, 4.4])
      for (const hasLogo of length < 900 ? someOf([false, true], 2, length) : [false]) {
        const payload = 'x'.repeat(length)
        const symbol = symbolFor(payload, hasLogo ? await randomLogo(random) : null)
        const size = Math.max(64, Math.round((symbol.size + 8) * pixels))
        const content = { type: 'text' as const, text: payload }
        const { scannable, warnings } = await checkScannability({ symbol, look: colors, payload, content }, { size })
        if (pixels < 2.5) t.notOk(scannable, `${pixels} pixels a module`)
        if (pixels < 4) t.ok(warnings.some(({ code }) => code === 'modules_small'))
        if (!scannable) continue
        called++
        const found = await readings(await drawPicture(symbol, colors, 'png', { size }))
        const right = found.filter((text) => text === payload).length
        t.ok(right >= 2, `${right} decoders at ${pixels} pixels a module, ${symbol.size} modules, logo ${hasLogo}`)
      }
  t.ok(called >= (runsAllVariants ? 8 : 4), `${called} were called scannable`)
})

t.test('the largest symbols are read at the default size', async (t) => {
  for (const payload of ['z'.repeat(2331), '9'.repeat(5596), 'é'.repeat(1164)]) {
    const symbol = symbolFor(payload, null)
    t.equal(symbol.size, 177)
    for (const found of await readings(await drawPicture(symbol, { foreground: BLACK, background: WHITE }, 'png')))
      t.equal(found, payload)
  }
})

t.test('the largest symbol with a logo is read at the default size', async (t) => {
  const payload = 'z'.repeat(958)
  const symbol = symbolFor(payload, await randomLogo(random))
  t.equal(symbol.size, 153)
  for (const found of await readings(await drawPicture(symbol, { foreground: BLACK, background: WHITE }, 'png')))
    t.equal(found, payload)
})

t.test('symbols of every version are read with any logo', async (t) => {
  const sizes = new Set<number>()
  for (const length of [1, 20, 40, 58, 59, 195, 260, 370, 383, 700, 860, 950]) {
    const payload = Array.from({ length }, () => 'abcdefghijklmnop'[Math.floor(random() * 16)]).join('')
    for (const kind of someOf(
      LOGO_KINDS.filter(() => random() < 0.5),
      3,
      length,
    )) {
      const symbol = symbolFor(payload, await randomLogo(random, kind))
      sizes.add(symbol.size)
      const picture = await drawPicture(symbol, { foreground: BLACK, background: WHITE }, 'png')
      for (const [reader, found] of (await readings(picture)).entries())
        t.equal(found, payload, `reader ${reader}, ${symbol.size} modules, ${kind}`)
    }
  }
  t.comment(`modules: ${[...sizes].join(' ')}`)
})

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import t from 'tap'
import { chooseFormat } from '../../src/qr/formats.ts'
import { computeLayout } from '../../src/qr/layout.ts'
import { outlines } from '../../src/qr/outline.ts'
import { drawPicture, type PictureOptions } from '../../src/qr/picture.ts'
import { readPicture } from '../../src/qr/reader.ts'
import { checkScannability } from '../../src/qr/scannability.ts'
import { makeSymbol, type QrSymbol } from '../../src/qr/symbol.ts'
import type { Colors } from '../../src/vector/colors.ts'
import { BLACK, contrastRatio, parseRgb, WHITE } from '../../src/vector/colors.ts'

const run = promisify(execFile)
const colors = { foreground: { red: 20, green: 0, blue: 90 }, background: { red: 255, green: 250, blue: 200 } }
const logo = {
  png: await sharp({ create: { width: 90, height: 30, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.8 } } })
    .png()
    .toBuffer(),
  width: 90,
  height: 30,
}
function symbolOf(payload: string, withLogo = false): QrSymbol {
  const symbol = makeSymbol(payload, withLogo ? logo : null)
  if (!symbol) throw new Error('too long')
  return symbol
}

const check = (symbol: QrSymbol, colors: Colors, payload: string, options: PictureOptions = {}) =>
  checkScannability({ symbol, look: colors, payload, content: { type: 'text', text: payload } }, options)

t.test('the outlines of a symbol contain exactly its dark modules', async (t) => {
  for (const payload of ['a', 'https://example.com', 'x'.repeat(400), 'z'.repeat(2331)]) {
    const { size, dark } = symbolOf(payload)
    // Even-odd rule along each row of module centers.
    const found = new Uint8Array(size * size)
    for (const polygon of outlines({ size, dark })) {
      t.equal((polygon.length / 2) % 2, 0)
      for (let i = 0; i < polygon.length; i += 2) {
        const [x = 0, y = 0] = [polygon[i], polygon[i + 1]]
        const [nextX = 0, nextY = 0] = [polygon[(i + 2) % polygon.length], polygon[(i + 3) % polygon.length]]
        if (x !== nextX) continue
        for (let row = Math.min(y, nextY); row < Math.max(y, nextY); row++)
          for (let column = x; column < size; column++)
            found[row * size + column] = 1 - (found[row * size + column] ?? 0)
      }
    }
    t.same(Buffer.from(found), Buffer.from(dark))
  }
})

t.test('a PNG without a logo has one bit per pixel and exactly the two colors', async (t) => {
  const symbol = symbolOf('https://example.com')
  for (const size of [undefined, 500, 1001]) {
    const png = await drawPicture(symbol, colors, 'png', { size })
    t.equal(png[24], 1)
    const layout = computeLayout({ width: symbol.size + 8, height: symbol.size + 8 }, size)
    const offset = layout.padding + 4 * layout.scale
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    t.same([info.width, info.height, Number.isInteger(layout.scale)], [layout.width, layout.height, true])
    let wrong = 0
    for (let y = 0; y < layout.height; y++)
      for (let x = 0; x < layout.width; x++) {
        const [column, row] = [x, y].map((at) => Math.floor((at - offset) / layout.scale)) as [number, number]
        const inside = column >= 0 && row >= 0 && column < symbol.size && row < symbol.size
        const { red, green, blue } =
          inside && symbol.dark[row * symbol.size + column] ? colors.foreground : colors.background
        const at = (y * layout.width + x) * 3
        if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) wrong++
      }
    t.equal(wrong, 0)
  }
})

t.test('modules have whole pixels if that fits the size, and never eight', async (t) => {
  for (let length = 1; length < 300; length += 7) {
    const symbol = symbolOf('k'.repeat(length))
    for (let size = 64; size < 1200; size += 37) {
      const { scale, padding } = computeLayout({ width: symbol.size + 8, height: symbol.size + 8 }, size)
      const offset = padding + 4 * scale
      t.not(scale, 8)
      if (offset < 4 * scale - 1e-9 || offset + symbol.size * scale + 4 * scale > size + 1e-6)
        t.fail(`${symbol.size} ${size}`)
    }
  }
})

t.test('all sizes are drawn in every format', async (t) => {
  for (const symbol of [symbolOf('x'), symbolOf('x', true), symbolOf('y'.repeat(2331))])
    for (const size of [64, 65, 200])
      for (const format of ['png', 'webp'] as const) {
        const { width, height } = await sharp(await drawPicture(symbol, colors, format, { size, margin: 0 })).metadata()
        t.same([width, height], [size, size])
      }
})

t.test('an SVG has a background, one path and the logo', async (t) => {
  const svg = (await drawPicture(symbolOf('https://example.com', true), colors, 'svg')).toString()
  t.equal(svg.match(/<path/g)?.length, 2)
  t.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="-4 -4 \d+ \d+">/)
  t.match(svg, '#14005a')
  t.match(svg, '#fffac8')
  t.match(svg, 'href="data:image/png;base64,')
  t.equal(await readPicture(Buffer.from(svg)), 'https://example.com')
})

t.test('a PDF is well-formed and has the requested size', async (t) => {
  for (const symbol of [symbolOf('https://example.com'), symbolOf('https://example.com', true)]) {
    const pdf = await drawPicture(symbol, colors, 'pdf', { size: 400 })
    const text = pdf.toString('latin1')
    t.match(text, /^%PDF-1\.4\n/)
    t.match(text, /\n%%EOF\n$/)
    t.match(text, '/MediaBox [0 0 300 300]')
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
    t.equal(text.slice(start, start + 5), 'xref\n')
    const entries = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)]
    t.equal(entries.length, symbol.logo ? 6 : 4)
    for (const [index, [, offset]] of entries.entries())
      t.equal(text.slice(Number(offset), Number(offset) + 8), `${index + 1} 0 obj\n`)
    for (const [, length, at] of [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)].map(
      (m) => [m[0], Number(m[1]), m.index + m[0].length] as const,
    ))
      t.doesNotThrow(() => inflateSync(pdf.subarray(at, at + length)))
  }
})

t.test('a PDF can be rendered by another program', async (t) => {
  const hasPoppler = await run('pdftoppm', ['-v']).then(
    () => true,
    () => false,
  )
  if (!hasPoppler) return void t.skip('pdftoppm is not installed (Debian: poppler-utils)', () => {})
  const dir = t.testdir({})
  for (const withLogo of [false, true]) {
    const file = join(dir, `${withLogo}.pdf`)
    await writeFile(file, await drawPicture(symbolOf('https://example.com', withLogo), colors, 'pdf', { size: 400 }))
    const { stderr } = await run('pdftoppm', ['-png', '-r', '96', '-singlefile', file, join(dir, String(withLogo))])
    t.equal(stderr, '')
    t.equal(
      await readPicture(
        await sharp(join(dir, `${withLogo}.png`))
          .png()
          .toBuffer(),
      ),
      'https://example.com',
    )
  }
})

t.test('a logo covers at most a quarter of the width, in the center, with its aspect ratio', async (t) => {
  for (const length of [1, 30, 58, 59, 300, 700, 958]) {
    const { size, logo: placed, dark } = symbolOf('w'.repeat(length), true)
    if (!placed) return t.fail()
    t.ok(placed.cleared.width <= size / 4)
    t.ok(placed.cleared.width >= 5)
    t.equal(placed.cleared.width % 2, 1)
    t.equal(placed.cleared.height % 2, 1)
    t.ok(Math.abs(placed.width / placed.height - 3) < 1e-9)
    t.ok(Math.abs(placed.x + placed.width / 2 - size / 2) < 1e-9)
    t.ok(placed.cleared.height < placed.cleared.width)
    t.equal(dark[((size - 1) / 2) * size + (size - 1) / 2], 0)
  }
})

t.test('a text that is too long returns no symbol', async (t) => {
  t.equal(makeSymbol('x'.repeat(2332)), null)
  t.equal(makeSymbol('x'.repeat(100_000)), null)
  t.equal(makeSymbol('x'.repeat(959), logo), null)
})

t.test('the result has the measured and required values', async (t) => {
  const plain = { foreground: BLACK, background: WHITE }
  const symbol = symbolOf('https://example.com')
  t.match(await check(symbol, plain, 'https://example.com'), {
    scannable: true,
    decoded: true,
    contrast: { found: 21, needed: 3 },
    warnings: [],
  })
  const gray = { red: 150, green: 150, blue: 150 }
  const low = await check(symbol, { foreground: gray, background: WHITE }, 'https://example.com')
  t.match(low, {
    scannable: false,
    contrast: { found: 2.95 },
    warnings: [{ code: 'contrast_low', message: /2\.95:1; at least 3:1/ }],
  })
  const inverted = await check(symbol, { foreground: WHITE, background: BLACK }, 'https://example.com')
  t.same(
    inverted.warnings.map(({ code }) => code),
    ['light_on_dark', 'not_decoded'],
  )
  t.match((await check(symbol, plain, 'https://example.com', { margin: 2 })).warnings, [
    { code: 'quiet_zone_small', message: /2 modules wide; 4/ },
  ])
  t.match(await check(symbol, plain, 'something else'), {
    scannable: false,
    decoded: false,
    warnings: [{ code: 'not_decoded' }],
  })
  const wide = symbolOf('https://example.com', true)
  const placed = wide.logo && { ...wide.logo, cleared: { width: 11, height: 11 } }
  t.match((await check({ ...wide, logo: placed }, plain, 'https://example.com')).warnings, [
    { code: 'logo_too_large', message: /3\d\.?\d? % .* 25 %/ },
  ])
})

t.test('decoding a large picture does not block the event loop', async (t) => {
  const payload = 'z'.repeat(2331)
  const picture = await drawPicture(symbolOf(payload), { foreground: BLACK, background: WHITE }, 'png')
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  t.equal(await readPicture(picture, true), payload)
  clearInterval(timer)
  t.ok(turns > 5)
})

t.test('colors are parsed in the formats of the contract', async (t) => {
  t.same(parseRgb(' rgb( 1 ,2, 255 ) '), { red: 1, green: 2, blue: 255 })
  for (const text of ['', 'rgb(1,2,256)', 'rgb(1,2)', 'rgb(1,2,3,4)', 'rgb(a,b,c)', '#fff', 'rgb(1,2,3)x'])
    t.equal(parseRgb(text), null)
  t.equal(contrastRatio(BLACK, WHITE), 21)
  t.equal(contrastRatio(WHITE, WHITE), 1)
})

t.test('the format with the highest q-value is chosen', async (t) => {
  t.equal(chooseFormat(undefined), 'png')
  t.equal(chooseFormat('image/png;q=0.1, image/*;q=0.9'), 'svg')
  t.equal(chooseFormat('application/*'), 'pdf')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readPicture, readPixels } from '../../src/qr/reader.ts'
import { commandLine } from '../support/command-line.ts'
import { startWays } from '../support/command-ways.ts'

const SCALE = 4
const INK: Record<string, [boolean, boolean]> = {
  '█': [true, true],
  '▀': [true, false],
  '▄': [false, true],
  ' ': [false, false],
}

/** What a drawing in a terminal says; the ink is light, as on a dark terminal, unless it is dark. */
function readDrawing(t: Test, out: string, isInkDark = false): string | null {
  const lines = out.replace(/\n$/, '').split('\n')
  const [width, height] = [(lines[0] ?? '').length * SCALE, lines.length * 2 * SCALE]
  for (const line of lines) t.equal(line.length * SCALE, width, 'all lines are equally long')
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = Math.floor(y / SCALE)
      const ink = INK[lines[row >> 1]?.[Math.floor(x / SCALE)] ?? ''] ?? [false, false]
      const isDark = ink[row % 2] === isInkDark
      data.set([isDark ? 0 : 255, isDark ? 0 : 255, isDark ? 0 : 255, 255], (y * width + x) * 4)
    }
  return readPixels({ data, width, height })
}

const { base, ways } = await startWays(t)
const noDatabase = commandLine(async () => t.fail('the database is opened') as never)

for (const { name, waymark } of ways) {
  t.test(`codes are created, listed, shown and drawn ${name}`, async (t) => {
    const made = (await waymark(['qr', 'add', 'https://example.com/menu', '--name', 'Menu', '--json'])).json
    t.match(made, { error: 0, id: Number, link: `${base}/qr/` })
    t.match((await waymark(['qr', 'list', '--json'])).json, { result: 1, qrs: [{ id: made.id, name: 'Menu' }] })
    t.match((await waymark(['qr', 'list'])).out, made.link)
    const { details } = (await waymark(['qr', 'show', String(made.id), '--json'])).json
    t.match(details, { type: 'link', static: false, data: 'https://example.com/menu' })

    const drawn = await waymark(['qr', 'draw', String(made.id)])
    t.equal(readDrawing(t, drawn.out), details.scan)
    const inverted = await waymark(['qr', 'draw', String(made.id), '--invert', '--margin', '6'])
    t.equal(readDrawing(t, inverted.out, true), details.scan)

    const wifi = [
      'qr',
      'add',
      '{"ssid":"guests","pass":"a;b","encryption":"WPA"}',
      '--type',
      'wifi',
      '--externalid',
      'door',
    ]
    t.match(await waymark(wifi), { code: 0, out: /^QR code \d+: http/ })
    t.equal(readDrawing(t, (await waymark(['qr', 'draw', 'ext_door'])).out), 'WIFI:T:WPA;S:guests;P:a\\;b;;')

    const folder = t.testdir({})
    for (const extension of ['png', 'webp', 'jpg']) {
      const file = join(folder, `code.${extension}`)
      t.match(await waymark(['qr', 'draw', 'ext_door', '--output', file, '--size', '300']), { code: 0, err: '' })
      t.equal(await readPicture(readFileSync(file)), 'WIFI:T:WPA;S:guests;P:a\\;b;;')
    }
    const svg = join(folder, 'code.svg')
    t.match((await waymark(['qr', 'draw', 'ext_door', '--output', svg, '--json'])).json, { error: 0, file: svg })
    t.match(readFileSync(svg, 'utf8'), /^<svg/)

    t.match(await waymark(['qr', 'draw', '999999']), { code: 1, err: 'QR code not found.\n' })
    const faint = ['qr', 'add', 'https://example.com', '--foreground', 'rgb(250,250,250)']
    t.match((await waymark(faint)).out, /\nWarning: /)
    t.match((await waymark([...faint, '--strict', '--json'])).json, { code: 'may_not_scan' })
  })
}

t.test('a text is drawn without a database or a server', async (t) => {
  for (const text of ['https://example.com/', 'Ωμέγα', 'x'.repeat(400)])
    t.equal(readDrawing(t, (await noDatabase(['qr', 'draw', text])).out), text)
  const { json } = await noDatabase(['qr', 'draw', 'hello', '--json'])
  t.match(json, { text: 'hello', size: 21, modules: { length: 21, 0: /^1{7}0[01]{5}01{7}$/ } })

  const folder = t.testdir({})
  for (const extension of ['png', 'svg', 'webp', 'pdf', 'jpg', 'eps']) {
    const file = join(folder, `code.${extension}`)
    t.match(await noDatabase(['qr', 'draw', 'hello', '--output', file]), {
      code: 0,
      out: `The picture was written to ${file}.\n`,
    })
    t.ok(readFileSync(file).length > 100)
  }
  t.equal(await readPicture(readFileSync(join(folder, 'code.png'))), 'hello')
  t.match(await noDatabase(['qr', 'draw', 'hello', '--output', join(folder, 'none', 'code.png')]), {
    code: 1,
    err: /name a file in an existing directory/,
  })
})

t.test('a code that does not fit', async (t) => {
  const narrow = commandLine(async () => t.fail('the database is opened') as never, {}, undefined, 28)
  t.match(await narrow(['qr', 'draw', 'hello']), { code: 1, out: '', err: /29 columns wide, the terminal 28/ })
  t.match(await narrow(['qr', 'draw', 'hello', '--margin', '3']), { code: 0 })
  t.match(await noDatabase(['qr', 'draw', 'x'.repeat(3000)]), { code: 1, err: 'This is too long for a QR code.\n' })
  for (const wrong of [
    ['--output', 'code.gif'],
    ['--output', 'png'],
    ['--margin', '17'],
    ['--size', '300'],
  ])
    t.match(await noDatabase(['qr', 'draw', 'hello', ...wrong]), { code: 2, out: '' }, wrong.join(' '))
})

import { extname } from 'node:path'
import { PICTURE_FORMATS } from '../../schemas/link-codes.ts'
import type { QrDetails } from '../../schemas/qr.ts'
import { ApiError } from '../errors/api-error.ts'
import { readStoredContent } from '../qr/content.ts'
import { MAX_MARGIN, MAX_SIZE, MIN_SIZE, QUIET_ZONE } from '../qr/layout.ts'
import { payloadOf } from '../qr/payload.ts'
import { type Modules, makeSymbol, type QrSymbol } from '../qr/symbol.ts'
import { BLACK, WHITE } from '../vector/colors.ts'
import { withQuery } from './api.ts'
import { apiOptions } from './api-options.ts'
import { type ApiContext, type Command, type CommandOutcome, UsageError, type Values } from './command.ts'
import { RequestError } from './request-error.ts'
import type { Screen } from './screen.ts'
import { writeWhole } from './write-file.ts'

// More than the largest picture of a code.
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

type Format = (typeof PICTURE_FORMATS)[number]

const isId = (text: string) => /^(\d+|ext_.+)$/.test(text)

/** `qr draw`: a code in the terminal, or in a file. */
export const drawCommand: Command = {
  name: 'qr draw',
  options: {
    what: {
      value: 'text|id',
      about: 'A whole number or ext_… is the id of a stored code; all else is drawn as it is.',
      required: true,
    },
    output: {
      value: 'file',
      about: `Write a picture to this file: ${PICTURE_FORMATS.map((name) => `.${name}`).join(', ')}.`,
    },
    size: {
      value: 'pixels',
      about: `With --output: width of the picture, ${MIN_SIZE} to ${MAX_SIZE}; about 400, if not given.`,
    },
    margin: { value: 'modules', about: `Width of the light margin, 0 to ${MAX_MARGIN}; ${QUIET_ZONE}, if not given.` },
    invert: { about: 'For a terminal without colors whose text is dark on light.' },
    ...apiOptions,
  },
  operand: 'what',
  notes: [
    'For a text neither a server nor a database is needed. In a file a stored code has its colors, logo and design.',
  ],
  async call(context, values) {
    const text = String(values['what'])
    const margin = readInteger(values, 'margin', 0, MAX_MARGIN)
    const size = readInteger(values, 'size', MIN_SIZE, MAX_SIZE)
    const file = values['output']
    if (typeof file !== 'string') {
      if (size !== undefined) throw new UsageError('--size needs --output')
      const payload = isId(text) ? payloadOfCode(await findCode(context, text)) : text
      return show(payload, symbolOf(payload), margin ?? QUIET_ZONE, context.screen, values['invert'] === true)
    }
    const format = PICTURE_FORMATS.find((name) => extname(file).toLowerCase() === `.${name}`)
    if (!format) throw new UsageError(`--output must end in ${PICTURE_FORMATS.map((name) => `.${name}`).join(', ')}`)
    const pieces = isId(text)
      ? await downloadCode(context, text, format, { size, margin })
      : [await drawText(text, format, { size, margin })]
    await writeWhole(file, pieces)
    return { data: { file }, lines: [`The picture was written to ${file}.`] }
  },
}

function readInteger(values: Values, name: string, min: number, max: number): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const number = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (number < min || number > max) throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`)
  return number
}

function symbolOf(payload: string): QrSymbol {
  const symbol = makeSymbol(payload)
  if (!symbol) throw new ApiError('invalid_request', 'This is too long for a QR code.')
  return symbol
}

async function findCode({ connect }: ApiContext, id: string): Promise<QrDetails> {
  const { record } = await (await connect()).record<QrDetails>(`/api/qr/${encodeURIComponent(id)}`, 'details')
  return record
}

/** What the picture of a code contains. */
function payloadOfCode({ static: isStatic, scan, type, data }: QrDetails): string {
  try {
    return isStatic ? payloadOf(readStoredContent(type, data)) : String(scan)
  } catch {
    throw new RequestError('The server sent a code that this release cannot read.', 'not_waymark')
  }
}

async function drawText(
  text: string,
  format: Format,
  options: { size?: number | undefined; margin?: number | undefined },
): Promise<Buffer> {
  // Loaded here, because what draws pictures takes long to load.
  const { drawPicture } = await import('../qr/picture.ts')
  return drawPicture(symbolOf(text), { foreground: BLACK, background: WHITE, design: null }, format, options)
}

async function downloadCode(
  context: ApiContext,
  id: string,
  format: Format,
  query: { size?: number | undefined; margin?: number | undefined },
): Promise<AsyncIterable<Uint8Array>> {
  const { picture, domain } = await findCode(context, id)
  if (!URL.canParse(picture)) throw new RequestError('The server sent a code without a picture.', 'not_waymark')
  const { pathname, origin } = new URL(picture)
  const path = withQuery(`${pathname}.${format}`, query)
  // The service may have another address here than for visitors, but a domain serves its own codes alone.
  return (await context.connect()).download({ path, ...(domain === null ? {} : { origin }) }, MAX_PICTURE_BYTES)
}

function show(text: string, symbol: Modules, margin: number, screen: Screen, isInverted: boolean): CommandOutcome {
  const { size, dark } = symbol
  const width = size + 2 * margin
  const rows = Array.from({ length: size }, (_, y) => dark.subarray(y * size, (y + 1) * size).join(''))
  const data = { text, size, modules: rows }
  if (screen.columns !== undefined && width > screen.columns)
    throw new ApiError(
      'invalid_request',
      `The code is ${width} columns wide, the terminal ${screen.columns}: write it to a file with --output.`,
    )
  return { data, lines: [], raw: drawHalfBlocks(symbol, margin, screen, isInverted) }
}

const INK = ['black', 'bgWhiteBright'] as const

/** Draws two rows of modules in a line, black on white; without colors the text of the terminal is the light modules. */
function drawHalfBlocks({ size, dark }: Modules, margin: number, { paint }: Screen, isInverted: boolean): string {
  const hasColors = paint(INK, ' ') !== ' '
  const isInk = (x: number, y: number) => {
    const isDark = x >= 0 && x < size && y >= 0 && y < size && dark[y * size + x] === 1
    return isDark === (hasColors || isInverted)
  }
  let drawing = ''
  for (let y = -margin; y < size + margin; y += 2) {
    let line = ''
    for (let x = -margin; x < size + margin; x++) {
      const [upper, lower] = [isInk(x, y), isInk(x, y + 1)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    drawing += `${paint(INK, line)}\n`
  }
  return drawing
}

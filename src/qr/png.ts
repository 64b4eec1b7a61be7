import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Color, Colors } from '../vector/colors.ts'
import type { QrSymbol } from './symbol.ts'

const compress = promisify(deflate)
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const FILTER_NONE = 0
const FILTER_UP = 2

/** The place of a symbol in a square picture, in pixels. */
interface Place {
  size: number
  /** Pixels per module; a whole number. */
  scale: number
  /** Pixels from the edge of the picture to the symbol. */
  offset: number
}

/** Draws a symbol without a logo as a PNG with a palette of two colors. */
export async function drawPng(symbol: QrSymbol, colors: Colors, layout: Place): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(layout.size, 0)
  header.writeUInt32BE(layout.size, 4)
  header[8] = 1 // bits per pixel
  header[9] = 3 // colors from a palette
  const channels = ({ red, green, blue }: Color) => [red, green, blue]
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...channels(colors.background), ...channels(colors.foreground)])),
    chunk('IDAT', await compress(scanLines(symbol, layout), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Lines equal to the one above are all zeros under the filter Up, which compresses best.
function scanLines(symbol: QrSymbol, { size, scale, offset }: Place): Buffer {
  const width = Math.ceil(size / 8) + 1
  const lines = Buffer.alloc(width * size)
  for (let line = 0; line < size; line++) lines[line * width] = FILTER_UP
  lines[0] = FILTER_NONE
  for (let row = 0; row < symbol.size; row++) {
    const at = (offset + row * scale) * width
    lines[at] = FILTER_NONE
    for (let x = 0; x < symbol.size; x++) {
      if (!symbol.dark[row * symbol.size + x]) continue
      const left = offset + x * scale
      for (let pixel = left; pixel < left + scale; pixel++) {
        const byte = at + 1 + (pixel >> 3)
        lines[byte] = (lines[byte] ?? 0) | (0x80 >> (pixel & 7))
      }
    }
  }
  const below = offset + symbol.size * scale
  if (below < size) lines[below * width] = FILTER_NONE
  return lines
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

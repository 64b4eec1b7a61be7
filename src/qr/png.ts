import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Colour } from './colors.ts'
import type { Layout } from './layout.ts'
import type { Colours } from './svg.ts'
import type { QrSymbol } from './symbol.ts'

const compress = promisify(deflate)
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const NO_FILTER = 0
const LIKE_ABOVE = 2

/** A symbol without a logo, laid out on whole pixels, as a PNG of two colours and one bit a pixel. */
export async function drawPng(symbol: QrSymbol, colours: Colours, layout: Layout): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(layout.size, 0)
  header.writeUInt32BE(layout.size, 4)
  header[8] = 1 // bits a pixel
  header[9] = 3 // colours from a palette
  const parts = ({ red, green, blue }: Colour) => [red, green, blue]
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...parts(colours.background), ...parts(colours.foreground)])),
    chunk('IDAT', await compress(scanLines(symbol, layout), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Lines that repeat the one above are written as "no difference": all zeros.
function scanLines(symbol: QrSymbol, { size, scale, offset }: Layout): Buffer {
  const width = Math.ceil(size / 8) + 1
  const lines = Buffer.alloc(width * size)
  for (let line = 0; line < size; line++) lines[line * width] = LIKE_ABOVE
  lines[0] = NO_FILTER
  for (let row = 0; row < symbol.size; row++) {
    const at = (offset + row * scale) * width
    lines[at] = NO_FILTER
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
  if (below < size) lines[below * width] = NO_FILTER
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

import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import sharp from 'sharp'
import type { Color, Colors } from './colors.ts'
import { outlines } from './outline.ts'
import type { PlacedLogo, QrSymbol } from './symbol.ts'

const compress = promisify(deflate)

// CSS: 96 pixels or 72 points to the inch.
const POINTS_PER_PIXEL = 0.75

/** A one-page PDF 1.4 of `size` CSS pixels: the symbol as a path, the logo as an image. `margin` is in modules. */
export async function drawPdf(symbol: QrSymbol, colors: Colors, margin: number, size: number): Promise<Buffer> {
  const side = size * POINTS_PER_PIXEL
  const unit = side / (symbol.size + 2 * margin)
  const content = [
    `${fill(colors.background)} 0 0 ${side} ${side} re f`,
    // After this matrix, lengths are in modules and y grows downwards from the top of the symbol.
    `${decimal(unit)} 0 0 ${decimal(-unit)} ${decimal(margin * unit)} ${decimal(side - margin * unit)} cm`,
    `${fill(colors.foreground)} ${pdfPath(outlines(symbol))} f`,
    symbol.logo ? placedImage(symbol.logo) : '',
  ].join('\n')
  const images = symbol.logo ? await imageObjects(symbol.logo, 5) : []
  const resources = images.length > 0 ? '<< /XObject << /Logo 5 0 R >> >>' : '<< >>'
  return file([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${side} ${side}] /Resources ${resources} /Contents 4 0 R >>`,
    ),
    stream('', await compress(content)),
    ...images,
  ])
}

const decimal = (length: number) => String(Math.round(length * 1e5) / 1e5)

const fill = ({ red, green, blue }: Color) =>
  `${[red, green, blue].map((channel) => decimal(channel / 255)).join(' ')} rg`

function pdfPath(polygons: number[][]): string {
  return polygons
    .map((polygon) => {
      let path = `${polygon[0]} ${polygon[1]} m`
      for (let i = 2; i < polygon.length; i += 2) path += ` ${polygon[i]} ${polygon[i + 1]} l`
      return `${path} h`
    })
    .join('\n')
}

const placedImage = ({ x, y, width, height }: PlacedLogo) =>
  `q ${decimal(width)} 0 0 ${decimal(-height)} ${decimal(x)} ${decimal(y + height)} cm /Logo Do Q`

async function imageObjects({ image }: PlacedLogo, first: number): Promise<Buffer[]> {
  const { data, info } = await sharp(image.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const color = Buffer.alloc(pixels * 3)
  const alpha = Buffer.alloc(pixels)
  for (let i = 0; i < pixels; i++) {
    data.copy(color, i * 3, i * 4, i * 4 + 3)
    alpha[i] = data[i * 4 + 3] ?? 255
  }
  const shape = `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /BitsPerComponent 8`
  return [
    stream(`${shape} /ColorSpace /DeviceRGB /SMask ${first + 1} 0 R`, await compress(color)),
    stream(`${shape} /ColorSpace /DeviceGray`, await compress(alpha)),
  ]
}

const stream = (entries: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

// The body, the cross-reference table and the trailer.
function file(objects: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const starts: number[] = []
  let length = parts[0]?.length ?? 0
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    starts.push(length)
    parts.push(part)
    length += part.length
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

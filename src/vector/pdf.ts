import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import sharp from 'sharp'
import { type Bitmap, type Drawing, isGradient, type Shape } from './drawing.ts'
import type { Path } from './path.ts'
import { pdfFile, pdfStream } from './pdf-file.ts'
import { channels, decimal, shadingDictionary } from './shading.ts'

const compress = promisify(deflate)

/** CSS: 96 pixels or 72 points to the inch. */
export const POINTS_PER_PIXEL = 0.75

// Objects 1 to 4 are the catalog, the pages, the page and its content.
const FIRST_RESOURCE = 5

/** A drawing as a one-page PDF 1.4 of this size in CSS pixels. */
export async function writePdf({ box, background, shapes }: Drawing, width: number, height: number): Promise<Buffer> {
  const [pageWidth, pageHeight] = [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL]
  const unit = pageWidth / box.width
  const resources: Buffer[] = []
  const [bitmaps, shadings]: [string[], string[]] = [[], []]
  const drawn: string[] = []
  for (const shape of shapes) {
    const number = FIRST_RESOURCE + resources.length
    if ('bitmap' in shape) {
      resources.push(...(await bitmapObjects(shape.bitmap, number)))
      bitmaps.push(`/Logo ${number} 0 R`)
      drawn.push(placedBitmap(shape))
    } else if (isGradient(shape.paint)) {
      resources.push(Buffer.from(shadingDictionary(shape.paint)))
      shadings.push(`/S${number} ${number} 0 R`)
      drawn.push(`q ${pathOperators(shape.path)} W n /S${number} sh Q`)
    } else drawn.push(`${channels(shape.paint)} rg ${pathOperators(shape.path)} f`)
  }
  const content = [
    ...(background === null ? [] : [`${channels(background)} rg 0 0 ${pageWidth} ${pageHeight} re f`]),
    // After this matrix, lengths are in units of the drawing and y grows downwards.
    `${decimal(unit)} 0 0 ${decimal(-unit)} ${decimal(-box.x * unit)} ${decimal(pageHeight + box.y * unit)} cm`,
    ...drawn,
    // Keeps the bytes of drawings without a bitmap as they were.
    ...(bitmaps.length > 0 ? [] : ['']),
  ].join('\n')
  const named = [
    ...(bitmaps.length > 0 ? [`/XObject << ${bitmaps.join(' ')} >>`] : []),
    ...(shadings.length > 0 ? [`/Shading << ${shadings.join(' ')} >>`] : []),
  ]
  return pdfFile([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << ${named.map((entry) => `${entry} `).join('')}>> /Contents 4 0 R >>`,
    ),
    pdfStream('', await compress(content)),
    ...resources,
  ])
}

const operators = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const

// Each outline on a line of its own.
const pathOperators = (path: Path) =>
  path
    .map(([kind, ...numbers], i) => {
      const step = [...numbers.map(decimal), operators[kind]].join(' ')
      return i === 0 ? step : `${kind === 'M' ? '\n' : ' '}${step}`
    })
    .join('')

const placedBitmap = ({ x, y, width, height }: Extract<Shape, { bitmap: Bitmap }>) =>
  `q ${decimal(width)} 0 0 ${decimal(-height)} ${decimal(x)} ${decimal(y + height)} cm /Logo Do Q`

async function bitmapObjects({ png }: Bitmap, first: number): Promise<Buffer[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const color = Buffer.alloc(pixels * 3)
  const alpha = Buffer.alloc(pixels)
  for (let i = 0; i < pixels; i++) {
    data.copy(color, i * 3, i * 4, i * 4 + 3)
    alpha[i] = data[i * 4 + 3] ?? 255
  }
  const shape = `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /BitsPerComponent 8`
  return [
    pdfStream(`${shape} /ColorSpace /DeviceRGB /SMask ${first + 1} 0 R`, await compress(color)),
    pdfStream(`${shape} /ColorSpace /DeviceGray`, await compress(alpha)),
  ]
}

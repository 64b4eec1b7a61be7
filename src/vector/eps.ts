import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import sharp from 'sharp'
import { type Color, formatHex, WHITE } from './colors.ts'
import { type Bitmap, type Drawing, isGradient, type Shape } from './drawing.ts'
import type { Path } from './path.ts'
import { POINTS_PER_PIXEL } from './pdf.ts'
import { channels, decimal, shadingDictionary } from './shading.ts'

const compress = promisify(deflate)

/**
 * A drawing as an EPS file (PostScript level 3) of this size in CSS pixels. PostScript has no partly transparent
 * pixels: those of a bitmap are drawn over the background, or white.
 */
export async function writeEps({ box, background, shapes }: Drawing, width: number, height: number): Promise<Buffer> {
  const [boxWidth, boxHeight] = [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL]
  const unit = boxWidth / box.width
  const drawn = await Promise.all(shapes.map((shape) => shapeOperators(shape, background ?? WHITE)))
  const lines = [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${Math.ceil(boxWidth)} ${Math.ceil(boxHeight)}`,
    `%%HiResBoundingBox: 0 0 ${boxWidth} ${boxHeight}`,
    '%%LanguageLevel: 3',
    '%%Pages: 1',
    '%%EndComments',
    '%%Page: 1 1',
    '/m {moveto} bind def /l {lineto} bind def /c {curveto} bind def /h {closepath} bind def',
    'gsave',
    ...(background === null ? [] : [`${channels(background)} setrgbcolor 0 0 ${boxWidth} ${boxHeight} rectfill`]),
    // After this matrix, lengths are in units of the drawing and y grows downwards.
    `[${decimal(unit)} 0 0 ${decimal(-unit)} ${decimal(-box.x * unit)} ${decimal(boxHeight + box.y * unit)}] concat`,
    ...drawn,
    'grestore',
    'showpage',
    '%%EOF',
    '',
  ]
  return Buffer.from(lines.join('\n'), 'latin1')
}

async function shapeOperators(shape: Shape, ground: Color): Promise<string> {
  if ('bitmap' in shape) return bitmapOperators(shape, ground)
  const path = pathOperators(shape.path)
  return isGradient(shape.paint)
    ? `gsave\n${path}\nclip newpath\n${shadingDictionary(shape.paint).replaceAll(' << ', '\n<< ')}\nshfill\ngrestore`
    : `${channels(shape.paint)} setrgbcolor\n${path}\nfill`
}

const operators = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const

// A step a line: lines of PostScript should have at most 255 characters.
const pathOperators = (path: Path) =>
  path.map(([kind, ...numbers]) => [...numbers.map(decimal), operators[kind]].join(' ')).join('\n')

async function bitmapOperators(
  { bitmap, x, y, width, height }: Extract<Shape, { bitmap: Bitmap }>,
  ground: Color,
): Promise<string> {
  const { data, info } = await sharp(bitmap.png)
    .flatten({ background: formatHex(ground) })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hex = (await compress(data)).toString('hex').replace(/.{100}/g, '$&\n')
  return [
    'gsave',
    `[${decimal(width)} 0 0 ${decimal(height)} ${decimal(x)} ${decimal(y)}] concat`,
    '/DeviceRGB setcolorspace',
    `<< /ImageType 1 /Width ${info.width} /Height ${info.height} /BitsPerComponent 8 /Decode [0 1 0 1 0 1]`,
    `/ImageMatrix [${info.width} 0 0 ${info.height} 0 0]`,
    '/DataSource currentfile /ASCIIHexDecode filter /FlateDecode filter >> image',
    `${hex}>`,
    'grestore',
  ].join('\n')
}

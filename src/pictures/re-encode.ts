import sharp from 'sharp'
import type { HeldPicture } from '../../db/queries/pictures.ts'
import type { SafeFetch } from './fetch/safe-fetch.ts'
import { fetchPicture, PictureRefused, readDataUri } from './picture-source.ts'

const LARGEST_BYTES = 5 * 1024 * 1024
const LARGEST_SIDE = 10_000
const MOST_PIXELS = 50_000_000
// What networks ask of a preview; twice the width of a bio page.
const KEPT_SIDE = 1200

/** A picture that is in its address itself. */
export const isData = (source: string): boolean => /^data:/i.test(source)

/** The bytes of what an account named. */
export const bytesOf = async (source: string, safeFetch: SafeFetch): Promise<Buffer> =>
  isData(source)
    ? readDataUri(source, LARGEST_BYTES)
    : fetchPicture(source, safeFetch, { most: LARGEST_BYTES, accept: 'image/png, image/jpeg, image/webp, image/gif' })

const isPicture = (bytes: Buffer) =>
  /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}WEBP)/.test(bytes.toString('latin1', 0, 12))

/**
 * A picture made anew. The size is checked from the header before a pixel is unpacked; a picture of our own carries no
 * metadata on, and of one that moves stays the first frame.
 */
export async function redraw(bytes: Buffer): Promise<Omit<HeldPicture, 'key'> & { body: Buffer }> {
  if (!isPicture(bytes)) throw new PictureRefused('is not a PNG, JPEG, WebP or GIF picture')
  try {
    const input = sharp(bytes, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    const { width, height, hasAlpha } = await input.metadata()
    if (width > LARGEST_SIDE || height > LARGEST_SIDE)
      throw new PictureRefused(`is ${width} by ${height} pixels; the most is ${LARGEST_SIDE} each way`)
    const small = input
      .autoOrient()
      .resize({ width: KEPT_SIDE, height: KEPT_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
    const drawn = hasAlpha ? small.png({ palette: true }) : small.jpeg({ quality: 85, mozjpeg: true })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    return { body: data, width: info.width, height: info.height, type: hasAlpha ? 'png' : 'jpg' }
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused('is not a picture that can be read')
  }
}

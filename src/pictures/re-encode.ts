import sharp from 'sharp'
import type { StoredPicture } from '../../db/queries/pictures.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { fetchPicture, PictureError, readDataUri } from './source.ts'

const MAX_BYTES = 5 * 1024 * 1024
const MAX_SIDE = 10_000
const MAX_PIXELS = 50_000_000
// The size that social networks recommend for previews, and twice the width of a bio page.
const STORED_SIDE = 1200

/** Whether a source is a data URI. */
export const isData = (source: string): boolean => /^data:/i.test(source)

/** The bytes of a source, which is a data URI or an http or https URL. Rejects with a PictureError. */
export const readSource = async (source: string, safeFetch: SafeFetch): Promise<Buffer> =>
  isData(source)
    ? readDataUri(source, MAX_BYTES)
    : fetchPicture(source, safeFetch, { maxBytes: MAX_BYTES, accept: 'image/png, image/jpeg, image/webp, image/gif' })

const isPicture = (bytes: Buffer) =>
  /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}WEBP)/.test(bytes.toString('latin1', 0, 12))

/**
 * Decodes a picture (the first frame of an animation) and encodes it again without metadata. The size is read from the
 * header before any pixel is decoded. Rejects with a PictureError.
 */
export async function reEncode(bytes: Buffer): Promise<Omit<StoredPicture, 'key'> & { body: Buffer }> {
  if (!isPicture(bytes)) throw new PictureError('is not a PNG, JPEG, WebP or GIF picture')
  try {
    const input = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
    const { width, height, hasAlpha } = await input.metadata()
    if (width > MAX_SIDE || height > MAX_SIDE)
      throw new PictureError(`is ${width} by ${height} pixels; at most ${MAX_SIDE} each way are allowed`)
    const small = input
      .autoOrient()
      .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: 10 })
    const encoded = hasAlpha ? small.png({ palette: true }) : small.jpeg({ quality: 85, mozjpeg: true })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { body: data, width: info.width, height: info.height, type: hasAlpha ? 'png' : 'jpg' }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('is a picture that cannot be read')
  }
}

import { createHash } from 'node:crypto'
import type { Caches } from '../cache/cache-registry.ts'
import { BUFFER_OVERHEAD, copyBytes } from '../cache/copy-bytes.ts'
import { createDrawingQueue } from '../pictures/queue.ts'
import type { QrCode } from './code.ts'
import { drawPicture, type Format, type PictureOptions } from './picture.ts'

/** A drawn picture; `tag` is a strong ETag of its bytes. */
export interface DrawnPicture {
  body: Buffer
  tag: string
}

/** The symbol is read when the turn of the picture comes, and only if the picture is not cached. */
export type PictureCache = (
  code: Pick<QrCode, 'version' | 'look' | 'symbol'>,
  format: Format,
  options: PictureOptions,
) => DrawnPicture | Promise<DrawnPicture>

// A seventh more for pictures of uncommon sizes.
const MAX_BYTES = 28 * 1024 * 1024
const MAX_PICTURES = 20_000
// Pictures up to this many pixels each way take a few milliseconds to draw; the largest take a second of CPU time.
const MAX_SMALL_SIZE = 1024

// The sizes that pages usually request. Other sizes share a small cache of their own, so that they cannot evict these.
const isCommon = ({ size, margin }: PictureOptions): boolean =>
  (size === undefined || (size <= MAX_SMALL_SIZE && (size % 50 === 0 || size % 64 === 0))) &&
  (margin === undefined || [0, 1, 2, 4].includes(margin))

const sizeOf = ({ body }: DrawnPicture, key: string) => body.length + BUFFER_OVERHEAD + 2 * key.length

/**
 * Draws pictures of codes, cached by content and options; concurrent requests for the same picture share one drawing.
 * `name` is that of the cache in the metrics.
 */
export function createPictureCache(caches: Caches, name = 'qr_pictures', maxBytes = MAX_BYTES): PictureCache {
  const options = { sizeOf, maxEntries: MAX_PICTURES, missTimeoutMs: undefined }
  const common = caches.create<DrawnPicture>(name, { ...options, maxBytes })
  const uncommon = caches.create<DrawnPicture>(`${name}_odd`, { ...options, maxBytes: maxBytes / 7 })
  // Large pictures have their own queue, so that small ones do not wait for them.
  const queues = { small: createDrawingQueue(4, 500), large: createDrawingQueue(1, 50) }

  return (code, format, options) => {
    const key = `${code.version} ${format} ${options.size ?? ''} ${options.margin ?? ''}`
    const queue = (options.size ?? 0) > MAX_SMALL_SIZE ? queues.large : queues.small
    const draw = async (): Promise<DrawnPicture> => {
      const body = copyBytes(await queue(async () => drawPicture(code.symbol, code.look, format, options)))
      return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    }
    return (isCommon(options) ? common : uncommon).get(key, draw) as DrawnPicture | Promise<DrawnPicture>
  }
}

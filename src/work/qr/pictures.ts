import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { openLane } from '../lane.ts'
import type { Code } from './code.ts'
import { drawPicture, type Format, type PictureOptions } from './picture.ts'

/** A drawn picture; the tag is a strong ETag of its bytes. */
export interface Drawn {
  body: Buffer
  tag: string
}

const MOST_BYTES = 32 * 1024 * 1024
// Up to this many pixels each way a picture takes some milliseconds; the largest take a second of a core.
const SMALL = 1024

/** Draws pictures of codes, keeping what was drawn by what it shows; what is being drawn is not drawn twice. */
export function keepPictures(): (code: Code, format: Format, options: PictureOptions) => Drawn | Promise<Drawn> {
  const kept = new LRUCache<string, Drawn>({ maxSize: MOST_BYTES, sizeCalculation: ({ body }) => body.length + 200 })
  const drawing = new Map<string, Promise<Drawn>>()
  // Anybody may ask for pictures of any size: large ones wait for each other, and never hold up small ones.
  const lanes = { small: openLane(4, 500), large: openLane(1, 50) }

  return (code, format, options) => {
    const key = `${code.version} ${format} ${options.size ?? ''} ${options.margin ?? ''}`
    const known = kept.get(key)
    if (known) return known
    const running = drawing.get(key)
    if (running) return running
    const lane = (options.size ?? 0) > SMALL ? lanes.large : lanes.small
    const started = lane(() => drawPicture(code.symbol, code.colours, format, options))
      .then((body) => {
        const drawn = { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
        kept.set(key, drawn)
        return drawn
      })
      .finally(() => drawing.delete(key))
    drawing.set(key, started)
    return started
  }
}

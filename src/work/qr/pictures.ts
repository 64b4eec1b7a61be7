import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Code } from './code.ts'
import { drawPicture, type Format, type PictureOptions } from './picture.ts'

/** A drawn picture; the tag is a strong ETag of its bytes. */
export interface Drawn {
  body: Buffer
  tag: string
}

const MOST_BYTES = 32 * 1024 * 1024

/** Draws pictures of codes, keeping what was drawn by what it shows; what is being drawn is not drawn twice. */
export function keepPictures(): (code: Code, format: Format, options: PictureOptions) => Drawn | Promise<Drawn> {
  const kept = new LRUCache<string, Drawn>({ maxSize: MOST_BYTES, sizeCalculation: ({ body }) => body.length + 200 })
  const drawing = new Map<string, Promise<Drawn>>()

  return (code, format, options) => {
    const key = `${code.version} ${format} ${options.size ?? ''} ${options.margin ?? ''}`
    const known = kept.get(key)
    if (known) return known
    const running = drawing.get(key)
    if (running) return running
    const started = drawPicture(code.symbol, code.colours, format, options)
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

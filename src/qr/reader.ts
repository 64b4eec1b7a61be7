import { Worker } from 'node:worker_threads'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** A picture as its pixels: red, green, blue and alpha, a byte each. */
export interface Bitmap {
  data: Uint8ClampedArray
  width: number
  height: number
}

/**
 * What a reader of QR codes that knows nothing of how the picture was made finds in it; null where it finds none. A large
 * symbol takes it up to 150 ms: `beside` does it in a thread of its own (which costs some 40 ms) instead of on the event loop.
 */
export async function readBack(picture: Buffer, beside = false): Promise<string | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  return beside ? await readInWorker(pixels) : readPixels(pixels)
}

/** Reads the pixels at once. A light symbol on dark is not read: many phones do not either. */
export function readPixels({ data, width, height }: Bitmap): string | null {
  return jsQR.default(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
}

const SCRIPT = new URL('./reader-worker.ts', import.meta.url)
// A thread has a JavaScript engine of its own, some 20 MB.
const MOST_WORKERS = 2
const waiting: (() => void)[] = []
let workers = 0

/** Reads the pixels in a thread of their own, of which there are two at most. Throws where the thread ends without an answer. */
export async function readInWorker(pixels: Bitmap, script = SCRIPT): Promise<string | null> {
  if (workers >= MOST_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve))
  else workers++
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    const worker = new Worker(script, { workerData: pixels, transferList: [pixels.data.buffer as ArrayBuffer] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The reader of QR codes ended with ${code} and no answer.`)))
    return await promise
  } finally {
    // Whoever waits takes this place; it is free only where nobody does.
    const next = waiting.shift()
    if (next) next()
    else workers--
  }
}

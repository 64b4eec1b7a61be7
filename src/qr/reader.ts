import { Worker } from 'node:worker_threads'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** The pixels of a picture: red, green, blue and alpha, one byte each. */
export interface Bitmap {
  data: Uint8ClampedArray
  width: number
  height: number
}

/**
 * Decodes the QR code in a picture with an independent library; null if it finds none. Large symbols take up to 150 ms:
 * `inWorker` decodes in a worker thread (which costs 40 ms to start) instead of on the event loop.
 */
export async function readPicture(picture: Buffer, inWorker = false): Promise<string | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
  return inWorker ? await readInWorker(pixels) : readPixels(pixels)
}

/**
 * Decodes pixels synchronously. Light symbols on a dark background are not found: many phones cannot read them either.
 */
export function readPixels({ data, width, height }: Bitmap): string | null {
  return jsQR.default(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
}

const SCRIPT = new URL('./reader-worker.ts', import.meta.url)
// Each thread takes about 20 MB.
const MAX_WORKERS = 2
const waiting: (() => void)[] = []
let workers = 0

/** Decodes pixels in a new worker thread, at most two at a time. Rejects if the thread ends without a result. */
export async function readInWorker(pixels: Bitmap, script = SCRIPT): Promise<string | null> {
  if (workers >= MAX_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve))
  else workers++
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    const worker = new Worker(script, { workerData: pixels, transferList: [pixels.data.buffer as ArrayBuffer] })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The QR code reader ended with code ${code} and no result.`)))
    return await promise
  } finally {
    // The next in the queue takes over this slot, so the count stays the same.
    const next = waiting.shift()
    if (next) next()
    else workers--
  }
}

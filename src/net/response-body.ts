import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** Reads the body of a response, decompressed. Rejects with a FetchError if it is larger than `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy()
    throw new FetchError('fetch_too_large')
  }
  const stream = decoded(response)
  const onAbort = () => stream.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      length += chunk.length
      if (length > maxBytes) throw new FetchError('fetch_too_large')
      chunks.push(chunk)
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    response.destroy()
  }
  return Buffer.concat(chunks)
}

/** Reads at most `maxBytes` of the body of a response, decompressed, as far as it arrives. Never rejects. */
export async function readExcerpt(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    const stream = decoded(response)
    const onAbort = () => stream.destroy(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch {
    // The status has arrived, which is all that is needed.
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

// The request asks for no compression, but some servers compress anyway.
function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const decoders = new Map([
    ['gzip', createGunzip],
    ['x-gzip', createGunzip],
    ['deflate', createInflate],
    ['br', createBrotliDecompress],
  ])
  const decoder = decoders.get(encoding)?.()
  if (!decoder) {
    response.destroy()
    throw new FetchError('fetch_failed', new Error('unknown content encoding'))
  }
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

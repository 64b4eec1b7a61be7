import { finished, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError, tooMany } from '../errors/api-error.ts'
import { addressKey } from '../security/ip-addresses.ts'
import { addToCount } from '../security/key-counts.ts'
import type { App } from '../services.ts'

const MIB = 1024 * 1024
/** Maximum bytes of the bodies in memory, in total and per address. */
const MAX_BYTES = 32 * MIB
const MAX_BYTES_OF_ADDRESS = 8 * MIB

/**
 * Limits the memory of request bodies, from their first byte until the response is sent. A request that exceeds the
 * limit of its address gets 429, one that exceeds the total 503.
 */
export function limitBodyBytes(app: App, { max = MAX_BYTES, maxOfAddress = MAX_BYTES_OF_ADDRESS } = {}): void {
  const bytesOf = new Map<string, number>()
  let total = 0

  const findFailure = (address: string, size: number): ApiError | undefined => {
    if ((bytesOf.get(address) ?? 0) + size > maxOfAddress)
      return tooMany('Too many bytes of request bodies at a time from one address; wait for the responses.', 1000)
    if (total + size > max)
      return new ApiError('busy', 'Too many request bodies are being received; try again shortly.', { retryAfterS: 1 })
    return undefined
  }
  const add = (address: string, size: number) => {
    total += size
    addToCount(bytesOf, address, size)
  }

  app.addHook('preParsing', (request: FastifyRequest, reply, payload, done) => {
    // Fastify does not read bodies of these methods.
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    // Written to the disk, not kept in memory (src/plugins/upload.ts).
    if (request.routeOptions.config.isUpload) return done()
    const address = addressKey(request.ip)
    let size = 0
    let isAnswered = false
    finished(reply.raw, () => {
      isAnswered = true
      add(address, -size)
      // Unread data in the parser would prevent the rest from being dropped.
      counted.resume()
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        // The rest of a rejected body is dropped.
        if (isAnswered) return callback()
        const error = findFailure(address, chunk.length)
        if (error) {
          reply.header('Connection', 'close')
          return callback(error)
        }
        size += chunk.length
        add(address, chunk.length)
        callback(null, chunk)
      },
    })
    // Fastify removes its listener once it has rejected a body.
    counted.on('error', () => {})
    payload.once('error', (error) => counted.destroy(error))
    done(null, payload.pipe(counted))
  })
}

import { finished, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ApiError, tooMany } from '../errors/api-error.ts'
import { addressKey } from '../security/addresses.ts'
import type { App } from '../services.ts'

const MIB = 1024 * 1024
/** Bytes of bodies that are held at a time, in all and of one address. */
const MAX_BYTES = 64 * MIB
const MAX_BYTES_OF_ADDRESS = 8 * MIB

/**
 * Bounds the memory that bodies take from their first byte until their answer is sent: what does not fit is refused with
 * 429 where one address sends too much, and with 503 where all do.
 */
export function limitBodyBytes(app: App, { max = MAX_BYTES, maxOfAddress = MAX_BYTES_OF_ADDRESS } = {}): void {
  const bytesOf = new Map<string, number>()
  let total = 0

  const refusal = (address: string, size: number): ApiError | undefined => {
    if ((bytesOf.get(address) ?? 0) + size > maxOfAddress)
      return tooMany('Too many bytes of bodies at a time from one address; wait for the answers.', 1000)
    if (total + size > max)
      return new ApiError('busy', 'Too many bodies are being received; try again shortly.', { retryAfterS: 1 })
    return undefined
  }
  const add = (address: string, size: number) => {
    total += size
    const left = (bytesOf.get(address) ?? 0) + size
    if (left > 0) bytesOf.set(address, left)
    else bytesOf.delete(address)
  }

  app.addHook('preParsing', (request: FastifyRequest, reply, payload, done) => {
    // Fastify reads no body of these.
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    const address = addressKey(request.ip)
    let size = 0
    let isAnswered = false
    finished(reply.raw, () => {
      isAnswered = true
      add(address, -size)
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        // What comes after the answer, of a body that was refused, is dropped.
        if (isAnswered) return callback()
        const error = refusal(address, chunk.length)
        if (error) {
          reply.header('Connection', 'close')
          return callback(error)
        }
        size += chunk.length
        add(address, chunk.length)
        callback(null, chunk)
      },
    })
    // Fastify stops listening once it has refused a body.
    counted.on('error', () => {})
    payload.once('error', (error) => counted.destroy(error))
    done(null, payload.pipe(counted))
  })
}

import type { Socket } from 'node:net'
import { addressKey } from '../security/ip-addresses.ts'
import { addToCount } from '../security/key-counts.ts'
import type { App } from '../services.ts'

const KIB = 1024
/** Smaller responses fit into the kernel's send buffer, unless they wait for earlier pipelined ones. */
const MIN_BYTES = 16 * KIB
const MAX_BYTES = 64 * KIB * KIB
/** The memory of a request and its response in addition to the body, in bytes. */
const OVERHEAD = 8 * KIB
// Slow mobile connections take bytes from the kernel so rarely that it may take none from here for half a minute.
const STALLED_MS = 60_000

/** A response that has not been handed to the kernel. */
interface Unsent {
  socket: Socket
  address: string
  bytes: number
}

function bytesIn(payload: unknown): number {
  if (Buffer.isBuffer(payload)) return payload.length
  return typeof payload === 'string' ? Buffer.byteLength(payload) : 0
}

/**
 * Limits the memory of responses that clients do not read. A connection that takes no byte of a response for a minute
 * is closed. Beyond the limit, the connection that has been waiting longest is closed, of the address with the most
 * bytes.
 */
export function limitUnsentBytes(app: App, { max = MAX_BYTES } = {}): void {
  // In the order in which they began to wait.
  const waiting = new Set<Unsent>()
  const ofSocket = new WeakMap<Socket, Set<Unsent>>()
  const bytesOf = new Map<string, number>()
  let total = 0

  const count = (address: string, bytes: number) => {
    total += bytes
    addToCount(bytesOf, address, bytes)
  }
  const release = (one: Unsent) => {
    ofSocket.get(one.socket)?.delete(one)
    if (waiting.delete(one)) count(one.address, -one.bytes)
  }
  const releaseAll = (socket: Socket) => {
    for (const one of [...(ofSocket.get(socket) ?? [])]) release(one)
  }
  // Resets connections; otherwise the kernel would keep their send buffers for minutes.
  /** False if nothing waits. */
  const closeOldest = (): boolean => {
    const [largest] = [...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as [string, number])
    for (const { socket, address } of waiting)
      if (address === largest) {
        releaseAll(socket)
        socket.resetAndDestroy()
        return true
      }
    return false
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const hasBody = request.method !== 'HEAD'
    const isStream = hasBody && typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
    // A response has no socket until the one before it was sent.
    const isPipelined = reply.raw.socket === null
    const length = hasBody ? bytesIn(payload) : 0
    if (length < MIN_BYTES && !isStream && !isPipelined) return done(null, payload)
    const { socket } = request.raw
    // Node calls it only if nothing was sent in the meantime. A stream may also be waiting for its source.
    reply.raw.setTimeout(STALLED_MS, () => {
      if (socket.writableLength > 0) socket.resetAndDestroy()
    })
    // Pipelined requests are answered even when their connection has ended: nothing would release them.
    if (socket.destroyed) return done(null, payload)
    const bytes = length + OVERHEAD
    const one = { socket, address: addressKey(request.ip), bytes }
    const others = ofSocket.get(socket)
    if (others) others.add(one)
    else {
      ofSocket.set(socket, new Set([one]))
      socket.once('close', () => releaseAll(socket))
    }
    waiting.add(one)
    count(one.address, bytes)
    reply.raw.once('finish', () => release(one))
    while (total > max && closeOldest());
    done(null, payload)
  })
}

import type { Socket } from 'node:net'
import { addressKey } from '../security/addresses.ts'
import type { App } from '../services.ts'

const KIB = 1024
/** Smaller responses fit into what the kernel holds of a connection. */
const MIN_BYTES = 16 * KIB
const MAX_BYTES = 64 * KIB * KIB
const STALLED_MS = 30_000

interface Unsent {
  address: string
  bytes: number
}

/**
 * Limits the memory of responses that clients do not read. A connection that takes no byte of a large response for half a
 * minute is closed. Beyond the limit, the connection that has been waiting longest is closed, of the address with the most bytes.
 */
export function limitUnsentBytes(app: App, { max = MAX_BYTES } = {}): void {
  // In the order in which they began to wait.
  const waiting = new Map<Socket, Unsent>()
  const bytesOf = new Map<string, number>()
  const seen = new WeakSet<Socket>()
  let total = 0

  const add = (socket: Socket, address: string, bytes: number) => {
    total += bytes
    const entry = waiting.get(socket) ?? { address, bytes: 0 }
    entry.bytes += bytes
    if (entry.bytes > 0) waiting.set(socket, entry)
    else waiting.delete(socket)
    const left = (bytesOf.get(address) ?? 0) + bytes
    if (left > 0) bytesOf.set(address, left)
    else bytesOf.delete(address)
  }
  const forget = (socket: Socket) => {
    const entry = waiting.get(socket)
    if (entry) add(socket, entry.address, -entry.bytes)
  }
  const closeOldest = (except: Socket) => {
    const [largest] = [...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as [string, number])
    const [oldest] = [...waiting].find(([socket, { address }]) => address === largest && socket !== except) ?? []
    const socket = oldest ?? except
    forget(socket)
    socket.destroy()
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const isStream = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (size < MIN_BYTES && !isStream) return done(null, payload)
    const { socket } = request.raw
    // Node calls it only if nothing was sent in the meantime.
    reply.raw.setTimeout(STALLED_MS, () => socket.destroy())
    if (size === 0) return done(null, payload)
    const address = addressKey(request.ip)
    if (!seen.has(socket)) {
      seen.add(socket)
      socket.once('close', () => forget(socket))
    }
    add(socket, address, size)
    reply.raw.once('finish', () => {
      if (waiting.has(socket)) add(socket, address, -size)
    })
    while (total > max) closeOldest(socket)
    done(null, payload)
  })
}

import { Socket } from 'node:net'
import type { App } from '../services.ts'

// How much of a rejected body is read after the response, for how long, and how long its sender may pause, before the
// connection is closed.
const MAX_DROPPED_BYTES = 64 * 1024 * 1024
const DROP_TIMEOUT_MS = 30_000
const MAX_PAUSE_MS = 800
const CHECK_INTERVAL_MS = 20

/**
 * Reads and drops the rest of a body that was rejected with 413, within limits. Many clients send the whole body before
 * they read, and closing a connection with unread data resets it, so that they would not get the response.
 */
export function drainRejectedBodies(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (reply.statusCode === 413 && raw.socket instanceof Socket && !raw.complete) {
      // Fastify would close the connection after the response.
      reply.removeHeader('connection')
      closeAfterLimit(raw.socket, () => raw.complete)
    }
    done(null, payload)
  })
}

function closeAfterLimit(socket: Socket, isComplete: () => boolean): void {
  const end = { bytes: socket.bytesRead + MAX_DROPPED_BYTES, time: Date.now() + DROP_TIMEOUT_MS }
  let last = { bytes: socket.bytesRead, at: Date.now() }
  const timer = setInterval(() => {
    const now = Date.now()
    if (socket.bytesRead !== last.bytes) last = { bytes: socket.bytesRead, at: now }
    const isOver = socket.bytesRead > end.bytes || now > end.time || now - last.at > MAX_PAUSE_MS
    if (isOver && !isComplete()) socket.destroy()
    if (isOver || isComplete() || socket.destroyed) clearInterval(timer)
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

import { Socket } from 'node:net'
import type { App } from '../services.ts'

// How much of a refused body is read and dropped after the answer, and for how long, before the connection is closed.
const MAX_DROPPED_BYTES = 8 * 1024 * 1024
const DROP_TIMEOUT_MS = 800
const CHECK_INTERVAL_MS = 20

/**
 * Lets clients read a 413: many send the whole body before they read, and a connection that is closed with unread data
 * is reset, which takes the answer away from them. The rest of the body is dropped, within limits.
 */
export function readRefusedBodies(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (reply.statusCode === 413 && raw.socket instanceof Socket && !raw.complete) {
      // Fastify would close the connection with the answer.
      reply.removeHeader('connection')
      closeAfterLimit(raw.socket, () => raw.complete)
    }
    done(null, payload)
  })
}

function closeAfterLimit(socket: Socket, isComplete: () => boolean): void {
  const end = { bytes: socket.bytesRead + MAX_DROPPED_BYTES, time: Date.now() + DROP_TIMEOUT_MS }
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > end.bytes || Date.now() > end.time
    if (isOver && !isComplete()) socket.destroy()
    if (isOver || isComplete() || socket.destroyed) clearInterval(timer)
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

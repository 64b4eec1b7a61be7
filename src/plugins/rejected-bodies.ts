import { Socket } from 'node:net'
import type { App } from '../services.ts'

// How much of a rejected body is read after the response, for how long, and how long its sender may pause, before the
// connection is closed.
const MAX_DROPPED_BYTES = 64 * 1024 * 1024
const DROP_TIMEOUT_MS = 30_000
const MAX_PAUSE_MS = 800
// Reading a body that the kernel has buffered takes the event loop up to a few milliseconds a connection: only this
// many connections are read in one turn, while the others are paused.
const CONNECTIONS_PER_TURN = 8
const TURN_MS = 20

interface Rejected {
  socket: Socket
  isComplete: () => boolean
  /** Whether the client asked to close the connection after the response. */
  isLast: boolean
}

interface Dropped extends Rejected {
  end: { bytes: number; time: number }
  last: { bytes: number; at: number }
}

/**
 * Reads and drops the rest of a body that was rejected with 413, within limits. Many clients send the whole body before
 * they read, and closing a connection with unread data resets it, so that they would not get the response.
 */
export function drainRejectedBodies(app: App): void {
  const drop = createDropper()
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    const { socket } = raw
    if (reply.statusCode === 413 && socket instanceof Socket && !raw.complete) {
      // Fastify and Node would close the connection after the response.
      reply.removeHeader('connection')
      const isLast = !reply.raw.shouldKeepAlive
      reply.raw.shouldKeepAlive = true
      // Node resumes the socket when the response ends, so that it can be paused only after that.
      reply.raw.once('finish', () => setImmediate(drop, { socket, isComplete: () => raw.complete, isLast }))
    }
    done(null, payload)
  })
}

function createDropper(): (rejected: Rejected) => void {
  // The first ones are read in this turn; each turn moves them to the end.
  let waiting: Dropped[] = []
  let timer: NodeJS.Timeout | undefined
  let nextTurnAt = 0

  const turn = () => {
    const now = Date.now()
    // While this process was halted no sender was silent.
    const late = Math.max(0, now - nextTurnAt)
    for (const { last } of waiting) last.at = Math.min(now, last.at + late)
    nextTurnAt = now + TURN_MS
    const read = waiting.splice(0, CONNECTIONS_PER_TURN)
    waiting = [...waiting, ...read].filter((dropped) => isKept(dropped, now, read.includes(dropped)))
    for (const [i, { socket }] of waiting.entries()) {
      if (i < CONNECTIONS_PER_TURN) socket.resume()
      else if (!socket.isPaused()) socket.pause()
    }
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return (rejected) => {
    const { socket } = rejected
    if (socket.destroyed || isOver(rejected)) return
    const now = Date.now()
    const bytes = socket.bytesRead
    const end = { bytes: bytes + MAX_DROPPED_BYTES, time: now + DROP_TIMEOUT_MS }
    waiting.push({ ...rejected, end, last: { bytes, at: now } })
    if (waiting.length > CONNECTIONS_PER_TURN) socket.pause()
    if (timer) return
    nextTurnAt = now + TURN_MS
    timer = setInterval(turn, TURN_MS).unref()
  }
}

/** Whether the whole body was read; then the connection is used for the next request, or closed. */
function isOver({ socket, isComplete, isLast }: Rejected): boolean {
  if (!isComplete()) return false
  if (isLast) socket.destroySoon()
  else socket.resume()
  return true
}

/** Whether the body must still be read; the connection is closed at a limit. `wasRead`: in the turn that ends now. */
function isKept(dropped: Dropped, now: number, wasRead: boolean): boolean {
  const { socket, end, last } = dropped
  if (socket.destroyed || isOver(dropped)) return false
  if (socket.bytesRead !== last.bytes) Object.assign(last, { bytes: socket.bytesRead, at: now })
  const isSilent = wasRead && now - last.at > MAX_PAUSE_MS
  if (socket.bytesRead <= end.bytes && now <= end.time && !isSilent) return true
  socket.destroy()
  return false
}

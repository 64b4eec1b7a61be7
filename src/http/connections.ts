import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 25
const QUIET_MS = 500
const LONGEST_LEAVING_MS = 2000
const MOST_TURNS = 1000
const SWEEP_MS = 100
const PATIENCE_MS = 1000
const LONGEST_MS = 8000

export interface Connections {
  /**
   * Resolves when nothing was asked for half a second, or after two seconds: whoever sends requests here has
   * heard by then that the service is leaving, or was told so with an answer.
   */
  quiet(): Promise<void>
  /** Takes no more connections. Resolves when it does not; `ended` resolves when none is left. */
  close(): Promise<{ ended: Promise<void> }>
}

/**
 * Follows the connections of a server, so that closing it does not wait for clients that merely stay connected: whoever
 * waits for an answer gets it (for up to eight seconds), the others are let go.
 */
export function watchConnections(server: Server): Connections {
  const waiting = new Map<Socket, number>()
  let lastAsked = 0
  let taken = 0
  server.on('connection', (socket) => {
    taken++
    waiting.set(socket, 0)
    socket.once('close', () => waiting.delete(socket))
  })
  const change = (socket: Socket, by: number) => {
    const count = waiting.get(socket)
    if (count !== undefined) waiting.set(socket, count + by)
  }
  // One function for all answers: there may be tens of thousands a second.
  function onAnswered(this: ServerResponse) {
    change(this.req.socket, -1)
  }
  server.on('request', ({ socket }, response) => {
    lastAsked = Date.now()
    change(socket, 1)
    response.on('close', onAnswered)
  })

  // The kernel resets the connections that it has taken and we have not: the server closes at a moment when a look
  // found none.
  const drain = async () => {
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const before = taken
      await new Promise(setImmediate)
      if (turn > 0 && taken === before) return
    }
  }
  // Also a connection that has sent nothing yet, or half a request: closeIdleConnections passes over those.
  const letQuietGo = () => {
    for (const [socket, requests] of waiting) if (requests === 0) socket.destroy()
  }
  const endAll = (closed: Promise<void>) => {
    let timers = [
      setInterval(() => server.closeIdleConnections(), SWEEP_MS),
      setTimeout(() => {
        letQuietGo()
        timers = [...timers, setInterval(letQuietGo, SWEEP_MS)]
      }, PATIENCE_MS),
      setTimeout(() => server.closeAllConnections(), LONGEST_MS),
    ]
    return closed.finally(() => {
      for (const timer of timers) clearTimeout(timer)
    })
  }

  return {
    async quiet() {
      const since = Date.now()
      for (let now = since; now - since < LONGEST_LEAVING_MS; now = Date.now()) {
        if (now - Math.max(since, lastAsked) >= QUIET_MS) return
        await sleep(LOOK_MS)
      }
    },
    async close() {
      await drain()
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      return { ended: endAll(closed) }
    },
  }
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const SWEEP_MS = 100
const QUIET_MS = 1000
const LONGEST_MS = 8000

/**
 * Follows the connections of a server, so that closing it does not wait for clients that merely stay connected. The
 * function returned is called when closing begins: whoever waits for an answer gets it (for up to eight seconds), the
 * others are let go. It returns the function to call when the server has closed.
 */
export function watchConnections(server: Server): () => () => void {
  const waiting = new Map<Socket, number>()
  server.on('connection', (socket) => {
    waiting.set(socket, 0)
    socket.once('close', () => waiting.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const change = (by: number) => {
      const count = waiting.get(socket)
      if (count !== undefined) waiting.set(socket, count + by)
    }
    change(1)
    response.once('close', () => change(-1))
  })

  return () => {
    // Also a connection that has sent nothing yet, or half a request: closeIdleConnections passes over those.
    const letQuietGo = () => {
      for (const [socket, requests] of waiting) if (requests === 0) socket.destroy()
    }
    let timers = [
      setInterval(() => server.closeIdleConnections(), SWEEP_MS),
      setTimeout(() => {
        letQuietGo()
        timers = [...timers, setInterval(letQuietGo, SWEEP_MS)]
      }, QUIET_MS),
      setTimeout(() => server.closeAllConnections(), LONGEST_MS),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'

const POLL_MS = 25
const QUIET_MS = 500
const MAX_DRAINING_MS = 2000
const MAX_ACCEPTING_MS = 1500
/** Turns of the event loop without a new connection after which the kernel's queue is empty. */
const EMPTY_TURNS = 2
// On a busy machine, clients take this long to open a connection after their last one was closed.
const ACCEPT_QUIET_MS = 250
const SWEEP_MS = 100
const MAX_IDLE_MS = 1000
const ANSWERING_MS = 500
const MAX_CLOSING_MS = 8000

type Lifecycle = Pick<Services['lifecycle'], 'draining' | 'closing' | 'paused'>

interface Client {
  /** Requests without a response. */
  requests: number
  /** Time of the connection, its last request or its last response; milliseconds since 1970. */
  activeAt: number
}

/**
 * Tracks the connections of a server. The returned function closes the server without resetting connections, and sets
 * `lifecycle` accordingly.
 */
export function trackConnections(server: Server, lifecycle: Lifecycle): () => Promise<void> {
  const clients = new Map<Socket, Client>()
  let requestedAt = 0
  let accepted = 0
  server.on('connection', (socket) => {
    accepted++
    clients.set(socket, { requests: 0, activeAt: Date.now() })
    socket.once('close', () => clients.delete(socket))
  })
  const count = (socket: Socket, requests: number) => {
    const client = clients.get(socket)
    if (!client) return
    client.requests += requests
    client.activeAt = Date.now()
  }
  // One function for all responses: there may be tens of thousands per second.
  function onAnswered(this: ServerResponse) {
    count(this.req.socket, -1)
  }
  server.on('request', ({ socket }, response) => {
    requestedAt = Date.now()
    count(socket, 1)
    response.on('close', onAnswered)
  })

  const waitForQuiet = async () => {
    const since = Date.now()
    for (let now = since; now - since < MAX_DRAINING_MS; now = Date.now()) {
      if (now - Math.max(since, requestedAt) >= QUIET_MS) return
      await sleep(POLL_MS)
      // Requests that arrived while a busy machine halted this process are noticed first.
      await nextTurn()
    }
  }
  // Each turn of the event loop accepts at least one connection, if there is one.
  const acceptWaiting = async () => {
    const until = Date.now() + MAX_ACCEPTING_MS
    let acceptedAt = Date.now()
    for (let empty = 0; empty < EMPTY_TURNS || Date.now() - acceptedAt < ACCEPT_QUIET_MS; ) {
      if (Date.now() >= until) return
      const before = accepted
      if (empty >= EMPTY_TURNS) await sleep(POLL_MS)
      await nextTurn()
      if (accepted !== before) acceptedAt = Date.now()
      empty = accepted === before ? empty + 1 : 0
    }
  }
  // Runs one turn after its timer, when everything that clients have sent was read: else a busy process would close
  // connections with an unread request.
  const closeIdle = (closingAt: number) => {
    const since = Date.now() - MAX_IDLE_MS
    for (const [socket, { requests, activeAt }] of clients)
      if (requests === 0 && Math.max(activeAt, closingAt) < since) socket.destroy()
  }
  const stopListening = async () => {
    const closingAt = Date.now()
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    const timers = [
      setInterval(() => setImmediate(closeIdle, closingAt), SWEEP_MS),
      // Until then requests on the open connections are answered, and each response closes its connection.
      setTimeout(() => {
        lifecycle.closing = true
      }, ANSWERING_MS),
      setTimeout(() => server.closeAllConnections(), MAX_CLOSING_MS),
    ]
    await closed
    for (const timer of timers) clearTimeout(timer)
  }

  return async () => {
    // Requests are answered until none come. Each response closes its connection, and /readyz is 503, so that clients
    // and load balancers use other instances.
    lifecycle.draining = true
    if (server.listening) await waitForQuiet()
    const { promise, resolve } = Promise.withResolvers<void>()
    // New requests wait. Clients that wait for responses open no more connections, so that the kernel's queue becomes
    // empty: the kernel resets the connections in it when the server closes.
    lifecycle.paused = promise
    await acceptWaiting()
    const closed = stopListening()
    lifecycle.paused = undefined
    resolve()
    await closed
  }
}

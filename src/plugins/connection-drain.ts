import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../services.ts'

const POLL_MS = 25
const QUIET_MS = 500
const MAX_LEAVING_MS = 2000
const MAX_ACCEPTING_MS = 1500
/** Turns of the event loop without a new connection, after which the kernel has none waiting. */
const EMPTY_TURNS = 2
// A client on a busy machine takes this long to open a connection after its last one was closed.
const ACCEPT_QUIET_MS = 250
const SWEEP_MS = 100
const MAX_SILENT_MS = 1000
const ANSWERING_MS = 500
const MAX_CLOSING_MS = 8000

type State = Pick<Services['state'], 'leaving' | 'closing' | 'held'>

interface Client {
  /** Requests that are not answered yet. */
  requests: number
  /** Of the connection, its last request or its last answer; milliseconds since 1970. */
  activeAt: number
}

/**
 * Follows the connections of a server. The returned function closes it without resetting a connection and sets `state`
 * accordingly:
 * 1. `leaving`: requests are answered until there were none for half a second, for at most two seconds. Each answer is
 *    the last of its connection, and /readyz is 503, so that clients and balancers go elsewhere.
 * 2. `held`: new requests wait. Clients that wait for answers open no further connections, so that the kernel's queue of
 *    connections gets empty: the kernel resets those that are in it when the server closes.
 * 3. The server takes no more connections, and answers requests on those it has, each of which is closed by its answer.
 *    Silent connections are closed after a second.
 * 4. `closing`, half a second later: new requests are answered with 503. After eight seconds what is left is cut.
 */
export function trackConnections(server: Server, state: State): () => Promise<void> {
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
  // One function for all answers: there may be tens of thousands a second.
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
    for (let now = since; now - since < MAX_LEAVING_MS; now = Date.now()) {
      if (now - Math.max(since, requestedAt) >= QUIET_MS) return
      await sleep(POLL_MS)
    }
  }
  // A turn of the event loop accepts one connection at least, if there is one.
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
  // In the turn after a timer everything that clients have sent is read: without that, a busy process would take a
  // client whose request it has not read yet for a silent one.
  const closeSilent = (closingAt: number) => {
    const since = Date.now() - MAX_SILENT_MS
    for (const [socket, { requests, activeAt }] of clients)
      if (requests === 0 && Math.max(activeAt, closingAt) < since) socket.destroy()
  }
  const stopListening = async () => {
    const closingAt = Date.now()
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    const timers = [
      setInterval(() => setImmediate(closeSilent, closingAt), SWEEP_MS),
      setTimeout(() => {
        state.closing = true
      }, ANSWERING_MS),
      setTimeout(() => server.closeAllConnections(), MAX_CLOSING_MS),
    ]
    await closed
    for (const timer of timers) clearTimeout(timer)
  }

  return async () => {
    state.leaving = true
    if (server.listening) await waitForQuiet()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.held = promise
    await acceptWaiting()
    const closed = stopListening()
    state.held = undefined
    resolve()
    await closed
  }
}

import { connect, type Socket } from 'node:net'
import type { Options, ParameterOrJSON, Row, RowList, Sql } from 'postgres'
import { failure } from './failure.ts'

const OPEN_TIMEOUT_MS = 5000
const CANCEL_TIMEOUT_MS = 5000
const KEEP_ALIVE_S = 20
const CANCEL_REQUEST = 80_877_102
// After so long without an answer `onSlow` is called, and again each time that much has passed.
const SLOW_MS = 1000
// A session of our own: no compiling of plans, which costs statistics more than it gains, and an end to forgotten statements.
const SESSION = 'set jit = off; set statement_timeout = 60000'

/** Creates a client of the driver with these options added to those of every connection. */
export type CreateClient = (options: Options<Record<string, never>>) => Sql

export interface ConnectionEvents {
  /** A notification arrived. */
  onNotify?(channel: string, payload: string): void
  /** The server answered a statement, with an error or without. */
  onAnswer?(): void
  /** A statement has been without an answer for another second. */
  onSlow?(): void
}

// What the driver passes to its option `socket`, which its types leave out.
interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

function createSocket({ host, port, path }: Address, index: number): Socket {
  if (path) return connect(path)
  const socket = connect({ host: host[index] ?? 'localhost', port: port[index] ?? 5432, noDelay: true })
  // The driver reads the name for the certificate check there.
  return Object.assign(socket, { host: host[index] })
}

const connected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const onError = (error?: Error | boolean) =>
      reject(error instanceof Error ? error : failure('CONNECTION_CLOSED', 'The connection was closed.'))
    socket.once('error', onError).once('close', onError)
    socket.once('connect', () => {
      socket.off('error', onError).off('close', onError)
      resolve()
    })
  })

// Answers that arrived in time are read before the callback: this process may have been the slow one.
const afterReading = (callback: () => void, ms: number): NodeJS.Timeout => setTimeout(() => setImmediate(callback), ms)

// Only after a plain error is the state of the connection known; a server that became read-only is to be left.
function isReusableAfter(error: unknown): boolean {
  const { severity, severity_local, code } = error as { severity?: string; severity_local?: string; code?: string }
  return (severity ?? severity_local) === 'ERROR' && code !== '25006'
}

/**
 * One connection to a Postgres server. Once lost it is never used again.
 *
 * The driver (postgres.js 3.4.9) keeps the pool and the state of its connections beyond the life of a socket, and fails
 * there: `reserve` never settles on a connection still to be opened, nor when the one it waits for is cut (its issues
 * 751, 1195, 1219); a statement on a reserved connection that was cut ends the process (1208); one that was about to be
 * written when the socket closed is sent before the next connection's startup message; a server that accepts and closes
 * connections is tried again without end. So each client is one socket here, and is thrown away when lost or late.
 */
export class Connection {
  /** Resolves when the connection is lost or closed. */
  readonly lost: Promise<void>
  /** Set when a pooler (PgBouncer) is in between: the session on the server is not ours. Known once it is open. */
  isPooled = false
  readonly #client: Sql
  readonly #events: ConnectionEvents
  readonly #createdAt = Date.now()
  readonly #sockets: Socket[] = []
  #createSocket: (() => Socket) | undefined
  #loss: unknown
  #resolveLost: () => void = () => {}
  readonly #running = new Set<(error: unknown) => void>()
  #backend: { pid: number; secret: number } | undefined

  constructor(createClient: CreateClient, events: ConnectionEvents = {}) {
    this.#events = events
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve
    })
    this.#client = createClient({
      max: 1,
      max_lifetime: null,
      connect_timeout: 0,
      keep_alive: KEEP_ALIVE_S,
      onclose: () => this.discard(failure('CONNECTION_CLOSED', 'The database closed the connection.')),
      // Known to the driver, but not to its types.
      ...({ socket: (address: Address) => this.#connect(address), onnotify: events.onNotify } as object),
    })
  }

  /** Opens the connection. Rejects when the server cannot be reached, refuses us, or is silent for that long. */
  async open(timeoutMs = OPEN_TIMEOUT_MS): Promise<this> {
    try {
      const result = await this.run('select pg_backend_pid() as pid', [], timeoutMs)
      this.#backend = result.state
      // A pooler gives out process ids of its own.
      this.isPooled = result[0]?.['pid'] !== result.state.pid
      if (!this.isPooled) await this.run(SESSION, [], timeoutMs)
      return this
    } catch (error) {
      this.discard(error)
      if ((error as { code?: unknown }).code !== 'CONNECTION_SILENT') throw error
      throw failure('CONNECT_TIMEOUT', 'The database did not accept a connection in time.')
    }
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  /** Milliseconds since it was created. */
  get age(): number {
    return Date.now() - this.#createdAt
  }

  /**
   * Runs a statement after those that are running. Rejects with the server's error; or, the connection being lost then,
   * with what cut it, or after `timeoutMs` without an answer, and then the server is asked to cancel the statement.
   */
  run(text: string, parameters: readonly unknown[], timeoutMs = Number.POSITIVE_INFINITY): Promise<RowList<Row[]>> {
    return new Promise((resolve, reject) => {
      if (this.#loss) return reject(failure('CONNECTION_CLOSED', 'The connection was closed.'))
      const { onAnswer, onSlow } = this.#events
      let timer: NodeJS.Timeout
      const wait = (leftMs: number) => {
        timer = afterReading(() => onLate(leftMs - SLOW_MS), Math.min(leftMs, SLOW_MS))
      }
      const onLate = (leftMs: number) => {
        if (!this.#running.has(fail)) return
        if (leftMs > 0) {
          onSlow?.()
          return wait(leftMs)
        }
        this.discard(failure('CONNECTION_SILENT', 'The database did not answer in time.'), this.#requestCancel())
      }
      const fail = (error: unknown) => {
        clearTimeout(timer)
        this.#running.delete(fail)
        reject(error)
      }
      this.#running.add(fail)
      wait(timeoutMs)
      // A pooler may run each statement on another session: only what has no name works behind every one.
      this.#client.unsafe(text, parameters as ParameterOrJSON<never>[], { prepare: !this.isPooled }).then(
        (result) => {
          clearTimeout(timer)
          this.#running.delete(fail)
          onAnswer?.()
          resolve(result as RowList<Row[]>)
        },
        (error) => {
          if (isReusableAfter(error)) onAnswer?.()
          else this.discard(error)
          fail(error)
        },
      )
    })
  }

  /** Rejects what runs with the error and cuts the connection, once `isCancelled` has settled. */
  discard(error: unknown, isCancelled?: Promise<void>): void {
    if (this.#loss) return
    this.#loss = error
    const cut = () => {
      for (const socket of this.#sockets) socket.destroy()
    }
    if (isCancelled) isCancelled.then(cut)
    else cut()
    for (const fail of this.#running) fail(error)
    this.#resolveLost()
  }

  /** Ends the session in order, or cuts it when that takes longer than `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    if (this.#loss) return
    await this.#client.end({ timeout: timeoutMs / 1000 })
    this.discard(failure('CONNECTION_ENDED', 'The connection was closed.'))
  }

  // The driver asks for a socket when it opens a connection, and again when that was cut: then it gets none, unless
  // there are hosts left that have not been tried.
  async #connect(address: Address): Promise<Socket> {
    let reason: unknown = failure('CONNECTION_CLOSED', 'The database closed the connection.')
    while (!this.#loss && !this.#backend && this.#sockets.length < address.host.length) {
      const index = this.#sockets.length
      this.#createSocket = () => createSocket(address, index)
      const socket = this.#createSocket()
      this.#sockets.push(socket)
      try {
        await connected(socket)
        return socket
      } catch (error) {
        reason = error
      }
    }
    this.discard(reason)
    throw reason
  }

  // A server does not notice that nobody waits for a statement any more. PgBouncer passes the request on only while the
  // connection is there. Resolves when it was heard, or not in time.
  #requestCancel(): Promise<void> | undefined {
    if (!this.#backend || !this.#createSocket) return undefined
    const message = Buffer.alloc(16)
    for (const [i, word] of [message.length, CANCEL_REQUEST, this.#backend.pid, this.#backend.secret].entries())
      message.writeUInt32BE(word, i * 4)
    const socket = this.#createSocket()
    socket.on('error', () => {})
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
    socket.resume().unref()
    // The server closes it; PgBouncer drops the request of one that is closed before.
    socket.write(message)
    return new Promise((resolve) => socket.once('close', () => resolve()))
  }
}

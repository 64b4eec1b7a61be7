import type { Socket } from 'node:net'
import type { Options, ParameterOrJSON, Row, RowList, Sql } from 'postgres'
import { databaseSilent, failure } from './failure.ts'
import { removeFrom } from './remove-from.ts'
import { type Address, connected, createSocket } from './socket.ts'

const OPEN_TIMEOUT_MS = 5000
const CANCEL_TIMEOUT_MS = 5000
const KEEP_ALIVE_S = 20
const CANCEL_REQUEST = 80_877_102
// `onSlow` is called each time this much time passes without an answer.
const SLOW_MS = 1000
/** In milliseconds; it ends abandoned statements. */
const STATEMENT_MS = 60_000
// JIT compilation costs the statistics queries more than it saves.
const SESSION = `set jit = off; set statement_timeout = ${STATEMENT_MS}`

/** The answer to a statement. */
interface Answer {
  rows: Row[]
  /** What was run, such as `SELECT`. */
  command: string
  /** The number of rows that were read or written. */
  count: number
  state: { pid: number; secret: number }
}

// V8 allocates functions that are assigned to a property, as the driver's are for each query, in the old space. Until a
// full collection they keep the query in memory, so it is emptied. After an error the driver itself keeps `strings`.
function empty(query: object): void {
  ;(query as { strings: string[] }).strings.length = 0
  Object.assign(query, { string: '', signature: '', args: [], parameters: [] })
}

// The key of a prepared statement in the driver: its text with the types of its parameters. A text without parameters has
// one too, but is not prepared.
const preparedAs = (query: object) => (query as { signature: string | false }).signature

function takeAnswer(query: object, result: RowList<Row[]>): Answer {
  const { command, count, state } = result
  const rows = Array.from(result)
  result.length = 0
  empty(query)
  return { rows, command, count, state }
}

/** What the server itself limits, in milliseconds; undefined: as usual. */
interface StatementLimits {
  lockMs?: number | undefined
  statementMs?: number | undefined
}

/** Creates a driver client; `options` are added to the options that every connection has. */
export type CreateClient = (options: Options<Record<string, never>>) => Sql

interface ConnectionEvents {
  /** A notification arrived. */
  onNotify?(channel: string, payload: string): void
  /** The server answered a statement, with a result or an error. */
  onAnswer?(): void
  /** A statement has waited another second for its answer. */
  onSlow?(): void
}

/** Calls back after a time, when everything received by then was processed: the delay may be that of this process. */
export const afterReading = (callback: () => void, ms: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(callback), ms)

// Only a plain ERROR leaves the connection in a known state; 25006 means the server became read-only (fail-over).
function isReusableAfter(error: unknown): boolean {
  const { severity, severity_local, code } = error as { severity?: string; severity_local?: string; code?: string }
  return (severity ?? severity_local) === 'ERROR' && code !== '25006'
}

/**
 * One connection to a Postgres server. Once lost it is never used again.
 *
 * The driver (postgres.js 3.4.9) reuses its connection state after a socket was closed, which has bugs: `reserve` never
 * settles if its connection is not open yet or is lost (issues 751, 1195, 1219); a statement on a lost reserved
 * connection ends the process (1208); a statement that was pending when the socket closed is sent before the next
 * connection's startup message; a server that accepts and closes connections is retried forever. Therefore each client
 * has one socket here and is discarded when the socket is lost or a statement times out.
 */
export class Connection {
  /** Resolves when the connection is lost or closed. */
  readonly lost: Promise<void>
  /** Whether a pooler (PgBouncer) is in between, so the server session is shared. Known once the connection is open. */
  isPooled = false
  readonly #client: Sql
  readonly #events: ConnectionEvents
  readonly #createdAt = Date.now()
  readonly #prepared = new Set<string>()
  #lockMs = 0
  #statementMs = STATEMENT_MS
  readonly #sockets: Socket[] = []
  #createSocket: (() => Socket) | undefined
  #loss: unknown
  #resolveLost: () => void = () => {}
  readonly #running: ((error: unknown) => void)[] = []
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
      // Supported by the driver, but missing in its types.
      ...({ socket: (address: Address) => this.#connect(address), onnotify: events.onNotify } as object),
    })
  }

  /** Opens the connection. Rejects if the server cannot be reached, refuses the connection, or times out. */
  async open(timeoutMs = OPEN_TIMEOUT_MS): Promise<this> {
    try {
      const { rows, state } = await this.run('select pg_backend_pid() as pid', [], timeoutMs)
      this.#backend = state
      // A pooler reports its own process ids in the startup message.
      this.isPooled = rows[0]?.['pid'] !== state.pid
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

  /** How many statements it has prepared; the server and the driver keep each of them. */
  get statements(): number {
    return this.#prepared.size
  }

  /** Milliseconds since it was created. */
  get age(): number {
    return Date.now() - this.#createdAt
  }

  /**
   * Queues a statement. Rejects with the server's error, or with the reason if the connection is lost. If there is no
   * answer within `timeoutMs`, the connection is discarded and the server is asked to cancel the statement.
   */
  run(text: string, parameters: readonly unknown[], timeoutMs = Number.POSITIVE_INFINITY): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#loss) return reject(failure('CONNECTION_CLOSED', 'The connection was closed.'))
      const { onAnswer, onSlow } = this.#events
      let timer: NodeJS.Timeout
      const wait = (leftMs: number) => {
        timer = afterReading(() => onLate(leftMs - SLOW_MS), Math.min(leftMs, SLOW_MS))
      }
      const onLate = (leftMs: number) => {
        if (!this.#running.includes(fail)) return
        if (leftMs > 0) {
          onSlow?.()
          return wait(leftMs)
        }
        this.discard(databaseSilent(), this.#requestCancel())
      }
      const fail = (error: unknown) => {
        clearTimeout(timer)
        removeFrom(this.#running, fail)
        reject(error)
      }
      this.#running.push(fail)
      wait(timeoutMs)
      // A pooler may run each statement in another session, where a named prepared statement does not exist.
      const query = this.#client.unsafe(text, parameters as ParameterOrJSON<never>[], { prepare: !this.isPooled })
      const count = () => {
        const signature = preparedAs(query)
        if (signature && parameters.length > 0) this.#prepared.add(signature)
      }
      query.then(
        (result) => {
          count()
          clearTimeout(timer)
          removeFrom(this.#running, fail)
          onAnswer?.()
          resolve(takeAnswer(query, result))
        },
        (error) => {
          count()
          empty(query)
          if (isReusableAfter(error)) onAnswer?.()
          else this.discard(error)
          fail(error)
        },
      )
    })
  }

  /**
   * Sets how long statements outside transactions wait for a lock, and may take in all (0: without a limit). Without
   * effect behind a pooler, which has no sessions.
   */
  async limitStatements({ lockMs = 0, statementMs = STATEMENT_MS }: StatementLimits, timeoutMs: number): Promise<void> {
    if (this.isPooled) return
    if (this.#lockMs !== lockMs) await this.run(`set lock_timeout = ${lockMs}`, [], timeoutMs)
    this.#lockMs = lockMs
    if (this.#statementMs !== statementMs) await this.run(`set statement_timeout = ${statementMs}`, [], timeoutMs)
    this.#statementMs = statementMs
  }

  /** Rejects the running statements with the error and closes the socket, after `isCanceled` has settled. */
  discard(error: unknown, isCanceled?: Promise<void>): void {
    if (this.#loss) return
    this.#loss = error
    const cut = () => {
      for (const socket of this.#sockets) socket.destroy()
    }
    if (isCanceled) isCanceled.then(cut)
    else cut()
    for (const fail of [...this.#running]) fail(error)
    this.#resolveLost()
  }

  /** Ends the session gracefully; closes the socket if that takes longer than `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    if (this.#loss) return
    await this.#client.end({ timeout: timeoutMs / 1000 })
    this.discard(failure('CONNECTION_ENDED', 'The connection was closed.'))
  }

  // The driver asks for a socket when it opens a connection, and again when that socket was closed. Each host of the
  // URL is tried once; after that the driver gets no more sockets.
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

  // Otherwise the server would keep running the statement. PgBouncer forwards a cancel request only while the
  // connection is open. Resolves when the request was received, or after a timeout.
  #requestCancel(): Promise<void> | undefined {
    if (!this.#backend || !this.#createSocket) return undefined
    const message = Buffer.alloc(16)
    for (const [i, word] of [message.length, CANCEL_REQUEST, this.#backend.pid, this.#backend.secret].entries())
      message.writeUInt32BE(word, i * 4)
    const socket = this.#createSocket()
    socket.on('error', () => {})
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy())
    socket.resume().unref()
    // The server closes this socket; PgBouncer drops the request if the client closes it first.
    socket.write(message)
    return new Promise((resolve) => socket.once('close', () => resolve()))
  }
}

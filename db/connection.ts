import { connect, type Socket } from 'node:net'
import type { Options, ParameterOrJSON, Row, RowList, Sql } from 'postgres'

const OPENING_MS = 5000
const CANCEL_MS = 5000
const KEEP_ALIVE_S = 20
const CANCEL_REQUEST = 80_877_102

/** Makes a client of the driver with these options beside those of every connection. */
export type Dial = (options: Options<Record<string, never>>) => Sql

type Notified = (channel: string, payload: string) => void

// What the driver hands to `socket`, an option that its types leave out.
interface Place {
  host: string[]
  port: number[]
  path?: string | false
}

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

function socketTo({ host, port, path }: Place, number: number): Socket {
  if (path) return connect(path)
  const socket = connect({ host: host[number] ?? 'localhost', port: port[number] ?? 5432, noDelay: true })
  // The driver looks there for the name that a certificate is held against.
  return Object.assign(socket, { host: host[number] })
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

/** Calls back after that many milliseconds, once what has arrived until then was read: the late one may be this process. */
export const afterReading = (callback: () => void, ms: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(callback), ms)

// After anything but a plain refusal by the server nobody knows what the connection would say next.
function isRefusal(error: unknown): boolean {
  const { severity, severity_local } = error as { severity?: string; severity_local?: string }
  return (severity ?? severity_local) === 'ERROR'
}

/**
 * One connection to a Postgres server. Once lost it is never used again.
 *
 * The driver (postgres.js 3.4.9) keeps the pool and the state of its connections beyond the life of a socket, and loses
 * its way there: `reserve` never settles on a connection still to be opened, nor when the one it waits for is cut (its
 * issues 751, 1195, 1219); a statement on a reserved connection that was cut ends the process (1208); one that was about
 * to be written when the socket closed is sent ahead of the next connection's greeting; a server that takes a
 * connection and closes it is asked again without end. So each of its clients here is one socket, and what is lost, late
 * or in doubt is thrown away whole.
 */
export class Connection {
  /** Resolves when the connection is lost or closed. */
  readonly lost: Promise<void>
  readonly #client: Sql
  readonly #born = Date.now()
  readonly #sockets: Socket[] = []
  #open: (() => Socket) | undefined
  #loss: unknown
  #tellLost: () => void = () => {}
  readonly #running = new Set<(error: unknown) => void>()
  #backend: { pid: number; secret: number } | undefined

  private constructor(dial: Dial, onNotify: Notified | undefined) {
    this.lost = new Promise((resolve) => {
      this.#tellLost = resolve
    })
    this.#client = dial({
      max: 1,
      max_lifetime: null,
      connect_timeout: 0,
      keep_alive: KEEP_ALIVE_S,
      onclose: () => this.discard(failure('CONNECTION_CLOSED', 'The database closed the connection.')),
      // Known to the driver, but not to its types.
      ...({ socket: (place: Place) => this.#socket(place), ...(onNotify ? { onnotify: onNotify } : {}) } as object),
    })
  }

  /** Opens a connection. Rejects when the server cannot be reached, lets nobody in, or is silent for five seconds. */
  static async open(dial: Dial, onNotify?: Notified): Promise<Connection> {
    const connection = new Connection(dial, onNotify)
    try {
      const { state } = await connection.run('select 1', [], OPENING_MS)
      connection.#backend = state
      return connection
    } catch (error) {
      const silent = (error as { code?: unknown }).code === 'CONNECTION_SILENT'
      connection.discard(error)
      throw silent ? failure('CONNECT_TIMEOUT', 'The database did not take a connection in time.') : error
    }
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  /** Milliseconds since it was opened. */
  get age(): number {
    return Date.now() - this.#born
  }

  /**
   * Runs a statement, after those that run already. Rejects with the server's refusal; or, the connection being lost
   * then, with what cut it or after `longest` milliseconds without an answer, and then the server is asked to leave off.
   */
  run(text: string, parameters: readonly unknown[], longest: number | undefined): Promise<RowList<Row[]>> {
    return new Promise((resolve, reject) => {
      if (this.#loss) return reject(failure('CONNECTION_CLOSED', 'The connection was closed.'))
      const late = () => {
        if (!this.#running.has(fail)) return
        this.#leaveOff()
        this.discard(failure('CONNECTION_SILENT', 'The database did not answer in time.'))
      }
      const timer = longest === undefined ? undefined : afterReading(late, longest)
      const fail = (error: unknown) => {
        clearTimeout(timer)
        this.#running.delete(fail)
        reject(error)
      }
      this.#running.add(fail)
      this.#client.unsafe(text, parameters as ParameterOrJSON<never>[], { prepare: true }).then(
        (result) => {
          clearTimeout(timer)
          this.#running.delete(fail)
          resolve(result as RowList<Row[]>)
        },
        (error) => {
          if (!isRefusal(error)) this.discard(error)
          fail(error)
        },
      )
    })
  }

  /** Cuts the connection: what runs on it is rejected with the error. */
  discard(error: unknown): void {
    if (this.#loss) return
    this.#loss = error
    for (const socket of this.#sockets) socket.destroy()
    for (const fail of this.#running) fail(error)
    this.#tellLost()
  }

  /** Takes leave of the server; whoever does not say goodbye within `longest` milliseconds is cut off. */
  async close(longest: number): Promise<void> {
    if (this.#loss) return
    await this.#client.end({ timeout: longest / 1000 })
    this.discard(failure('CONNECTION_ENDED', 'The connection was closed.'))
  }

  // The driver asks for a socket when it opens a connection, and again when that was cut: then it gets none, unless
  // there are hosts left that have not been asked.
  async #socket(place: Place): Promise<Socket> {
    let reason: unknown = failure('CONNECTION_CLOSED', 'The database closed the connection.')
    while (!this.#loss && !this.#backend && this.#sockets.length < place.host.length) {
      const number = this.#sockets.length
      this.#open = () => socketTo(place, number)
      const socket = this.#open()
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

  // A request of its own tells the server that nobody waits for the statement any more: it would not notice.
  #leaveOff(): void {
    if (!this.#backend || !this.#open) return
    const message = Buffer.alloc(16)
    for (const [i, word] of [message.length, CANCEL_REQUEST, this.#backend.pid, this.#backend.secret].entries())
      message.writeUInt32BE(word, i * 4)
    const asking = this.#open()
    asking.on('error', () => {})
    asking.setTimeout(CANCEL_MS, () => asking.destroy())
    asking.resume().unref()
    asking.end(message)
  }
}

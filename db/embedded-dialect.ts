import { messages, type PGlite } from '@electric-sql/pglite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { beginStatement } from './begin-statement.ts'
import { EmbeddedSession } from './embedded-session.ts'

interface EmbeddedEvents {
  /** Returns the error to throw for an error of a statement. */
  explain?: (error: unknown) => unknown
  /** A notification arrived. */
  onNotification?: (channel: string, payload: string) => void
}

/**
 * A Kysely dialect for PGlite. Everything else that uses the same PGlite must hold the connection of Kysely meanwhile,
 * so that it waits for the end of an open transaction.
 */
export function embeddedDialect(pglite: PGlite, events: EmbeddedEvents = {}): Dialect {
  return {
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => new EmbeddedDriver(pglite, events),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly session: EmbeddedSession
  readonly #explain: (error: unknown) => unknown

  constructor(pglite: PGlite, { explain = (error) => error, onNotification = () => {} }: EmbeddedEvents) {
    this.session = new EmbeddedSession(pglite, onNotification)
    this.#explain = explain
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, affectedRows } = await this.session.run(sql, parameters)
      return { numAffectedRows: BigInt(affectedRows ?? 0), rows: rows as R[] }
    } catch (error) {
      // Its own stack is that of the parser of messages.
      if (error instanceof messages.DatabaseError) Error.captureStackTrace(error)
      throw this.#explain(error)
    }
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed.')
  }
}

// Kysely lets only one statement or transaction at a time use a connection of this adapter.
class EmbeddedDriver implements Driver {
  readonly #pglite: PGlite
  readonly #connection: EmbeddedConnection
  #released = Promise.resolve()
  #release = () => {}

  constructor(pglite: PGlite, events: EmbeddedEvents) {
    this.#pglite = pglite
    this.#connection = new EmbeddedConnection(pglite, events)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#released = promise
    this.#release = resolve
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#connection.session.run(beginStatement(settings), [])
  }

  async commitTransaction(): Promise<void> {
    const { command } = await this.#connection.session.run('commit', [])
    // The answer is ROLLBACK if a statement failed and the caller ignored the error: nothing was written.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed.')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.session.run('rollback', [])
  }

  /** Waits for the end of an open transaction. */
  async destroy(): Promise<void> {
    await this.#released
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}

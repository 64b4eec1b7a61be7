import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { beginStatement } from './begin-statement.ts'
import type { Connection } from './connection.ts'
import type { LockPatience } from './lock-patience.ts'
import type { Pool } from './pool.ts'

/** Times are in milliseconds. */
export interface Limits {
  /** For a statement outside a transaction, including the wait for a connection. */
  statementMs: number
  /** For each statement of a transaction; undefined means without a limit. */
  transactionMs: number | undefined
  /** After which the server ends a statement outside a transaction, 0: never. Undefined: as usual. */
  serverMs?: number
  /** Undefined: statements wait for locks until their time is over. */
  locks?: LockPatience
}

// Bounds how long a transaction of a crashed process keeps its locks.
const IDLE_IN_TRANSACTION_MS = 60_000
const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * A Kysely dialect over a connection pool. `check` is called before each use of the pool and may throw. A statement
 * that times out fails like one whose connection is lost.
 */
export function serverDialect(pool: Pool, limits: Limits, check: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ServerDriver(pool, limits, check),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

// Takes a connection from the pool for each statement; only a transaction keeps it.
class PoolConnection implements DatabaseConnection {
  readonly #driver: ServerDriver
  #transaction: Connection | undefined

  constructor(driver: ServerDriver) {
    this.#driver = driver
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { limits } = this.#driver
    const { rows, command, count } = await (this.#transaction
      ? this.#transaction.run(sql, parameters, limits.transactionMs)
      : this.#runAlone(sql, parameters)
    ).catch((error) => {
      limits.locks?.onError(error)
      throw error
    })
    return { rows: rows as R[], ...(writes.has(command) ? { numAffectedRows: BigInt(count) } : {}) }
  }

  async #runAlone(text: string, parameters: readonly unknown[]) {
    const { pool, limits } = this.#driver
    const startedAt = Date.now()
    const connection = await this.#driver.acquire()
    try {
      const { locks, serverMs } = limits
      await connection.limitStatements({ lockMs: locks?.current(), statementMs: serverMs }, limits.statementMs)
      return await connection.run(text, parameters, Math.max(1, startedAt + limits.statementMs - Date.now()))
    } finally {
      pool.release(connection)
    }
  }

  async begin(statement: string): Promise<void> {
    const { transactionMs, locks } = this.#driver.limits
    const connection = await this.#driver.acquire()
    this.#transaction = connection
    try {
      const lockLimit = locks ? { lock_timeout: locks.current() } : {}
      const settings = { statement_timeout: transactionMs ?? 0, jit: 'off', ...idleLimit, ...lockLimit }
      const lines = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)
      await connection.run([statement, ...lines].join('; '), [], transactionMs)
    } catch (error) {
      // The transaction may have begun, so the connection cannot be reused.
      connection.discard(error)
      throw error
    }
  }

  async commit(): Promise<void> {
    const { command } = await this.#end('commit')
    // The server answers ROLLBACK if a statement failed and the caller ignored the error: nothing was written.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed.')
  }

  /** Never rejects: if the connection is lost, the server rolls back. */
  async rollback(): Promise<void> {
    await this.#end('rollback').catch((error) => this.#transaction?.discard(error))
  }

  async #end(statement: string) {
    if (!this.#transaction) throw new Error('No transaction is open.')
    return this.#transaction.run(statement, [], this.#driver.limits.transactionMs)
  }

  release(): void {
    if (this.#transaction) this.#driver.pool.release(this.#transaction)
    this.#transaction = undefined
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed.')
  }
}

const idleLimit = { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }

class ServerDriver implements Driver {
  readonly pool: Pool
  readonly limits: Limits
  readonly #check: () => void

  constructor(pool: Pool, limits: Limits, check: () => void) {
    this.pool = pool
    this.limits = limits
    this.#check = check
  }

  acquire(): Promise<Connection> {
    this.#check()
    return this.pool.acquire()
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PoolConnection(this)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await (connection as PoolConnection).begin(beginStatement(settings))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PoolConnection).release()
  }

  // The pool is closed by the code that created it.
  async destroy(): Promise<void> {}
}

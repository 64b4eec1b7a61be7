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
import type { Connection } from './connection.ts'
import type { Pool, Use } from './pool.ts'

/** Times are in milliseconds. */
export interface Manner {
  /** How a statement outside a transaction that only reads uses its connection; one that writes has its own. */
  use: Use
  /** The longest wait for a connection, and for the answer to a statement; undefined: as long as it takes. */
  longest: number | undefined
  /** The longest wait for the answer to a statement outside a transaction, where it is not `longest`. */
  alone?: number
}

/** Kysely over a pool of connections to a Postgres server. An answer that does not come in time fails as though the connection were lost. */
export function serverDialect(pool: Pool, manner: Manner): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ServerDriver(pool, manner),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

// A connection that is shared is cut for all when one statement on it is late; what was sent may run on all the same. So
// what writes must not be among them: its client would be told that it failed.
function isRead({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true
  return query.kind === 'RawNode' && /^\s*(?:select|with)\b/i.test(sql) && !/\b(?:insert|update|delete)\b/i.test(sql)
}

// A connection as Kysely sees it: only a transaction holds one of the pool for more than a statement.
class PoolConnection implements DatabaseConnection {
  readonly #pool: Pool
  readonly #manner: Manner
  #held: Connection | undefined

  constructor(pool: Pool, manner: Manner) {
    this.#pool = pool
    this.#manner = manner
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = compiled
    const result = await (this.#held
      ? this.#held.run(sql, parameters, this.#manner.longest)
      : this.#runAlone(sql, parameters, isRead(compiled) ? this.#manner.use : 'alone'))
    const rows = Array.from(result) as R[]
    return writes.has(result.command) ? { numAffectedRows: BigInt(result.count), rows } : { rows }
  }

  async #runAlone(text: string, parameters: readonly unknown[], use: Use) {
    const { longest, alone } = this.#manner
    const since = Date.now()
    const connection = await this.#pool.take(use, longest)
    try {
      return await connection.run(text, parameters, alone ?? (longest && Math.max(1, since + longest - Date.now())))
    } finally {
      this.#pool.give(connection)
    }
  }

  async begin(statement: string): Promise<void> {
    const { longest } = this.#manner
    const connection = await this.#pool.take('alone', longest)
    this.#held = connection
    try {
      await connection.run(`${statement}; set local statement_timeout = ${longest ?? 0}`, [], longest)
    } catch (error) {
      // It may have begun.
      connection.discard(error)
      throw error
    }
  }

  async commit(): Promise<void> {
    const { command } = await this.#end('commit')
    // So a transaction ends of which a statement failed, had that been passed over: nothing of it was written.
    if (command !== 'COMMIT') throw new Error('A transaction of which a statement failed cannot be committed.')
  }

  /** Never rejects: what is cut, the server rolls back. */
  async rollback(): Promise<void> {
    await this.#end('rollback').catch((error) => this.#held?.discard(error))
  }

  async #end(statement: string) {
    if (!this.#held) throw new Error('No transaction is open.')
    return this.#held.run(statement, [], this.#manner.longest)
  }

  release(): void {
    if (this.#held) this.#pool.give(this.#held)
    this.#held = undefined
  }

  // biome-ignore lint/correctness/useYield: nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed.')
  }
}

class ServerDriver implements Driver {
  readonly #pool: Pool
  readonly #manner: Manner

  constructor(pool: Pool, manner: Manner) {
    this.#pool = pool
    this.#manner = manner
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PoolConnection(this.#pool, this.#manner)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const parts = [
      'begin',
      ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ]
    await (connection as PoolConnection).begin(parts.join(' '))
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

  // The pool is shared with others; whoever opened it closes it.
  async destroy(): Promise<void> {}
}

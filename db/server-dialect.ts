import {
  CompiledQuery,
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
import type { ReservedSql, Sql } from 'postgres'

/**
 * Kysely over a postgres.js client. Only a transaction reserves a connection: a reserved one that the server has closed
 * must never be used or given back (the client would take it for an open one), and a statement alone needs none.
 */
export function serverDialect(client: Sql<{ bigint: number }>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ServerDriver(client),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

// The connection is gone, or the server is about to close it.
function isLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^(CONNECTION|CONNECT_|ECONN|EPIPE|ETIMEDOUT|08|57P)/.test(code)
}

class ServerConnection implements DatabaseConnection {
  readonly #client: Sql<{ bigint: number }>
  #reserved: ReservedSql<{ bigint: number }> | undefined
  #lost = false

  constructor(client: Sql<{ bigint: number }>) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lost) throw Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' })
    try {
      const result = await (this.#reserved ?? this.#client).unsafe(sql, [...parameters] as never[], { prepare: true })
      const rows = Array.from(result) as R[]
      return writes.has(result.command) ? { numAffectedRows: BigInt(result.count), rows } : { rows }
    } catch (error) {
      if (this.#reserved && isLost(error)) this.#lost = true
      throw error
    }
  }

  async begin(statement: string): Promise<void> {
    this.#reserved = await this.#client.reserve()
    await this.executeQuery(CompiledQuery.raw(statement))
  }

  /** Commits or rolls back. The connection is free again afterwards, or is left to its end. */
  async end(statement: string): Promise<void> {
    // What the server has closed it has rolled back.
    if (this.#lost && statement === 'rollback') return
    await this.executeQuery(CompiledQuery.raw(statement))
  }

  release(): void {
    if (!this.#lost) this.#reserved?.release()
    this.#reserved = undefined
  }

  // biome-ignore lint/correctness/useYield: nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed.')
  }
}

class ServerDriver implements Driver {
  readonly #client: Sql<{ bigint: number }>

  constructor(client: Sql<{ bigint: number }>) {
    this.#client = client
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ServerConnection(this.#client)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const parts = [
      'begin',
      ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ]
    await (connection as ServerConnection).begin(parts.join(' '))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as ServerConnection).end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as ServerConnection).end('rollback')
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as ServerConnection).release()
  }

  async destroy(): Promise<void> {
    await this.#client.end()
  }
}

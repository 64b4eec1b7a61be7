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
import type { PendingQuery, ReservedSql, Row, Sql } from 'postgres'

/**
 * Kysely over a postgres.js client. Only a transaction reserves a connection: a reserved one that the server has closed
 * must never be used or given back (the client would take it for an open one), and a statement alone needs none.
 * A statement that has no answer within `longest` milliseconds fails, as though the connection were lost; without it
 * the statements of a transaction may take as long as they need.
 */
export function serverDialect(client: Sql<{ bigint: number }>, longest?: number): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ServerDriver(client, longest),
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

/** The answer, or an error when it has not come after `longest` milliseconds; `onLate` is then called first. */
async function inTime<T>(answer: Promise<T>, longest: number | undefined, onLate: () => void): Promise<T> {
  if (longest === undefined) return answer
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(Object.assign(new Error('The database did not answer in time.'), { code: 'CONNECTION_SILENT' }))
    }, longest)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

type Query = PendingQuery<(Row & Iterable<Row>)[]>

// What still waits for a connection would otherwise run long after its client was told that it did not.
function withdraw(query: Query): void {
  if (!('state' in query) || query.state === null) query.cancel()
}

// A silent server may speak again: then its connection is of use again.
async function giveBackLater(query: Query, reserved: ReservedSql<{ bigint: number }>): Promise<void> {
  try {
    await query
  } catch (error) {
    if (isLost(error)) return
  }
  await reserved.unsafe('rollback')
  reserved.release()
}

class ServerConnection implements DatabaseConnection {
  readonly #client: Sql<{ bigint: number }>
  readonly #longest: number | undefined
  #reserved: ReservedSql<{ bigint: number }> | undefined
  #lost = false

  constructor(client: Sql<{ bigint: number }>, longest: number | undefined) {
    this.#client = client
    this.#longest = longest
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lost) throw Object.assign(new Error('The connection was closed.'), { code: 'CONNECTION_CLOSED' })
    const reserved = this.#reserved
    try {
      const query = (reserved ?? this.#client).unsafe(sql, [...parameters] as never[], { prepare: true })
      const result = await inTime(query, this.#longest, () => {
        if (reserved) giveBackLater(query, reserved).catch(() => {})
        else withdraw(query)
      })
      const rows = Array.from(result) as R[]
      return writes.has(result.command) ? { numAffectedRows: BigInt(result.count), rows } : { rows }
    } catch (error) {
      if (reserved && isLost(error)) this.#lost = true
      throw error
    }
  }

  async begin(statement: string): Promise<void> {
    const reserving = this.#client.reserve()
    this.#reserved = await inTime(reserving, this.#longest, () => {
      reserving.then((reserved) => reserved.release()).catch(() => {})
    })
    await this.executeQuery(CompiledQuery.raw(statement))
    await this.executeQuery(CompiledQuery.raw(`set local statement_timeout = ${this.#longest ?? 0}`))
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
  readonly #longest: number | undefined

  constructor(client: Sql<{ bigint: number }>, longest: number | undefined) {
    this.#client = client
    this.#longest = longest
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ServerConnection(this.#client, this.#longest)
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

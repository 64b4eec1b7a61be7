import { Kysely, type LogEvent, sql } from 'kysely'
import { createBreaker } from './breaker.ts'
import { Connection } from './connection.ts'
import { createPool, type PoolMetrics } from './pool.ts'
import { loadServerClients } from './server-client.ts'
import { serverDialect } from './server-dialect.ts'
import type { Tables } from './tables.ts'

const CONNECTIONS = 4
const CLOSE_MS = 3000
const STATEMENT_MS = 10_000
const LAG_MS = 1000

/** A streaming replica of the database, which statistics are read from. */
export interface Replica {
  db: Kysely<Tables>
  /** The seconds by which it is behind the primary. Rejects within a second if it does not answer. */
  readLag(): Promise<number>
  metrics(): PoolMetrics
  close(): Promise<void>
}

/** Creates the pool for a replica. The first query connects. */
export async function openReplica(url: string, onQuery?: (event: LogEvent) => void): Promise<Replica> {
  const createClient = (await loadServerClients())(url)
  const breaker = createBreaker(createClient, (error) => pool.discardAll(error))
  const { onAnswer, onSlow } = breaker
  const pool = createPool(
    () => new Connection(createClient, { onAnswer, onSlow }),
    (connection) => breaker.attempt(() => connection.open()),
    { max: CONNECTIONS, waitMs: STATEMENT_MS },
  )
  const database = (statementMs: number) =>
    new Kysely<Tables>({
      dialect: serverDialect(pool, { statementMs, transactionMs: statementMs }, breaker.check),
      ...(onQuery && { log: onQuery }),
    })
  const quick = database(LAG_MS)
  return {
    db: database(STATEMENT_MS),
    metrics: () => pool.metrics(),
    async readLag() {
      // While nothing is written the last transaction grows old, although nothing is missing.
      const { rows } = await sql<{ lag: number }>`
        select case
          when not pg_is_in_recovery() then 0
          when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
        end::float8 as lag`.execute(quick)
      return Math.max(0, rows[0]?.lag ?? 0)
    },
    async close() {
      breaker.close()
      await pool.close(CLOSE_MS)
    },
  }
}

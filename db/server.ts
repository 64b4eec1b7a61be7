import { Kysely, type LogEvent, sql } from 'kysely'
import { createBreaker } from './breaker.ts'
import { Connection } from './connection.ts'
import { failure } from './failure.ts'
import { listenOn } from './listen.ts'
import { createLockPatience } from './lock-patience.ts'
import { createPool } from './pool.ts'
import { openReplica } from './replica.ts'
import { loadServerClients } from './server-client.ts'
import { type Limits, serverDialect } from './server-dialect.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

const CLOSE_MS = 3000
const REQUEST_MS = 10_000
const JOB_STATEMENT_MS = 65_000
const PATIENT_STATEMENT_MS = 86_400_000
const MIN_CONNECTIONS = 4

interface ServerOptions {
  /** Total connections, at least four, not counting the one that listens for notifications. */
  connections?: number
  /** Milliseconds that a request waits for a connection and the answer. */
  requestMs?: number
  /** The URL of the server itself, if `url` is that of a pooler. */
  listenUrl?: string
  /** The URL of a streaming replica that statistics are read from. */
  statisticsUrl?: string
  /** Called for every statement that has ended. */
  onQuery?: ((event: LogEvent) => void) | undefined
}

/** Divides the connections: 40 percent (at least two) for visitors, one or two for jobs, the rest for the API. */
export function divideConnections(connections: number): { visitors: number; jobs: number; api: number } {
  const all = Math.max(MIN_CONNECTIONS, connections)
  const visitors = Math.max(2, Math.floor(all * 0.4))
  const jobs = all < 8 ? 1 : 2
  return { visitors, jobs, api: all - visitors - jobs }
}

/** Creates the pools for a Postgres server. The first query connects. */
export async function openServer(
  url: string,
  { connections = 10, requestMs = REQUEST_MS, listenUrl, statisticsUrl, onQuery }: ServerOptions = {},
): Promise<Store> {
  const clientOf = await loadServerClients()
  const createClient = clientOf(url)

  const breaker = createBreaker(createClient, (error) => {
    for (const pool of [pools.api, pools.visitors]) pool.discardAll(error)
  })
  const { onAnswer, onSlow } = breaker
  const open = (connection: Connection) => breaker.attempt(() => connection.open())
  // Jobs have no `onSlow`: their statements may take long, which says nothing about the server.
  const create = (events: object) => () => new Connection(createClient, events)
  const sizes = divideConnections(connections)
  const requests = { onAnswer, onSlow }
  const pools = {
    api: createPool(create(requests), open, { max: sizes.api, waitMs: requestMs }),
    visitors: createPool(create(requests), open, { max: sizes.visitors, waitMs: requestMs }),
    jobs: createPool(create({ onAnswer }), open, { max: sizes.jobs }),
  }
  const database = (name: keyof typeof pools, limits: Limits) =>
    new Kysely<Tables>({ dialect: serverDialect(pools[name], limits, breaker.check), ...(onQuery && { log: onQuery }) })
  const requestLimits = { statementMs: requestMs, transactionMs: requestMs, locks: createLockPatience() }
  const api = database('api', requestLimits)
  const replica = statisticsUrl ? await openReplica(statisticsUrl, onQuery) : null

  return {
    db: database('jobs', { statementMs: JOB_STATEMENT_MS, transactionMs: undefined }),
    patient: database('jobs', { statementMs: PATIENT_STATEMENT_MS, serverMs: 0, transactionMs: undefined }),
    api,
    visitors: database('visitors', requestLimits),
    visitorConnections: sizes.visitors,
    kind: 'server',
    replica,
    listen: (channel, onMessage, onGap) =>
      listenOn(clientOf(listenUrl || url), channel, { onMessage, onGap }, (payload) =>
        sql`select pg_notify(${channel}, ${payload})`.execute(api),
      ).catch((error) => {
        // For the message of a failed start.
        throw listenUrl ? Object.assign(error, { urlSetting: 'DATABASE_LISTEN_URL' }) : error
      }),
    onFault: () => {},
    poolMetrics: () =>
      Object.fromEntries(
        Object.entries({ ...pools, ...(replica && { statistics: replica }) }).map(([name, pool]) => [
          name,
          pool.metrics(),
        ]),
      ),
    async checkReady() {
      const { rows } = await sql<{ is_read_only: string }>`
        select current_setting('transaction_read_only') as is_read_only`.execute(api)
      if (rows[0]?.is_read_only === 'on') throw failure('25006', 'The database is read-only.')
    },
    async close() {
      breaker.close()
      await Promise.all([replica?.close(), ...Object.values(pools).map((pool) => pool.close(CLOSE_MS))])
    },
  }
}

import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { isOfDeleted } from './deleted-accounts.ts'
import type { HostState } from './domains.ts'

/** What the database says about itself. */
interface ServerFacts {
  version: string
  encoding: string
  isReadOnly: boolean
  mayCreate: boolean
  hasTrigrams: boolean
  maxConnections: number
  /** Milliseconds since 1970 by the clock of the database. */
  now: number
}

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_user, current_schema(), 'create') as "mayCreate",
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      current_setting('max_connections')::integer as "maxConnections",
      extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

/** How many other sessions of the same user use the database. */
export async function countOtherSessions(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and usename = current_user`.execute(db)
  return rows[0]?.count ?? 0
}

/** The domains of all accounts, those checked longest ago first. */
export async function listHosts(
  db: Database,
  limit: number,
): Promise<(Pick<HostState, 'proof_token' | 'proven_at'> & { host: string; scheme: 'http' | 'https' })[]> {
  return db
    .selectFrom('domains')
    .select(({ ref }) => [ref('host').$notNull().as('host'), 'scheme', 'proof_token', 'proven_at'])
    .where('host', 'is not', null)
    .where(sql<boolean>`not ${isOfDeleted('domains.account_id')}`)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}

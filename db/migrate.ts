import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

const OLDEST_SERVER = 15

/** Thrown for a Postgres server that lacks what we use (`unique nulls not distinct` came with 15). */
export class OldServer extends Error {}

/** What is wrong with a server of this version (as `server_version_num` gives it), if anything. */
export function serverFault(version: number): string | undefined {
  if (version >= OLDEST_SERVER * 10_000) return undefined
  return `Waymark needs Postgres ${OLDEST_SERVER} or newer; the server of DATABASE_URL is Postgres ${Math.floor(version / 10_000)}.`
}

/** Brings the database to the newest schema and returns the names of the migrations that ran. Throws OldServer. Safe to run from several processes at once. */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const fault = serverFault(rows[0]?.version ?? 0)
  if (fault) throw new OldServer(fault)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  // The Migrator reports instead of throwing.
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseSetupError } from './failure.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

// `unique nulls not distinct` came with it.
const MIN_SERVER = 15

/** What is wrong with a server of this version (as `server_version_num` gives it), if anything. */
export function serverFault(version: number): string | undefined {
  if (version >= MIN_SERVER * 10_000) return undefined
  return `Waymark needs Postgres ${MIN_SERVER} or newer; the server of DATABASE_URL is Postgres ${Math.floor(version / 10_000)}.`
}

/**
 * Brings the database to the newest schema and returns the names of the migrations that ran. `report` gets a line for
 * each that starts on a database with data. Throws DatabaseSetupError. Safe to run from several processes at once.
 */
export async function migrate(db: Kysely<Tables>, report: (line: string) => void = () => {}): Promise<string[]> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const fault = serverFault(rows[0]?.version ?? 0)
  if (fault) throw new DatabaseSetupError(fault)
  let isEmpty = true
  const reported = ([name, migration]: [string, Migration]): [string, Migration] => [
    name,
    {
      up: (db) => {
        if (!isEmpty) report(`Migrating the database: ${name}`)
        return migration.up(db)
      },
    },
  ]
  const all = Object.fromEntries(Object.entries(migrations).map(reported))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } })
  isEmpty = (await migrator.getMigrations()).every(({ executedAt }) => executedAt === undefined)
  if (isEmpty) report('Creating the tables of a new database')
  const { error, results } = await migrator.migrateToLatest()
  // The Migrator reports instead of throwing.
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

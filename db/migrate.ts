import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseSetupError } from './failure.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

// The first version with `unique nulls not distinct`.
const MIN_SERVER = 15

/** The error message if this server version (`server_version_num`) is not supported. */
export function serverFault(version: number): string | undefined {
  if (version >= MIN_SERVER * 10_000) return undefined
  return `Waymark needs Postgres ${MIN_SERVER} or newer; the server of DATABASE_URL is Postgres ${Math.floor(version / 10_000)}.`
}

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. `report` is called for
 * each migration of an existing database. Throws DatabaseSetupError. Several processes may call it at the same time.
 */
export async function migrate(db: Kysely<Tables>, report: (line: string) => void = () => {}): Promise<string[]> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const fault = serverFault(rows[0]?.version ?? 0)
  if (fault) throw new DatabaseSetupError(fault)
  const names = Object.keys(migrations).toSorted()
  if ((await appliedMigrations(db)).join() === names.join()) return []
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
  // The Migrator returns errors instead of throwing them.
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

// The Migrator reads the columns of all tables several times: half a second on the embedded database, at every start.
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  )
  if (!rows[0]?.exists) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db)
  return applied.rows.map(({ name }) => name)
}

import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** Brings the database to the newest schema and returns the names of the migrations that ran. Safe to run from several processes at once. */
export async function migrate(db: Kysely<Tables>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  // The Migrator reports instead of throwing.
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** True when every migration this program knows has run. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const known = Object.keys(migrations)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const ran = new Set(rows.map((row) => row.name))
  return known.every((name) => ran.has(name))
}

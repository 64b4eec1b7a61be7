import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { Kysely } from 'kysely'
import { embeddedDialect } from '../../db/embedded-dialect.ts'
import { migrate } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'
import { createDatabaseFolder } from './folders.ts'

const root = resolve(import.meta.dirname, '../..')
const DAY_MS = 86_400_000
const folder = join(root, 'node_modules/.cache/waymark-test')

/** Names the state of the migrations and of the engine: a migrated database is kept under it. */
export function schemaName(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  hash.update(readFileSync(import.meta.filename))
  const migrations = join(root, 'db/migrations')
  for (const name of readdirSync(migrations).toSorted()) hash.update(name).update(readFileSync(join(migrations, name)))
  return `${hash.digest('hex').slice(0, 16)}`
}

/**
 * Fills a directory with an embedded database that has the newest schema and no rows: made once and kept, because
 * migrating takes longer than opening. Test files running at the same time may make it twice; the last one's stays.
 */
export async function copyMigratedDirectory(to: string): Promise<void> {
  const from = join(folder, schemaName())
  if (existsSync(from)) return cpSync(from, to, { recursive: true })
  const draft = createDatabaseFolder()
  try {
    await createMigrated(draft)
    cpSync(draft, to, { recursive: true })
    keep(from, (path) => cpSync(draft, path, { recursive: true }))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function createMigrated(directory: string): Promise<void> {
  const pglite = await PGlite.create({ dataDir: directory, loadDataDir: await dataDir(), extensions: { pg_trgm } })
  await migrate(new Kysely<Tables>({ dialect: embeddedDialect(pglite) }))
  // Nothing connects to them, and they are half of the files.
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`update pg_database set datistemplate = false where datname = '${name}'`)
    await pglite.exec(`drop database ${name}`)
  }
  await pglite.close()
  // Each start fills the buffers with zeros: a third of its time with the default of 128 MB.
  appendFileSync(join(directory, 'postgresql.conf'), "shared_buffers = '16MB'\n")
}

function keep(file: string, write: (path: string) => void): void {
  const draft = join(folder, `draft.${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    // Not the ones another checkout's tests may be reading just now.
    for (const old of readdirSync(folder))
      if (statSync(join(folder, old)).mtimeMs < Date.now() - DAY_MS)
        rmSync(join(folder, old), { force: true, recursive: true })
    write(draft)
    renameSync(draft, file)
  } catch {
    // Another test file was faster, or the packages belong to another user: then it is made anew each time.
    rmSync(draft, { force: true, recursive: true })
  }
}

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { Kysely, PGliteDialect } from 'kysely'
import { migrate } from '../../db/migrate.ts'
import type { Tables } from '../../db/tables.ts'

const root = resolve(import.meta.dirname, '../..')
const DAY_MS = 86_400_000
const folder = join(root, 'node_modules/.cache/waymark-test')

// One snapshot for each state of the migrations and of the engine.
function fileName(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  hash.update(readFileSync(import.meta.filename))
  const migrations = join(root, 'db/migrations')
  for (const name of readdirSync(migrations).toSorted()) hash.update(name).update(readFileSync(join(migrations, name)))
  return `${hash.digest('hex').slice(0, 16)}.tar`
}

/**
 * An embedded database with the newest schema and nothing in it: made once and kept, because migrating takes longer than
 * opening. Test files running at the same time may make it twice; the last one's stays.
 */
export async function migratedSnapshot(): Promise<Blob> {
  const file = join(folder, fileName())
  if (existsSync(file)) return new Blob([readFileSync(file)])
  const pglite = await PGlite.create({ loadDataDir: await dataDir(), extensions: { pg_trgm } })
  await migrate(new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }))
  // Nothing connects to it, and without it a test starts in two thirds of the time.
  await pglite.exec("update pg_database set datistemplate = false where datname = 'template0'")
  await pglite.exec('drop database template0')
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  const bytes = Buffer.from(await dump.arrayBuffer())
  keep(file, (path) => writeFileSync(path, bytes))
  return dump
}

/** Fills a directory as the embedded database with the newest schema and nothing in it has it. */
export async function copyMigratedDirectory(to: string): Promise<void> {
  const from = join(folder, fileName().replace('.tar', ''))
  if (existsSync(from)) return cpSync(from, to, { recursive: true })
  mkdirSync(to, { recursive: true })
  const pglite = await PGlite.create({ dataDir: to, loadDataDir: await migratedSnapshot() })
  await pglite.close()
  keep(from, (path) => cpSync(to, path, { recursive: true }))
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

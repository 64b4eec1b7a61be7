import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { keepImage } from './engine-image.ts'
import { createDatabaseFolder } from './folders.ts'
import { copyMigratedDirectory } from './snapshot.ts'

const DATA = '/pglite/data'

/** Files in memory: those of a directory. */
class LoadedFiles extends MemoryFS {
  readonly #directory: string

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override async init(pglite: PGlite, options: Parameters<MemoryFS['init']>[1]): ReturnType<MemoryFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const load: NonNullable<typeof options.preRun>[number] = ({ FS }) => {
      FS.mkdirTree(DATA)
      for (const entry of readdirSync(this.#directory, { recursive: true, withFileTypes: true })) {
        const from = join(entry.parentPath, entry.name)
        const to = join(DATA, relative(this.#directory, from))
        if (entry.isDirectory()) FS.mkdirTree(to)
        else {
          FS.mkdirTree(join(to, '..'))
          // A Buffer would be kept as it is, a part of a larger one.
          FS.writeFile(to, Uint8Array.from(readFileSync(from)))
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), load] } }
  }
}

/** An engine with a database that has the newest schema and no rows. */
interface Engine {
  pglite: PGlite
  /** Puts it back into this state, or returns false: then it is not used again. */
  restore: () => boolean
}

// An engine takes 60 MB, its image 70 MB. Tests that need more at a time get engines that are used once.
const MOST_KEPT = 2
const idle: Engine[] = []
let kept = 0

async function createMigrated(options: PGliteOptions): Promise<PGlite> {
  const folder = createDatabaseFolder()
  try {
    await copyMigratedDirectory(folder)
    return await PGlite.create({ ...options, fs: new LoadedFiles(folder) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function createEngine(options: PGliteOptions): Promise<Engine> {
  const pglite = await createMigrated(options)
  if (kept === MOST_KEPT) return { pglite, restore: () => false }
  kept++
  // Loads the libraries and what the engine caches about tables, so that it does not do that for each test.
  await pglite.exec(`select similarity('a', 'b'); do $$ begin perform 1; end $$`)
  const { rows } = await pglite.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await pglite.query(`select * from ${name} limit 0`)
  const restore = keepImage(pglite)
  return {
    pglite,
    restore: () => {
      const isRestored = restore()
      if (!isRestored) kept--
      return isRestored
    },
  }
}

/**
 * Opens a migrated database for a test: that of an engine of an earlier test if one is idle. Closing it makes the
 * engine idle, with nothing left of what was done with it; meanwhile no other test has it.
 */
export async function openEngine(options: PGliteOptions): Promise<PGlite> {
  const engine = idle.pop() ?? (await createEngine(options))
  const { pglite, restore } = engine
  let isClosed = false
  const close = async () => {
    if (isClosed) throw new Error('PGlite is closed')
    isClosed = true
    // As PGlite does: after the transactions and statements under way.
    const isRestored = await pglite._runExclusiveTransaction(() => pglite._runExclusiveQuery(async () => restore()))
    if (isRestored) idle.push(engine)
    else await pglite.close()
  }
  return new Proxy(pglite, {
    get(_, name) {
      if (name === 'closed') return isClosed
      if (name === 'close') return close
      if (isClosed) throw new Error('PGlite is closed')
      const value = Reflect.get(pglite, name, pglite)
      return typeof value === 'function' ? value.bind(pglite) : value
    },
  })
}

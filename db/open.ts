import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Sql } from 'postgres'
import type { Dial } from './connection.ts'
import { listenOn } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { openPool } from './pool.ts'
import { type Manner, serverDialect } from './server-dialect.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** An open database: a Postgres server, or Postgres embedded in this process. */
export interface Store {
  db: Database
  /** The same database for those who are waited for: a server that does not answer in time counts as away. */
  prompt: Database
  kind: 'server' | 'embedded'
  /**
   * Calls `onMessage` with each payload told on a channel, in the order of the commits that told them. `onGap` is called
   * when messages may have been missed (the connection was lost and is back). Returns the function that stops it.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const INT8 = 20
const CLOSE_MS = 3000
// A request gives up on a server that is silent after the one, and no statement outside a transaction outlives the other.
const PROMPT_MS = 10_000
const STATEMENT_MS = 60_000
// The server breaks a statement off itself, where it can still be reached.
const ON_ITS_WAY_MS = 5000
const JSON_TYPES = [114, 3802]

/** Opens a Postgres server by its URL. Throws nothing yet: the first query connects. `promptMs` is how long `prompt` waits. */
export async function openServer(url: string, connections = 10, promptMs = PROMPT_MS): Promise<Store> {
  const { default: postgres } = await import('postgres')
  const dial: Dial = (own) =>
    postgres(url, {
      // No array is read.
      fetch_types: false,
      onnotice: () => {},
      connection: { statement_timeout: STATEMENT_MS },
      types: { bigint: { to: INT8, from: [INT8], serialize: (value: number) => String(value), parse: Number } },
      ...own,
    }) as Sql
  const pool = openPool(dial, connections)
  const open = (manner: Manner) => new Kysely<Tables>({ dialect: serverDialect(pool, manner) })
  return {
    db: open({ use: 'alone', longest: undefined, alone: STATEMENT_MS + ON_ITS_WAY_MS }),
    prompt: open({ use: 'shared', longest: promptMs }),
    kind: 'server',
    listen: (channel, onMessage, onGap) => listenOn(dial, channel, onMessage, onGap),
    close: () => pool.close(CLOSE_MS),
  }
}

/**
 * Opens the embedded database, in a directory or in memory. A directory is locked for this process (throws DataDirInUse).
 * `snapshot` is a data directory archive to start an empty database from.
 */
export async function openEmbedded(dataDir: string | null, program: string, snapshot?: Blob): Promise<Store> {
  const { PGlite } = await import('@electric-sql/pglite')
  const release = dataDir === null ? () => {} : lockDataDir(dataDir, program)
  try {
    const path = dataDir === null ? undefined : join(dataDir, 'postgres')
    if (path) mkdirSync(path, { recursive: true })
    const isEmpty = path === undefined || !existsSync(join(path, 'PG_VERSION'))
    const pglite = await PGlite.create({
      ...(path ? { dataDir: path } : {}),
      ...(isEmpty ? { loadDataDir: snapshot ?? (await emptyCluster()) } : {}),
      parsers: { [INT8]: Number },
      serializers: Object.fromEntries(JSON_TYPES.map((type) => [type, (value: unknown) => JSON.stringify(value)])),
    })
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    // Kysely closes only what it has used.
    await sql`select 1`.execute(db)
    return {
      db,
      prompt: db,
      kind: 'embedded',
      listen: async (channel, onMessage) => {
        const stop = await pglite.listen(channel, onMessage)
        return () => stop()
      },
      close: async () => {
        await db.destroy()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

// A ready-made empty cluster: starting from it takes a quarter of the time initdb takes.
async function emptyCluster(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return await dataDir()
}

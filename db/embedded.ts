import { EventEmitter } from 'node:events'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { Kysely, type LogEvent, sql } from 'kysely'
import { createDiskGuard, diskFullAtStart, isDiskFull } from './disk-guard.ts'
import { DatabaseSetupError } from './failure.ts'
import { lockDataDir } from './lock.ts'
import { makeDirectory } from './make-directory.ts'
import { answerSnapshots } from './snapshot.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const PRIVATE = 0o700
const JSON_TYPES = [114, 3802]

interface EmbeddedOptions {
  /**
   * The files of a database that only this process uses and that need not last, instead of `dataDir`: not locked, never
   * synced.
   */
  temporaryFiles?: string
  /** Opens the engine instead of `PGlite.create`, with files that have the newest schema. */
  openEngine?: (options: PGliteOptions) => Promise<PGlite>
  /** Called with a message when opening has to wait for the lock. */
  report?: (message: string) => void
  /** Called for every statement that has ended. */
  onQuery?: ((event: LogEvent) => void) | undefined
}

/**
 * Opens the embedded database in a directory, or in memory if `dataDir` is null. The directory is locked for this
 * process; throws DatabaseSetupError. `program` names this process in the error that other processes get.
 */
export async function openEmbedded(
  dataDir: string | null,
  program: string,
  { temporaryFiles, openEngine, report = () => {}, onQuery }: EmbeddedOptions = {},
): Promise<Store> {
  // The thread that locks starts while the database is loaded.
  const [release, { PGlite }, { pg_trgm }, { NodeFS }, { DurableFiles, durableParams }, { embeddedDialect }] =
    await Promise.all([
      dataDir === null ? async () => {} : lockDataDir(dataDir, program, report),
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
      import('@electric-sql/pglite/nodefs'),
      import('./durable-files.ts'),
      import('./embedded-dialect.ts'),
    ])
  try {
    const path = dataDir === null ? undefined : join(dataDir, 'postgres')
    if (path) makePrivate(path)
    if (dataDir !== null && path && isDiskFull(path)) throw diskFullAtStart(dataDir)
    const isEmpty = path === undefined ? !temporaryFiles && !openEngine : !existsSync(join(path, 'PG_VERSION'))
    const faultListeners: ((fault: Error | undefined) => void)[] = []
    const files = path
      ? new DurableFiles(path, (fault) => {
          for (const listener of faultListeners) listener(fault)
        })
      : undefined
    const open = openEngine ?? ((options: PGliteOptions) => PGlite.create(options))
    const opened = open({
      extensions: { pg_trgm },
      ...(files ? { fs: files, startParams: durableParams(PGlite.defaultStartParams) } : {}),
      ...(temporaryFiles ? { fs: new NodeFS(temporaryFiles) } : {}),
      ...(isEmpty ? { loadDataDir: await emptyCluster() } : {}),
      parsers: { [INT8]: Number },
      serializers: Object.fromEntries(JSON_TYPES.map((type) => [type, (value: unknown) => JSON.stringify(value)])),
    })
    const pglite = await (dataDir === null
      ? opened
      : opened.catch((error) => Promise.reject(openFailure(error, dataDir))))
    const setReadOnly = (isReadOnly: boolean) =>
      sql`set default_transaction_read_only = ${sql.lit(isReadOnly)}`.execute(db)
    const guard = path === undefined ? undefined : createDiskGuard(path, setReadOnly)
    const notified = new EventEmitter()
    const dialect = embeddedDialect(pglite, {
      explain: (error) => guard?.explain(error) ?? error,
      onNotification: (channel, payload) => void notified.emit(channel, payload),
    })
    const db = new Kysely<Tables>({ dialect, ...(onQuery && { log: onQuery }) })
    const exclusively = <T>(work: () => Promise<T>) => db.connection().execute(work)
    const snapshots = dataDir === null ? undefined : answerSnapshots(dataDir, exclusively)
    await sql`set jit = off`.execute(db)
    return {
      db,
      patient: db,
      api: db,
      visitors: db,
      visitorConnections: 4,
      kind: 'embedded',
      replica: null,
      listen: async (channel, onMessage) => {
        notified.on(channel, onMessage)
        await sql`listen ${sql.id(channel)}`.execute(db)
        const stop = async () => {
          notified.off(channel, onMessage)
          if (notified.listenerCount(channel) === 0) await sql`unlisten ${sql.id(channel)}`.execute(db)
        }
        // Notifications are delivered with the answer of the statement that commits them, so there is nothing to flush.
        // It has no other process to send anything to.
        return { isConnected: true, flush: async () => {}, send: async () => {}, stop }
      },
      poolMetrics: () => ({}),
      onFault: (listener) => void faultListeners.push(listener),
      async checkReady() {
        guard?.check()
        files?.check()
        await sql`select 1`.execute(db)
      },
      async close() {
        guard?.close()
        await snapshots?.close()
        await db.destroy()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

// What the engine says when Postgres ends instead of starting.
const NOT_STARTED = 'PGlite failed to initialize properly'

const openFailure = (error: unknown, dataDir: string): unknown =>
  error instanceof Error && error.message === NOT_STARTED
    ? new DatabaseSetupError(
        `The database in the data directory ${dataDir} cannot be opened: its files are damaged, incomplete or of another version of Postgres. Restore a backup in an empty directory (docs/backups.md).`,
        { cause: error },
      )
    : error

// Other users of the machine must not reach the files, whose own modes allow it.
function makePrivate(path: string): void {
  makeDirectory(path, PRIVATE)
  if ((statSync(path).mode & 0o777) !== PRIVATE) chmodSync(path, PRIVATE)
}

// A prebuilt empty cluster: loading it takes a quarter of the time of initdb.
async function emptyCluster(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return await dataDir()
}

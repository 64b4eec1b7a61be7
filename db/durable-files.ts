import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const EIO = 29
const PAUSE_MS = 50
const ZEROS = Buffer.alloc(512 * 1024)

/** PGlite's parameters of Postgres without `-F` (never sync). Its build has no fdatasync, hence `wal_sync_method`. */
export const durableParams = (defaults: readonly string[]): string[] => [
  ...defaults.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

interface Stream {
  nfd: number
  node: { name: string; parent: { name: string } }
}
interface StreamOps {
  write(stream: Stream, buffer: Int8Array, offset: number, length: number, position?: number): number
  fsync?(stream: Stream): number
  setattr(stream: never, changes: { size?: number }): void
}
interface NodeOps {
  setattr(node: never, changes: { size?: number }): void
  unlink(parent: unknown, name: string): void
}
/** The parts of PGlite's file system that are replaced. */
interface Emscripten {
  NODEFS: { stream_ops: StreamOps; node_ops: NodeOps }
  FS: { ErrnoError: new (code: number) => Error }
}

/**
 * The files of the embedded database with `fsync`, which PGlite ignores. The write-ahead log is synced in the
 * background, shortly after a commit, because a sync blocks this process. All other files are written after the log
 * that describes the change was synced, so that a power cut loses only the last moments.
 */
export class DurableFiles extends NodeFS {
  readonly #log: string
  /** Log files with unsynced writes, and the number of the last write to each. */
  readonly #unsynced = new Map<string, number>()
  #writes = 0
  #isSyncing = false
  /** The error of the last sync, until one succeeds. */
  #fault: Error | undefined
  readonly #onFault: (fault: Error | undefined) => void

  /** `onFault` is called with the error when a sync fails, and with undefined when syncs succeed again. */
  constructor(directory: string, onFault: (fault: Error | undefined) => void) {
    super(directory)
    this.#log = join(directory, 'pg_wal')
    this.#onFault = onFault
  }

  /** Throws while the log cannot be synced, because a power cut would lose committed changes. */
  check(): void {
    if (this.#fault) throw this.#fault
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options)
    const preRun = [...(result.emscriptenOpts.preRun ?? []), this.#replaceOperations]
    return { ...result, emscriptenOpts: { ...result.emscriptenOpts, preRun } }
  }

  override async closeFs(): Promise<void> {
    this.#syncLogNow()
    await super.closeFs()
  }

  readonly #replaceOperations = (module: unknown): void => {
    const { NODEFS, FS } = module as Emscripten
    const operations = NODEFS.stream_ops
    const write = operations.write
    operations.write = (stream, buffer, offset, length, position) => {
      if (isOfLog(stream)) this.#unsynced.set(stream.node.name, ++this.#writes)
      else if (this.#unsynced.size > 0 && !isZero(buffer, offset, length)) this.#orFail(FS, () => this.#syncLogNow())
      return write(stream, buffer, offset, length, position)
    }
    // A file is truncated or deleted only after the log that describes it was synced.
    for (const ops of [NODEFS.node_ops, operations]) {
      const { setattr } = ops
      ops.setattr = (file: never, changes: { size?: number }) => {
        if (changes.size !== undefined) this.#orFail(FS, () => this.#syncLogNow())
        return setattr(file, changes)
      }
    }
    const { unlink } = NODEFS.node_ops
    NODEFS.node_ops.unlink = (parent, name) => {
      this.#orFail(FS, () => this.#syncLogNow())
      return unlink(parent, name)
    }
    operations.fsync = (stream) => {
      this.#orFail(FS, () => {
        if (isOfLog(stream)) return void this.#syncLogSoon()
        this.#syncLogNow()
        fs.fsyncSync(stream.nfd)
      })
      return 0
    }
  }

  #orFail(FS: Emscripten['FS'], work: () => void): void {
    try {
      work()
    } catch {
      throw new FS.ErrnoError(EIO)
    }
  }

  #syncLogNow(): void {
    for (const name of this.#unsynced.keys()) {
      try {
        const file = fs.openSync(join(this.#log, name), 'r')
        try {
          fs.fdatasyncSync(file)
        } finally {
          fs.closeSync(file)
        }
      } catch (error) {
        if (!isGone(error)) throw error
      }
      this.#unsynced.delete(name)
    }
  }

  async #syncLogSoon(): Promise<void> {
    if (this.#isSyncing) return
    this.#isSyncing = true
    while (this.#unsynced.size > 0) {
      let fault: Error | undefined
      for (const [name, write] of this.#unsynced) {
        try {
          await using file = await open(join(this.#log, name), 'r')
          await file.datasync()
        } catch (error) {
          // It is synced again in the next round, or before another file is written.
          if (!isGone(error)) {
            fault = error as Error
            continue
          }
        }
        if (this.#unsynced.get(name) === write) this.#unsynced.delete(name)
      }
      this.#setFault(fault)
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
    this.#setFault(undefined)
    this.#isSyncing = false
  }

  #setFault(fault: Error | undefined): void {
    const isNew = (fault === undefined) !== (this.#fault === undefined)
    this.#fault = fault
    if (isNew) this.#onFault(fault)
  }
}

// Postgres renames log files for reuse, after everything that they describe was synced.
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

// Postgres extends a table by empty pages, which the log does not describe.
const isZero = (buffer: Int8Array, offset: number, length: number): boolean =>
  length <= ZEROS.length &&
  Buffer.from(buffer.buffer, buffer.byteOffset + offset, length).equals(ZEROS.subarray(0, length))

const isOfLog = ({ node }: Stream): boolean => node.parent.name === 'pg_wal'

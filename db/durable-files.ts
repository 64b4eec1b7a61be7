import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const EIO = 29
const PAUSE_MS = 50
const ZEROS = Buffer.alloc(512 * 1024)

/** What PGlite would start Postgres with, but `-F` (never sync). Its build has no fdatasync, so that fsync is named. */
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
/** What PGlite's build of Postgres has of the files of Node. */
interface Emscripten {
  NODEFS: { stream_ops: StreamOps; node_ops: NodeOps }
  FS: { ErrnoError: new (code: number) => Error }
}

/**
 * The files of the embedded database, synced to the disk as Postgres asks for it; PGlite alone never does. The log is
 * synced in the background within moments of a commit, because this process would stand still for each; nothing
 * else is written before the log that describes it is on the disk, so that a power cut costs those moments alone.
 */
export class DurableFiles extends NodeFS {
  readonly #log: string
  /** Files of the log with something unsynced, and the number of the last write to each. */
  readonly #unsynced = new Map<string, number>()
  #writes = 0
  #isSyncing = false
  /** Why the log cannot be synced at present. */
  #fault: Error | undefined
  readonly #onFault: (fault: Error | undefined) => void

  /** `onFault` is called when the log cannot be synced, with the reason, and when it can be again. */
  constructor(directory: string, onFault: (fault: Error | undefined) => void) {
    super(directory)
    this.#log = join(directory, 'pg_wal')
    this.#onFault = onFault
  }

  /** Throws while what was answered is not synced because the disk refused it. */
  check(): void {
    if (this.#fault) throw this.#fault
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options)
    const preRun = [...(result.emscriptenOpts.preRun ?? []), this.#install]
    return { ...result, emscriptenOpts: { ...result.emscriptenOpts, preRun } }
  }

  override async closeFs(): Promise<void> {
    this.#syncLogNow()
    await super.closeFs()
  }

  readonly #install = (module: unknown): void => {
    const { NODEFS, FS } = module as Emscripten
    const operations = NODEFS.stream_ops
    const write = operations.write
    operations.write = (stream, buffer, offset, length, position) => {
      if (isOfLog(stream)) this.#unsynced.set(stream.node.name, ++this.#writes)
      else if (this.#unsynced.size > 0 && !isZero(buffer, offset, length)) this.#orFail(FS, () => this.#syncLogNow())
      return write(stream, buffer, offset, length, position)
    }
    // Files lose their contents only after the log says why.
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
          // What could not be synced is tried again, at the latest before anything else is written.
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

// A file of the log that is not needed any longer gets another name, after everything it describes was synced.
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

// A table grows by empty pages, which nothing in the log is needed for.
const isZero = (buffer: Int8Array, offset: number, length: number): boolean =>
  length <= ZEROS.length &&
  Buffer.from(buffer.buffer, buffer.byteOffset + offset, length).equals(ZEROS.subarray(0, length))

const isOfLog = ({ node }: Stream): boolean => node.parent.name === 'pg_wal'

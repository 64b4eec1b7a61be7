import { statfsSync } from 'node:fs'
import { failure } from './failure.ts'

const CHECK_MS = 250
const MB = 1024 * 1024
/** Two segments of the write-ahead log and some room: without space for a new segment the embedded database never returns. */
export const MIN_FREE_BYTES = 40 * MB

/** Bytes that this user may still write on the disk of a directory. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

export interface DiskGuard {
  /** What to throw for an error of the database: says that the disk is full where that is why it refused to write. */
  explain(error: unknown): unknown
  /** Throws while the disk is full. */
  check(): void
  close(): void
}

/**
 * Makes the database read-only while less than MIN_FREE_BYTES are free on the disk of `dir`, and writable again later.
 * `setReadOnly` does that for the transactions that begin from then on.
 */
export function createDiskGuard(dir: string, setReadOnly: (isReadOnly: boolean) => Promise<unknown>): DiskGuard {
  let isFull = false
  const full = () =>
    failure(
      '53100',
      `The disk of the data directory ${dir} is full: writing goes on when ${MIN_FREE_BYTES / MB} MB are free.`,
    )
  const look = async () => {
    const isFullNow = freeBytes(dir) < MIN_FREE_BYTES
    if (isFullNow === isFull) return
    isFull = isFullNow
    await setReadOnly(isFullNow)
  }
  const timer = setInterval(() => look().catch(() => {}), CHECK_MS).unref()
  return {
    explain: (error) => (isFull && (error as { code?: string }).code === '25006' ? full() : error),
    check() {
      if (isFull) throw full()
    },
    close: () => clearInterval(timer),
  }
}

import { statfsSync } from 'node:fs'
import { DatabaseSetupError, failure } from './failure.ts'

const CHECK_MS = 250
const MB = 1024 * 1024
// Two WAL segments and a reserve: without space for a new segment the embedded database hangs.
const MIN_FREE_BYTES = 40 * MB

/** Free bytes, for this user, on the disk of a directory. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** Whether the embedded database cannot be written on the disk of a directory. */
export const isDiskFull = (dir: string): boolean => freeBytes(dir) < MIN_FREE_BYTES

/** The error of a start whose data directory is on a full disk. */
export const diskFullAtStart = (dataDir: string) =>
  new DatabaseSetupError(`The disk of the data directory ${dataDir} is full: free at least 100 MB.`)

interface DiskGuard {
  /** Returns the error to throw: replaces a "read-only" error by one that says the disk is full. */
  explain(error: unknown): unknown
  /** Throws while the disk is full. */
  check(): void
  close(): void
}

/**
 * Makes the database read-only while less than MIN_FREE_BYTES are free on the disk of `dir`. `setReadOnly` applies to
 * transactions that begin afterward.
 */
export function createDiskGuard(dir: string, setReadOnly: (isReadOnly: boolean) => Promise<unknown>): DiskGuard {
  let isFull = false
  const diskFullError = () =>
    failure(
      '53100',
      `The disk of the data directory ${dir} is full: writes resume when ${MIN_FREE_BYTES / MB} MB are free.`,
    )
  const checkSpace = async () => {
    const isFullNow = isDiskFull(dir)
    if (isFullNow === isFull) return
    isFull = isFullNow
    await setReadOnly(isFullNow)
  }
  const timer = setInterval(() => checkSpace().catch(() => {}), CHECK_MS).unref()
  return {
    explain: (error) => (isFull && (error as { code?: string }).code === '25006' ? diskFullError() : error),
    check() {
      if (isFull) throw diskFullError()
    },
    close: () => clearInterval(timer),
  }
}

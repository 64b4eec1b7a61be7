import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
// Containers often have a file system of 64 MB there, a database needs 30 MB.
const MIN_FREE_BYTES = 2 ** 30

/** Creates a temporary folder for a database, in memory where the machine has such a file system. */
export function createDatabaseFolder(): string {
  return mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'waymark-test-'))
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > MIN_FREE_BYTES
  } catch {
    return false
  }
}

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Holder {
  pid: number
  started: string
  program: string
}

/** Thrown when another live process holds the data directory; the message names it. */
export class DataDirInUse extends Error {
  readonly pid: number
  constructor(dataDir: string, holder: Holder) {
    super(
      `The data directory ${dataDir} is in use by process ${holder.pid} (${holder.program}). ` +
        `The embedded database serves one process at a time: stop that process first, or set DATABASE_URL to use a Postgres server.`,
    )
    this.pid = holder.pid
  }
}

// A process id alone is reused after a restart; with its start time it is not. Where /proc is missing, the id has to do.
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.started === startOf(process.pid)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startOf(holder.pid) === holder.started
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/** Takes the data directory for this process and returns the function that gives it back. Throws DataDirInUse. */
export function lockDataDir(dataDir: string, program: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'lock')
  const own: Holder = { pid: process.pid, started: startOf(process.pid), program }
  const draft = join(dataDir, `lock.${process.pid}`)
  writeFileSync(draft, JSON.stringify(own))
  try {
    // Linking fails when the name exists, so only one of two processes starting together gets it; a stale lock is
    // moved aside first, and looked at again after the move in case it was replaced in between.
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        linkSync(draft, path)
        return () => rmSync(path, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(path)
      if (holder && isAlive(holder)) throw new DataDirInUse(dataDir, holder)
      const aside = join(dataDir, `lock.stale.${process.pid}`)
      try {
        renameSync(path, aside)
      } catch {
        continue
      }
      const moved = readHolder(aside)
      if (moved && isAlive(moved)) {
        renameSync(aside, path)
        throw new DataDirInUse(dataDir, moved)
      }
      rmSync(aside, { force: true })
    }
    throw new Error(`Could not lock the data directory ${dataDir}; try again.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

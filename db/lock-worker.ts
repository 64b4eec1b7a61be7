// Runs in a separate thread, because a statement of the embedded database blocks the main thread.
import { readFileSync, readlinkSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import lockfile from 'proper-lockfile'
import { freeBytes } from './disk-guard.ts'

const STALE_MS = 10_000
const UPDATE_MS = 3000
const RETRY_MS = 500
const STUCK_MS = 10_000
const LOG_SEGMENT_BYTES = 16 * 1024 * 1024

interface Owner {
  program: string
  host: string
  pid: number
  /** Where its process id is valid, see processesHere. */
  processes?: string | undefined
  since: string
}

const { dataDir, program, ticks } = workerData as { dataDir: string; program: string; ticks: Int32Array }
const lockDir = join(dataDir, 'running.lock')
const ownerFile = join(dataDir, 'running.json')
const post = (kind: 'waiting' | 'locked' | 'in-use' | 'failed' | 'released', text = '') =>
  parentPort?.postMessage({ kind, text })

// SIGKILL, because another process uses the database now: nothing more may be written, not even on closing.
function endProcess(): void {
  writeSync(2, `The data directory ${dataDir} was taken over by ${describeOwner()}: this process ends at once.\n`)
  process.kill(process.pid, 'SIGKILL')
}

const readOwner = () => JSON.parse(readFileSync(ownerFile, 'utf8')) as Owner

function describeOwner(): string {
  if (renewedAt() === undefined) return 'another process that starts'
  try {
    const { program, host, pid, since } = readOwner()
    return `"${program}" (process ${pid} on host ${host}, since ${since})`
  } catch {
    return 'another process'
  }
}

function renewedAt(): number | undefined {
  try {
    return statSync(lockDir).mtimeMs
  } catch {
    return undefined
  }
}

// The boot and the namespace that process ids belong to: containers have namespaces of their own. Linux only.
function processesHere(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

// False if it is not known: the owner may run in another container, or may be that of an earlier lock.
function hasOwnerEnded(): boolean {
  try {
    const { pid, processes, since } = readOwner()
    if (processes === undefined || processes !== processesHere()) return false
    const { birthtimeMs } = statSync(lockDir)
    if (birthtimeMs <= 0 || Math.floor(birthtimeMs) > Date.parse(since)) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

// One process at a time: else two could both see that the owner has ended, and one take over the lock of the other.
async function acquire(): Promise<() => Promise<void>> {
  const end = await lockfile.lock(join(dataDir, 'starting'), {
    realpath: false,
    stale: STALE_MS,
    retries: { retries: 20, minTimeout: 50, maxTimeout: 50 },
    onCompromised: () => {},
  })
  try {
    if (hasOwnerEnded()) expireLock()
    const release = await lockfile.lock(dataDir, {
      lockfilePath: lockDir,
      stale: STALE_MS,
      update: UPDATE_MS,
      onCompromised: endProcess,
    })
    try {
      const since = new Date().toISOString()
      const owner: Owner = { program, host: hostname(), pid: process.pid, processes: processesHere(), since }
      writeFileSync(ownerFile, JSON.stringify(owner))
    } catch (error) {
      await release()
      throw error
    }
    return release
  } finally {
    await end().catch(() => {})
  }
}

// If it fails, the lock is taken over later.
function expireLock(): void {
  try {
    utimesSync(lockDir, 0, 0)
  } catch {}
}

async function acquireAndReport(): Promise<void> {
  let seen: number | undefined
  for (let isFirst = true; ; isFirst = false) {
    try {
      const release = await acquire()
      parentPort?.once('message', () => release().finally(() => post('released')))
      return post('locked')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') return post('failed', (error as Error).message)
      // A lock that is renewed while we wait belongs to a live process, possibly on another host.
      const now = renewedAt()
      if (now !== undefined && seen !== undefined && now !== seen) return post('in-use', describeOwner())
      seen = now
      if (isFirst) post('waiting', describeOwner())
      await setTimeout(RETRY_MS)
    }
  }
}

// The embedded database, and with it the main thread, hangs if there is no space for a new WAL segment.
function endWhenStuck(): void {
  let seen = Atomics.load(ticks, 0)
  let movedAt = Date.now()
  setInterval(() => {
    const now = Atomics.load(ticks, 0)
    if (now !== seen) [seen, movedAt] = [now, Date.now()]
    if (Date.now() - movedAt < STUCK_MS || freeBytes(dataDir) > LOG_SEGMENT_BYTES) return
    writeSync(
      2,
      `The disk of the data directory ${dataDir} is full and the database is stuck: this process ends at once.\n`,
    )
    process.kill(process.pid, 'SIGKILL')
  }, RETRY_MS)
}

await acquireAndReport()
endWhenStuck()

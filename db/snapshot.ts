import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { freeBytes } from './disk-guard.ts'
import { DatabaseSetupError } from './failure.ts'

// A process that wants a copy of the embedded database, which another one has open, makes the folder `snapshot` in the
// data directory. The other one writes `postgres` there, or why it cannot.
const POLL_MS = 500
const ANSWER_MS = 30_000
// Opening a copy may block its process for as long.
const STALE_MS = 120_000
const UPDATE_MS = 5000
// Some file systems round times to two seconds.
const ROUNDED_MS = 3000

const MB = 1024 * 1024
// What the database may need meanwhile.
const SPARE_BYTES = 200 * MB

const foldersOf = (dataDir: string) => {
  const folder = join(dataDir, 'snapshot')
  return { folder, draft: join(folder, 'draft'), copy: join(folder, 'postgres'), failed: join(folder, 'failed') }
}
const lockOptions = (dataDir: string) => ({
  lockfilePath: join(dataDir, 'snapshot.lock'),
  stale: STALE_MS,
  update: UPDATE_MS,
})

/**
 * Makes the copies that `requestSnapshot` of other processes asks for. `exclusively` runs its argument while the
 * database does nothing else.
 */
export function answerSnapshots(
  dataDir: string,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): { close(): Promise<void> } {
  const { folder, draft, copy, failed } = foldersOf(dataDir)
  let working: Promise<void> | undefined
  const answer = async () => {
    if (!existsSync(folder)) return
    // The process that wanted it has ended.
    if (!(await lockfile.check(dataDir, lockOptions(dataDir)))) return rm(folder, { recursive: true, force: true })
    if (existsSync(copy) || existsSync(failed)) return
    try {
      await copyFiles(join(dataDir, 'postgres'), draft, exclusively)
      await rename(draft, copy)
    } catch (error) {
      await writeFile(failed, (error as Error).message, { mode: 0o600 })
    }
  }
  const timer = setInterval(() => {
    working ??= answer()
      // The folder cannot be written, or is gone: its process notices that.
      .catch(() => {})
      .finally(() => {
        working = undefined
      })
  }, POLL_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await working
    },
  }
}

type Copied = Map<string, { size: number; mtimeMs: number; at: number }>

/** Copies what has changed since the copy that `copied` describes. */
async function copyChanged(from: string, to: string, copied: Copied): Promise<void> {
  const names = new Set(await readdir(from, { recursive: true }))
  for (const name of copied.keys()) {
    if (names.has(name)) continue
    await rm(join(to, name), { recursive: true, force: true })
    copied.delete(name)
  }
  for (const name of names) {
    try {
      const file = await stat(join(from, name))
      if (file.isDirectory()) {
        await mkdir(join(to, name), { recursive: true, mode: 0o700 })
        continue
      }
      const { size, mtimeMs } = file
      const before = copied.get(name)
      const isSame = before?.size === size && before.mtimeMs === mtimeMs && mtimeMs < before.at - ROUNDED_MS
      if (isSame) continue
      copied.set(name, { size, mtimeMs, at: Date.now() })
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
    } catch (error) {
      // Postgres has deleted it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

// A full disk would stop the service.
async function checkSpace(folder: string): Promise<void> {
  let bytes = SPARE_BYTES
  for (const name of await readdir(folder, { recursive: true }))
    bytes += await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    )
  if (freeBytes(folder) < bytes)
    throw new Error(`its copy needs ${Math.ceil(bytes / MB)} MB of free space on the disk of the data directory`)
}

// As after a kill: opening it plays the log again. First everything is copied while the database is in use, so that it
// has to wait only for what has changed meanwhile.
async function copyFiles(
  from: string,
  to: string,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await checkSpace(from)
  await mkdir(to, { mode: 0o700 })
  const copied: Copied = new Map()
  await copyChanged(from, to, copied)
  await exclusively(() => copyChanged(from, to, copied))
}

/**
 * Asks the process that has the embedded database open for a copy of its files; `remove` deletes the copy. Throws
 * DatabaseSetupError.
 */
export async function requestSnapshot(dataDir: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const { folder, draft, copy, failed } = foldersOf(dataDir)
  const unlock = await lockfile.lock(dataDir, lockOptions(dataDir)).catch((error) => {
    if (error.code !== 'ELOCKED') throw error
    throw new DatabaseSetupError('Another backup is under way. If it was killed, try again after two minutes.')
  })
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    await unlock()
  }
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const askedAt = Date.now()
    while (!existsSync(copy)) {
      if (existsSync(failed))
        throw new DatabaseSetupError(`The running process cannot copy the database: ${await readFile(failed, 'utf8')}`)
      if (Date.now() - askedAt > ANSWER_MS && !existsSync(draft))
        throw new DatabaseSetupError(
          'The running process does not answer: it must be of this release, on the same machine and of the same user. Or stop it first.',
        )
      if (!(await isRunning(dataDir))) throw new DatabaseSetupError('The running process has ended: try again.')
      await setTimeout(POLL_MS / 5)
    }
    return { path: copy, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function isRunning(dataDir: string): Promise<boolean> {
  return lockfile.check(dataDir, { lockfilePath: join(dataDir, 'running.lock'), stale: ANSWER_MS })
}

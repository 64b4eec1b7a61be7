import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { diskFullAtStart } from './disk-guard.ts'
import { DatabaseInUseError, DatabaseSetupError } from './failure.ts'
import { makeDirectory } from './make-directory.ts'

const TICK_MS = 1000
// What an earlier start created. One of each kind is enough to see that another user did.
const OWN_FILES = ['running.lock', 'running.json', 'postgres', 'postgres/PG_VERSION', 'postgres/global/pg_control']

interface Message {
  kind: 'waiting' | 'locked' | 'in-use' | 'failed' | 'released'
  text: string
}

/**
 * Locks a data directory for this process and returns the function that unlocks it. The lock is a directory whose
 * modification time is renewed every three seconds, so it also works between containers that share a volume. A lock
 * is taken over if its process is known to have ended, else if it was not renewed for ten seconds; `report` is called
 * while waiting. A process that loses its lock, or hangs on a full disk, is killed. Throws DatabaseSetupError if the
 * lock is in use, the directory is not writable or its disk is full.
 */
export async function lockDataDir(
  dataDir: string,
  program: string,
  report: (message: string) => void,
): Promise<() => Promise<void>> {
  makeWritable(dataDir)
  // Shows the worker that this thread is not blocked.
  const ticks = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(ticks, 0, 1), TICK_MS).unref()
  const worker = new Worker(new URL('./lock-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: { dataDir, program, ticks },
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.on('message', ({ kind, text }: Message) => {
        if (kind === 'waiting')
          report(`The data directory ${dataDir} is locked by ${text}. Waiting to see whether it is still running.`)
        else if (kind === 'locked') resolve()
        else if (kind === 'in-use') reject(new DatabaseInUseError(inUse(dataDir, text)))
        else if (kind === 'failed')
          reject(
            text.startsWith('ENOSPC')
              ? diskFullAtStart(dataDir)
              : new DatabaseSetupError(`The data directory ${dataDir}: ${text}.`),
          )
      })
    })
  } catch (error) {
    await worker.terminate()
    throw error
  }
  worker.unref()
  return async () => {
    worker.ref()
    worker.once('message', () => worker.terminate())
    worker.postMessage('release')
    await ended
  }
}

const inUse = (dataDir: string, owner: string) =>
  `The data directory ${dataDir} is in use by ${owner}. The embedded database serves one process at a time: ` +
  'stop that process first, or set DATABASE_URL to use a Postgres server.'

function makeWritable(dataDir: string): void {
  try {
    makeDirectory(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw diskFullAtStart(dataDir)
    throw new DatabaseSetupError(
      `The data directory ${dataDir} cannot be written (${code}): set DATA_DIR to a directory that this user may write to.`,
    )
  }
  for (const path of OWN_FILES.map((name) => join(dataDir, name)).filter((path) => existsSync(path))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new DatabaseSetupError(
        `The data directory ${dataDir} contains files of another user (${code} on ${path}): make the user of this process ` +
          'the owner of everything in it, or set DATA_DIR to another directory.',
      )
    }
  }
}

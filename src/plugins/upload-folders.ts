import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

// The host and the process are in the name, so that a start finds what a killed process left. Containers may share the
// directory, and a process of one may have the number of another one's.
const host = encodeURIComponent(hostname()).replaceAll('-', '%2D')
const START = Math.round(performance.timeOrigin)
const NAME = /^waymark-upload-([^-]+)-(\d+)-(\d+)-[^-]+$/

/** Creates a temporary folder for what a request sends. */
export const createUploadFolder = (): Promise<string> =>
  mkdtemp(join(tmpdir(), `waymark-upload-${host}-${process.pid}-${START}-`))

/** Deletes the folders of processes of this host that ended without doing so. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, owner, pid, start] = NAME.exec(name) ?? []
    if (owner !== host || isRunning(Number(pid), Number(start))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number, start: number): boolean {
  if (pid === process.pid) return start === START
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

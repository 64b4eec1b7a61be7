import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

// The host and the process are in the name, so that a start finds what a killed process left. Containers may share the
// directory, and a process of one may have the number of another one's.
const host = encodeURIComponent(hostname()).replaceAll('-', '%2D')
const START = Math.round(performance.timeOrigin)
const PREFIX = 'waymark-upload-'
const MAX_AGE_MS = 86_400_000
const NAME = /^waymark-upload-([^-]+)-(\d+)-(\d+)-[^-]+$/

/** Creates a temporary folder for what a request sends. */
export const createUploadFolder = (): Promise<string> =>
  mkdtemp(join(tmpdir(), `${PREFIX}${host}-${process.pid}-${START}-`))

/** Deletes the folders of processes of this host that ended without doing so, and all that are older than a day. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const [, owner, pid, start] = NAME.exec(name) ?? []
    const isLeft = owner === host && !isRunning(Number(pid), Number(start))
    if (isLeft || (await isOld(path))) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

// No request takes that long. The process may have run in a container that no longer exists.
const isOld = async (path: string) => {
  const folder = await stat(path).catch(() => undefined)
  return folder !== undefined && Date.now() - folder.mtimeMs > MAX_AGE_MS
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

import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Texts by name, appended to files of a temporary directory, so that they take no memory. */
export interface Spool {
  add(name: string, text: string): Promise<void>
  /** What was added under some names, in pieces. */
  read(...names: string[]): AsyncGenerator<string>
  /** Removes the files. */
  remove(): Promise<void>
}

// Each flush opens two files for each host.
const MAX_BUFFERED = 16 * 1024 * 1024
const PREFIX = '.parts-'

/** Makes its directory in `folder`, and removes those that exports which were killed have left there. */
export async function createSpool(folder: string): Promise<Spool> {
  for (const name of await readdir(folder))
    if (name.startsWith(PREFIX)) await rm(join(folder, name), { recursive: true, force: true })
  const directory = await mkdtemp(join(folder, PREFIX))
  // Numbered, because a name with a host may be longer than that of a file can be.
  const files = new Map<string, string>()
  const buffers = new Map<string, string[]>()
  let buffered = 0
  const flush = async (name: string, texts: readonly string[]) => {
    const file = files.get(name) ?? join(directory, String(files.size))
    const text = texts.join('')
    await appendFile(file, text)
    files.set(name, file)
    buffers.delete(name)
    buffered -= text.length
  }
  return {
    async add(name, text) {
      const texts = buffers.get(name)
      if (texts) texts.push(text)
      else buffers.set(name, [text])
      buffered += text.length
      if (buffered > MAX_BUFFERED) for (const [name, texts] of buffers) await flush(name, texts)
    },
    async *read(...names) {
      for (const name of names) {
        const texts = buffers.get(name)
        if (texts) await flush(name, texts)
        const file = files.get(name)
        if (file !== undefined) yield* createReadStream(file, { encoding: 'utf8' })
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a file under a temporary name and then renames it, so that what is interrupted leaves no incomplete file. A
 * file or link that is there already is replaced, never written to. With `isSecret` only the user can read it.
 */
export async function writeWhole(
  file: string,
  pieces: AsyncIterable<string | Uint8Array> | readonly Uint8Array[],
  { isSecret = false } = {},
): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`
  const mode = isSecret ? { mode: 0o600 } : {}
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial, { flags: 'wx', flush: true, ...mode }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

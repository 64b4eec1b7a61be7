import { randomUUID } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../errors/api-error.ts'
import { removeOnSignal } from '../export/interrupted.ts'
import { OutputError } from './command.ts'

type Pieces = AsyncIterable<string | Uint8Array> | readonly Uint8Array[]

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Writes a file under a temporary name and then renames it, so that what is interrupted leaves no incomplete file. A
 * file or link that is there already is replaced, never written to. With `isSecret` only the user can read it.
 */
export async function writeWhole(file: string, pieces: Pieces, { isSecret = false } = {}): Promise<void> {
  if (!isFolder(dirname(resolve(file))) || isFolder(file))
    throw new ApiError('invalid_request', `${file} cannot be written: name a file in an existing directory.`)
  const partial = `${file}.${randomUUID()}.part`
  const mode = isSecret ? { mode: 0o600 } : {}
  const keep = removeOnSignal(partial)
  try {
    await writePieces(pieces, createWriteStream(partial, { flags: 'wx', flush: true, ...mode }), file)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    keep()
  }
}

/** Writes pieces, each when the one before was taken. Throws an OutputError if `output`, called `name`, fails. */
export async function writePieces(
  pieces: Pieces,
  output: Writable,
  name: string,
  options: { end?: boolean } = {},
): Promise<void> {
  let hasSourceFailed = false
  async function* read() {
    try {
      yield* pieces
    } catch (error) {
      hasSourceFailed = true
      throw error
    }
  }
  try {
    await pipeline(Readable.from(read()), output, options)
  } catch (error) {
    if (hasSourceFailed) throw error
    throw new OutputError(`${name} could not be written completely (${(error as NodeJS.ErrnoException).code}).`)
  }
}

import { randomUUID } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../errors/api-error.ts'
import { removeOnSignal } from '../export/interrupted.ts'
import { OutputError } from './command.ts'

type Pieces = AsyncIterable<string | Uint8Array> | readonly Uint8Array[]

const entryOf = (path: string) => statSync(path, { throwIfNoEntry: false })
const partialOf = (file: string) => `${file}.${randomUUID()}.part`
const isDevice = (file: string) => entryOf(file)?.isFile() === false

function checkPlace(file: string): void {
  if (!entryOf(dirname(resolve(file)))?.isDirectory() || entryOf(file)?.isDirectory())
    throw new ApiError('invalid_request', `${file} cannot be written: name a file in an existing directory.`)
}

/** Throws unless `writeWhole` can write this file: before long work whose result is to be written there. */
export async function checkWritable(file: string): Promise<void> {
  checkPlace(file)
  if (isDevice(file)) return
  const partial = partialOf(file)
  try {
    await writeFile(partial, '', { flag: 'wx' })
  } catch (error) {
    throw new OutputError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  await rm(partial)
}

/**
 * Writes a file under a temporary name and then renames it, so that what is interrupted leaves no incomplete file. A
 * file or link that is there already is replaced, never written to, unless it is a device or pipe. With `isSecret` only
 * the user can read it.
 */
export async function writeWhole(file: string, pieces: Pieces, { isSecret = false } = {}): Promise<void> {
  checkPlace(file)
  if (isDevice(file)) return writePieces(pieces, createWriteStream(file), file)
  const partial = partialOf(file)
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

import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { DumpError } from '../../db/transfer/load.ts'

// A row is a few megabytes at most.
const MAX_LINE = 64 * 1024 * 1024

/** Batches of lines as gzip. */
export async function* zipDump(batches: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip()
  const input = Readable.from(textOf(batches)).once('error', (error) => gzip.destroy(error))
  try {
    yield* input.pipe(gzip)
  } finally {
    input.destroy()
    gzip.destroy()
  }
}

async function* textOf(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield `${lines.join('\n')}\n`
}

/** The lines of such a file. Throws DumpError if it is not whole. */
export async function* readDump(input: Readable): AsyncGenerator<string> {
  const gunzip = createGunzip()
  input.once('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const bytes of gunzip) {
      const lines = (rest + decoder.write(bytes as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE) throw new DumpError('The file is no backup of Waymark: it has a line without an end.')
      yield* lines
    }
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined && /^(Z_|ERR_)/.test(code))
      throw new DumpError(
        `The file is damaged, or no backup of Waymark (${(error as Error).message}). Nothing was stored.`,
      )
    throw error
  } finally {
    input.destroy()
    gunzip.destroy()
  }
  if (rest !== '') throw new DumpError('The file is damaged: its end is missing. Nothing was stored.')
}

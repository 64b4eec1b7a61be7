import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError, refuseEncoded } from '../errors/api-error.ts'
import type { App } from '../services.ts'
import { createAccountSlots } from './account-slots.ts'
import { createUploadFolder, removeAbandonedFolders } from './upload-folders.ts'

const MAX_UPLOADS = 4
const MAX_OF_ACCOUNT = 2

/** The body of a request in a temporary file, which is deleted when the request is over. */
export class Upload {
  readonly path: string
  readonly bytes: number
  readonly #digest: string

  constructor(path: string, bytes: number, digest: string) {
    this.path = path
    this.bytes = bytes
    this.#digest = digest
  }

  /** What identifies the body, as for the fingerprint of an `Idempotency-Key`. */
  toJSON() {
    return { sha256: this.#digest }
  }
}

/**
 * Sets the body parsers of a scope: files of these types are written to the disk, with a limit on their size and on how
 * many there are at a time. The budget of bodies in memory does not count them (`isUpload` in the config of the route).
 */
export function receiveUploads(app: App, types: readonly string[], maxBytes: number): void {
  const folders = new WeakMap<FastifyRequest, string>()
  const slots = createAccountSlots(MAX_UPLOADS, MAX_OF_ACCOUNT)

  const tooLarge = () =>
    new ApiError('body_too_large', `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...types], async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    refuseEncoded(request.headers['content-encoding'], 'file')
    const free = slots.take(request.account.id)
    if (!free) throw new ApiError('busy', 'Too many files are being received; try again shortly.', { retryAfterS: 5 })
    try {
      return await receive(request, payload)
    } finally {
      free()
    }
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer | string) => {
    if (body.length === 0) return undefined
    throw new ApiError('unsupported_media_type', `Send the file with one of these content types: ${types.join(', ')}.`)
  })

  async function receive(request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Upload> {
    const folder = await createUploadFolder()
    folders.set(request, folder)
    const path = join(folder, 'body')
    const hash = createHash('sha256')
    let bytes = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        bytes += chunk.length
        if (bytes > maxBytes) return callback(tooLarge())
        hash.update(chunk)
        callback(null, chunk)
      },
    })
    try {
      await pipeline(payload, counted, createWriteStream(path, { mode: 0o600 }))
      return new Upload(path, bytes, hash.digest('hex'))
    } catch (error) {
      await remove(request)
      if (error instanceof ApiError) throw error
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw new ApiError('busy', 'The disk for uploaded files is full; try again later.', { retryAfterS: 60 })
      throw new ApiError('invalid_request', 'The file was not received completely.')
    }
  }

  const remove = async (request: FastifyRequest) => {
    const folder = folders.get(request)
    folders.delete(request)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  app.addHook('onReady', removeAbandonedFolders)
  app.addHook('onResponse', remove)
  app.addHook('onRequestAbort', remove)
}

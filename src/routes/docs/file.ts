import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../../net/accept.ts'
import { hasTag, tagOf } from '../etag.ts'

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof encoders
// Higher ones take seconds for the document.
const BROTLI_QUALITY = 6

export interface File {
  bytes: Buffer
  /** An ETag of the bytes, weak because it is that of every encoding. */
  tag: string
  /** The bytes in an encoding, compressed once. */
  encoded(encoding: Encoding): Promise<Buffer>
}

/** Creates a value when it is first needed: the document is complete only once all routes are registered. */
export function lazy<T>(create: () => T): () => T {
  let created: { value: T } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

/** A file that is made once, when it is first needed. All responses share its bytes. */
export const lazyFile = (create: () => string): (() => File) =>
  lazy(() => {
    const bytes = Buffer.from(create())
    const known = new Map<Encoding, Promise<Buffer>>()
    const encoded = (encoding: Encoding) => {
      const found = known.get(encoding) ?? encoders[encoding](bytes)
      known.set(encoding, found)
      return found
    }
    return { bytes, tag: `W/${tagOf(bytes)}`, encoded }
  })

/** Sends a file, compressed if the client accepts it, or 304 to a client that has it already. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, encoded }: File,
  type: string,
): Promise<FastifyReply> {
  reply.headers({ ETag: tag, Vary: 'Accept-Encoding' })
  if (hasTag(request, tag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip'])
  if (encoding !== undefined) reply.header('Content-Encoding', encoding)
  return reply.header('Content-Type', type).send(encoding === undefined ? bytes : await encoded(encoding))
}

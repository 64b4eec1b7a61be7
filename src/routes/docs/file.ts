import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag, tagOf } from '../etag.ts'

export interface File {
  bytes: Buffer
  /** A strong ETag of the bytes. */
  tag: string
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
    return { bytes, tag: tagOf(bytes) }
  })

/** Sends a file, or 304 to a client that has it already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag }: File,
  type: string,
): FastifyReply {
  reply.header('ETag', tag)
  if (hasTag(request, tag)) return reply.code(304).send()
  return reply.header('Content-Type', type).send(bytes)
}

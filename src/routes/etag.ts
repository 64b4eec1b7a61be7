import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A strong ETag of some bytes. */
export const tagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '')

/**
 * Whether the client has the version with this tag already. The comparison is weak: proxies that compress weaken tags.
 */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  const header = request.headers['if-none-match']
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((etag) => withoutWeakness(etag.trim()) === withoutWeakness(tag)))
  )
}

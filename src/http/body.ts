import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { App } from '../parts.ts'

const DEEPEST = 32
const MOST_MEMBERS = 2000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

const bad = (message: string) => new ApiError(400, 'invalid_request', message)

const badAt = (path: string, message: string) =>
  new ApiError(400, 'invalid_request', `${path.replace(/^\//, '') || 'body'} ${message}.`, [{ path, message }])

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

/**
 * Refuses JSON that no schema of ours could want and that would hurt further in: nesting that overflows the stack,
 * endless arrays (every item would be reported), and strings Postgres cannot hold (NUL, lone surrogates).
 */
export function checkShape(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw badAt(path, 'has characters that are not allowed')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEEPEST) throw bad(`The body is nested more than ${DEEPEST} levels deep.`)
  const members = Object.entries(value)
  if (members.length > MOST_MEMBERS) throw badAt(path, `has more than ${MOST_MEMBERS} entries`)
  for (const [key, member] of members) {
    if (!isStorable(key)) throw badAt(path, 'has a field whose name has characters that are not allowed')
    checkShape(member, `${path}/${key.slice(0, 64)}`, depth + 1)
  }
}

function parseJson(body: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw bad('The body is not valid UTF-8.')
  }
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw bad('The body is not valid JSON.')
  }
  checkShape(value)
  return value
}

/**
 * How every scope reads bodies. Real clients send `Content-Type: application/json` with an empty body on every method,
 * and JSON as text/plain or without a type: all are read as JSON; any other body is 415.
 */
export function acceptBodies(app: App): void {
  const parse = async (_request: FastifyRequest, body: Buffer | string) => parseJson(body as Buffer)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, parse)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer | string) => {
    if (body.length === 0) return undefined
    if (request.headers['content-type'] === undefined) return parseJson(body as Buffer)
    throw new ApiError(415, 'unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.')
  })
}

import type { FastifyRequest } from 'fastify'
import { ApiError, invalid, MAX_FAULTS, refuseEncoded } from '../errors/api-error.ts'
import type { App } from '../services.ts'
import { storageFault } from '../validation/stored-text.ts'

const MAX_DEPTH = 32
const MAX_MEMBERS = 2000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

const invalidBody = (message: string) => new ApiError('invalid_request', message)

// An object key as part of a JSON pointer.
const pointerOf = (key: string) => key.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Collects the strings that the database cannot store (with NUL, lone surrogates or a leading U+FEFF), in any field.
 * Throws for JSON that no schema allows and that is expensive to validate: deep nesting, and very long arrays.
 */
function inspect(value: unknown, found: Map<string, string>, path = '', depth = 0): void {
  const report = (message: string) => {
    if (found.size <= MAX_FAULTS) found.set(path, message)
  }
  const fault = typeof value === 'string' ? storageFault(value) : null
  if (fault !== null) report(fault)
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw invalidBody(`The body is nested more than ${MAX_DEPTH} levels deep.`)
  const members = Object.entries(value)
  if (members.length > MAX_MEMBERS) throw invalid([{ path, message: `has more than ${MAX_MEMBERS} entries` }])
  for (const [key, member] of members) {
    const keyFault = storageFault(key)
    if (keyFault !== null) report(`has a field whose name ${keyFault}`)
    inspect(member, found, `${path}/${pointerOf(key)}`, depth + 1)
  }
}

function parseJson(request: FastifyRequest, body: Buffer): unknown {
  if (body.length > 0) refuseEncoded(request.headers['content-encoding'])
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw invalidBody('The body is not valid UTF-8.')
  }
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalidBody('The body is not valid JSON.')
  }
  const found = new Map<string, string>()
  inspect(value, found)
  if (found.size > 0)
    request.faults = { ...request.faults, text: [...found].map(([path, message]) => ({ path, message })) }
  return value
}

/**
 * Sets the body parsers of a scope. Existing clients send `Content-Type: application/json` with an empty body on every
 * method, and JSON as text/plain or without a type: all are parsed as JSON; any other body is 415.
 */
export function addBodyParsers(app: App): void {
  const parse = async (request: FastifyRequest, body: Buffer | string) => parseJson(request, body as Buffer)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, parse)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer | string) => {
    if (body.length === 0) return undefined
    if (request.headers['content-type'] === undefined) return parseJson(request, body as Buffer)
    throw new ApiError('unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.')
  })
}

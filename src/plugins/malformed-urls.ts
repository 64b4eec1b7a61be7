import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors/api-error.ts'
import type { App } from '../services.ts'

const malformed = new WeakSet<IncomingMessage>()

/**
 * Lets a request whose path cannot be decoded take the ordinary way: the router alone would answer it before any hook
 * has counted it, asked for its key or set a header.
 */
export function mendAddress(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    malformed.add(request)
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Answers 400 to requests that mendAddress mended, once they have been counted and their key was seen. */
export function refuseMalformedAddresses(app: App): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!malformed.has(request.raw)) return done(null, payload)
    done(new ApiError('invalid_request', 'The address of the request is not valid.'))
  })
}

import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors/api-error.ts'
import type { App } from '../services.ts'

const malformed = new WeakSet<IncomingMessage>()

/**
 * Escapes a path that cannot be decoded, so that the request is routed: else Fastify's router would answer it before
 * any hook can count it, authenticate it or set headers.
 */
export function escapeMalformedUrl(request: IncomingMessage): string {
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

/** Answers requests with a malformed path with 400, after the hooks `onRequest` have counted and authenticated them. */
export function rejectMalformedUrls(app: App): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!malformed.has(request.raw)) return done(null, payload)
    done(new ApiError('invalid_request', 'The URL of the request is not valid.'))
  })
}

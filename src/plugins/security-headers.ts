import type { ServerResponse } from 'node:http'
import helmet from 'helmet'
import { PERMISSIONS_POLICY } from '../html/layout.ts'
import type { App } from '../services.ts'

// Helmet sets headers on a response and calls `next`. They do not depend on the request, so they are collected once.
function collectHeaders(): [name: string, value: string][] {
  const headers: [string, string][] = [['permissions-policy', PERMISSIONS_POLICY]]
  const response = {
    // Fastify would otherwise convert the names for every response.
    setHeader: (name: string, value: string) => headers.push([name.toLowerCase(), value]),
    removeHeader: () => {},
  }
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    // Scripts of any origin may use the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Every response has it: src/plugins/response-headers.ts.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  setHeaders({} as never, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

const headers = collectHeaders()

/**
 * Sets the security headers of the scopes that have no pages, and of Swagger UI, which sets its own content policy.
 * Pages set theirs in src/html/layout.ts. Redirects have none: a `Referrer-Policy` there would apply to the request for
 * the destination, and setting them takes time.
 */
export function addSecurityHeaders(app: App): void {
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
}

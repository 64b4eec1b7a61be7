import helmet from '@fastify/helmet'
import { PERMISSIONS_POLICY } from '../html/layout.ts'
import type { App } from '../services.ts'

/**
 * Sets the security headers of the scopes that have no pages, and of Swagger UI, which sets its own content policy.
 * Pages set them themselves (src/html/layout.ts); redirects do not have them, because they would apply to the
 * destination and take time.
 */
export async function addSecurityHeaders(app: App): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Scripts of any origin may use the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Every response has it: src/plugins/response-headers.ts.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY)
    done()
  })
}

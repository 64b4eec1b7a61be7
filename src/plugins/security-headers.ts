import helmet from '@fastify/helmet'
import type { Config } from '../config/config.ts'
import { PERMISSIONS_POLICY } from '../html/layout.ts'
import type { App } from '../services.ts'

const YEAR_S = 31_536_000

const isSecure = ({ baseUrl }: Pick<Config, 'baseUrl'>) => baseUrl.startsWith('https:')

/** Sets the security headers of the API scopes and of Swagger UI, which sets its own content policy. */
export async function addSecurityHeaders(app: App, config: Pick<Config, 'baseUrl'>): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Scripts of any origin may use the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: isSecure(config) ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY)
    done()
  })
}

/**
 * Sets Strict-Transport-Security on the public routes if BASE_URL is HTTPS. Pages set the other headers themselves
 * (src/html/layout.ts); redirects do not have them, because they would apply to the destination and take time.
 */
export function addTransportSecurity(app: App, config: Pick<Config, 'baseUrl'>): void {
  if (!isSecure(config)) return
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Strict-Transport-Security', `max-age=${YEAR_S}`)
    done()
  })
}

import helmet from '@fastify/helmet'
import type { Config } from '../config/config.ts'
import { PERMISSIONS_POLICY } from '../html/layout.ts'
import type { App } from '../services.ts'

const A_YEAR = 31_536_000

const isSecure = ({ baseUrl }: Pick<Config, 'baseUrl'>) => baseUrl.startsWith('https:')

/** Security headers of the scopes that answer programs, and of Swagger UI, which brings its own content policy. */
export async function addSecurityHeaders(app: App, config: Pick<Config, 'baseUrl'>): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Scripts of any origin may read the API.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: isSecure(config) ? { maxAge: A_YEAR, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY)
    done()
  })
}

/**
 * HTTPS alone for the public side, where BASE_URL says so. Pages carry the other headers (src/html/layout.ts). A redirect
 * must not: its Referrer-Policy and opener policy would apply to where it leads, and helmet's hooks cost it time.
 */
export function addTransportSecurity(app: App, config: Pick<Config, 'baseUrl'>): void {
  if (!isSecure(config)) return
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Strict-Transport-Security', `max-age=${A_YEAR}`)
    done()
  })
}

import { Type } from '@sinclair/typebox'
import { createLru } from '../../cache/lru.ts'
import { ApiError } from '../../errors/api-error.ts'
import type { App, Services } from '../../services.ts'

const UNKNOWN_TTL_MS = 60_000
const MAX_UNKNOWN = 10_000

const Query = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' }) })

/**
 * GET /internal/tls-ask?domain=: 200 if a certificate may be ordered for the domain, else 404. A proxy with on-demand
 * TLS asks before it orders one (https://caddyserver.com/docs/automatic-https#on-demand-tls), so that nobody can make
 * it order certificates for other names.
 */
export function tlsAskRoutes(app: App, { changes, config, domainChecks }: Services): void {
  // Anyone can make the proxy ask for any name: names of no account cause at most one query per minute.
  const unknown = createLru<string, true>(MAX_UNKNOWN, { ttl: UNKNOWN_TTL_MS })
  let generation = 0
  const clear = () => {
    generation++
    unknown.clear()
  }
  changes.on('domains', clear)
  changes.onGap(clear)
  domainChecks.report((error) => app.log.error({ err: error }, 'domains could not be checked'))

  app.get('/internal/tls-ask', { schema: { hide: true, querystring: Query } }, async ({ query }) => {
    const host = query.domain.toLowerCase().replace(/\.$/, '')
    if (host === config.baseHost || (await isAllowed(host))) return { error: 0, domain: host }
    throw new ApiError('unknown_domain', 'No certificate may be ordered for this domain.')
  })

  async function isAllowed(host: string): Promise<boolean> {
    if (unknown.has(host)) return false
    const before = generation
    const certificate = await domainChecks.certificateFor(host)
    if (certificate === undefined && generation === before) unknown.set(host, true)
    return certificate?.allowed ?? false
  }
}

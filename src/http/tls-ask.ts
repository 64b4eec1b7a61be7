import { Type } from '@sinclair/typebox'
import { findHostDomain, verifyDomain } from '../../db/queries/domains.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'

const Query = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 255 }) })

/**
 * GET /internal/tls-ask?domain=: 200 where a certificate may be had for the domain, else 404. A proxy with on-demand
 * TLS asks before it orders one, so that nobody can make it order certificates for names that are not ours.
 */
export function tlsAskRoutes(app: App, { db, config, checkDomain }: Parts): void {
  app.get('/internal/tls-ask', { schema: { hide: true, querystring: Query } }, async ({ query }) => {
    const host = query.domain.toLowerCase().replace(/\.$/, '')
    if (host === config.baseHost || (await isServed(host))) return { error: 0, domain: host }
    throw new ApiError(404, 'unknown_domain', 'No certificate may be had for this domain.')
  })

  async function isServed(host: string): Promise<boolean> {
    const domain = await findHostDomain(db, host)
    if (!domain) return false
    if (domain.verified || !config.domainCheck) return true
    // Added while the check was off: look now.
    if (!(await checkDomain(host)).ok) return false
    await verifyDomain(db, domain.id)
    return true
  }
}

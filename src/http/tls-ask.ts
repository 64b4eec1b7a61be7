import { Type } from '@sinclair/typebox'
import { LRUCache } from 'lru-cache'
import { findHostVerified, verifyHost } from '../../db/queries/domains.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'

// Anybody may have the proxy ask, and every question costs a look at the DNS.
const KNOWN_MS = 60_000
const MOST_HOSTS = 10_000

const Query = Type.Object({ domain: Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7E]+$' }) })

/**
 * GET /internal/tls-ask?domain=: 200 where a certificate may be had for the domain, else 404. A proxy with on-demand
 * TLS asks before it orders one, so that nobody can make it order certificates for names that are not ours.
 */
export function tlsAskRoutes(app: App, { db, changes, config, checkDomain }: Parts): void {
  app.get('/internal/tls-ask', { schema: { hide: true, querystring: Query } }, async ({ query }) => {
    const host = query.domain.toLowerCase().replace(/\.$/, '')
    if (host === config.baseHost || (await remembered(host))) return { error: 0, domain: host }
    throw new ApiError(404, 'unknown_domain', 'No certificate may be had for this domain.')
  })

  const known = new LRUCache<string, Promise<boolean>>({ max: MOST_HOSTS, ttl: KNOWN_MS })
  changes.on('domains', () => known.clear())
  changes.onGap(() => known.clear())

  function remembered(host: string): Promise<boolean> {
    const answer = known.get(host) ?? isServed(host)
    if (!known.has(host)) {
      known.set(host, answer)
      answer.catch(() => known.delete(host))
    }
    return answer
  }

  async function isServed(host: string): Promise<boolean> {
    const verified = await findHostVerified(db, host)
    if (verified === undefined) return false
    if (verified || !config.domainCheck) return true
    // Added while the check was off: look now.
    if (!(await checkDomain(host)).ok) return false
    await verifyHost(db, host)
    return true
  }
}

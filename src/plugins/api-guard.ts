import { tooMany } from '../errors/api-error.ts'
import { createNetworkLimit } from '../security/address-limit.ts'
import { addressKey } from '../security/addresses.ts'
import type { App, Caller, Services } from '../services.ts'
import { createIdentify, type Identity } from './authentication.ts'
import { unknownRoute } from './errors.ts'
import { refusalOf } from './response-headers.ts'
import { demandScope } from './route-hooks.ts'

const WINDOW_MS = 60_000
// Read only after the key of the request was found.
const BODY_LIMIT = 1024 * 1024

/**
 * Authenticates and limits the requests of /api. The order is the contract's: 429, 503 while closing, 401, 404 of an
 * unknown route; then come the hooks of the route. The limiter needs to know the key first, but answers first.
 */
export function guardApi(app: App, services: Services): void {
  const identify = createIdentify(app, services)
  const identities = new WeakMap<object, Identity>()
  const networks = createNetworkLimit(services.counters, {
    name: 'ip',
    max: services.config.RATE_LIMIT_PER_MINUTE,
    windowMs: WINDOW_MS,
  })
  const spend = app.createRateLimit({
    // A plan may allow another number than the setting.
    max: (request) => {
      const identity = identities.get(request)
      const limits = identity?.caller ? services.config.plans.limits[identity.caller.status] : {}
      return limits.requests_per_minute ?? services.config.RATE_LIMIT_PER_MINUTE
    },
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => {
      const caller = identities.get(request)?.caller
      return caller ? `key:${caller.keyId}` : `ip:${addressKey(request.ip)}`
    },
  })

  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_LIMIT
  })
  app.decorateRequest('account', null as unknown as Caller)
  app.addHook('onRoute', demandScope)
  app.addHook('onRequest', async (request, reply) => {
    // Answers are of one account, and some hold an API key.
    reply.header('Cache-Control', 'no-store')
    let away: unknown
    try {
      identities.set(request, await identify(request))
    } catch (error) {
      // The database is away: the request is counted all the same, by address.
      away = error
    }
    const limit = await spend(request)
    const waitMs = identities.get(request)?.caller ? 0 : await networks(request.ip)
    if (!limit.isAllowed) {
      reply.headers({
        'X-RateLimit-Limit': limit.max,
        'X-RateLimit-Remaining': limit.remaining,
        // Rounded up: a polite client that waits until then must not meet a second 429.
        'X-RateLimit-Reset': Math.ceil((Date.now() + limit.ttl) / 1000),
      })
      if (limit.isExceeded)
        throw tooMany(`More than ${limit.max} requests in a minute; wait until the window resets.`, limit.ttl)
    }
    if (waitMs > 0) throw tooMany('Too many requests without a valid key from one IPv6 network.', waitMs)
    const refusal = refusalOf(request)
    if (refusal) throw refusal
    if (away !== undefined) throw away
    const identity = identities.get(request) as Identity
    if (!identity.caller) throw identity.refusal
    request.account = identity.caller
    // Before the body is read: an unknown address is 404 whatever its body is.
    if (request.is404) unknownRoute()
  })

  // A change is answered once the caches know of it: the next request sees what was written.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300) await services.changes.settle()
  })
}

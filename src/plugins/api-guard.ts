import type { FastifyRequest } from 'fastify'
import { ApiError, tooMany } from '../errors.ts'
import type { App, Caller, Parts } from '../parts.ts'
import { addressKey } from '../work/attempts.ts'
import { planRefusal } from '../work/plan-limits.ts'
import { type Identity, makeIdentify } from './auth.ts'
import { sendFailure, toApiError, unknownRoute } from './failures.ts'
import { refusalOf } from './manners.ts'

const WINDOW_MS = 60_000

/**
 * Guards /api: who asks, how often, and whether the key and the plan may. The order is the contract's: 429, then 503 while
 * closing, 401, an unknown route, 403. The limiter needs to know the key first, but answers first.
 */
export function guard(app: App, parts: Parts): void {
  const identify = makeIdentify(app, parts)
  const identities = new WeakMap<object, Identity>()
  const spend = app.createRateLimit({
    // A plan may allow another number than the setting.
    max: (request) => {
      const identity = identities.get(request)
      const limits = identity?.caller ? parts.config.plans.limits[identity.status] : {}
      return limits.requests_per_minute ?? parts.config.RATE_LIMIT_PER_MINUTE
    },
    timeWindow: WINDOW_MS,
    keyGenerator: (request) => {
      const caller = identities.get(request)?.caller
      return caller ? `key:${caller.keyId}` : `ip:${addressKey(request.ip)}`
    },
  })

  // Whether there is room is asked again when something is made (src/work/plan-limits.ts): that answer counts.
  const held = new WeakMap<object, ApiError>()
  const demandRoom = async (request: FastifyRequest, identity: Identity) => {
    const { makes, unless } = request.routeOptions.config
    if (!makes || !identity.caller) return
    const { caller, status } = identity
    const refusal = await planRefusal({ db: parts.db, plans: parts.config.plans }, caller.id, status, makes)
    if (refusal && !unless) throw refusal
    if (refusal) held.set(request, refusal)
  }
  // What only the body could lift comes before everything else that is wrong with the request, if the body does not.
  app.setErrorHandler((error, request, reply) => {
    const refusal = held.get(request)
    const lifted = (request.body as Record<string, unknown> | undefined | null)?.[
      request.routeOptions.config.unless ?? ''
    ]
    sendFailure(refusal && lifted !== true && toApiError(error).status < 500 ? refusal : error, request, reply)
  })

  app.decorateRequest('account', null as unknown as Caller)
  app.addHook('onRequest', async (request, reply) => {
    let away: unknown
    try {
      identities.set(request, await identify(request))
    } catch (error) {
      // The database is away: the request is counted all the same, by address.
      away = error
    }
    const limit = await spend(request)
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
    const refusal = refusalOf(request, parts.state)
    if (refusal) throw refusal
    if (away !== undefined) throw away
    const identity = identities.get(request) as Identity
    if (!identity.caller) throw identity.refusal
    request.account = identity.caller
    // Before the body is read: an unknown address is 404 whatever is sent there.
    if (request.is404) unknownRoute()
    const reads = request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.reads === true
    if (identity.caller.scope === 'read' && !reads)
      throw new ApiError(403, 'read_only_key', 'This API key may only read; use one with the scope `write`.')
    await demandRoom(request, identity)
  })

  // What a client has written is what it and its visitors are served next, whichever cache stood in between.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300) await parts.changes.settle()
  })
}

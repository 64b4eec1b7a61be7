import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooMany } from '../errors/api-error.ts'
import { addressKey } from '../security/ip-addresses.ts'
import { createNetworkLimit } from '../security/ip-limit.ts'
import type { Counters } from '../security/window-counters.ts'
import type { App, Caller, Services } from '../services.ts'
import { createAuthenticator, type Identity } from './authentication.ts'
import { unknownRoute } from './errors.ts'
import { assertPermission, assertScope, statePermission } from './route-hooks.ts'

const WINDOW_MS = 60_000
// Bodies are only read for requests with a valid key.
const BODY_LIMIT = 1024 * 1024

const exceeded = (max: number, ms: number) =>
  tooMany(`More than ${max} requests in a minute; wait until the window resets.`, ms)

/** On whose behalf requests are injected: a request, or a command. */
export type Calling = Pick<FastifyRequest, 'account' | 'ip'>

/** The window that a request was counted in. */
const windows = new WeakMap<Calling, { key: string; max: number }>()

const callers = new AsyncLocalStorage<Calling>()

/**
 * Runs `work` on behalf of a request or command: requests that it injects belong to the same caller, and are neither
 * authenticated nor counted again.
 */
export function callAs<T>(calling: Calling, work: () => Promise<T>): Promise<T> {
  return callers.run(calling, work)
}

/** On whose behalf the current request is injected. */
export const callingRequest = (): Calling | undefined => callers.getStore()

/**
 * Counts a request that was let through as `more` requests. It uses up what is left in the window: a plan may allow
 * fewer requests than it costs. It fails where others used up the window since then.
 */
export async function spendMore(
  request: FastifyRequest,
  reply: FastifyReply,
  counters: Counters,
  more: number,
): Promise<void> {
  const window = windows.get(request)
  if (!window) return
  const { count, ttlMs } = await counters.increment(window.key, WINDOW_MS, more)
  reply.header('X-RateLimit-Remaining', Math.max(0, window.max - count))
  if (count - more > window.max) throw exceeded(window.max, ttlMs)
}

/**
 * Creates the function that makes a scope authenticate and rate-limit its requests, with the same limits in every
 * scope. The contract sets the order of failures: 429, 503 while closing, 401, 404 of an unknown route; then the hooks
 * of the route. The limiter needs the key, so the key is looked up before it.
 */
export function createApiGuard(app: App, services: Services): (scope: App) => void {
  const identify = createAuthenticator(app, services)
  const identities = new WeakMap<object, Identity>()
  const networks = createNetworkLimit(services.counters, {
    name: 'ip',
    max: services.config.RATE_LIMIT_PER_MINUTE,
    windowMs: WINDOW_MS,
  })
  const keyOf = (request: FastifyRequest) => {
    const caller = identities.get(request)?.caller
    return caller ? `key:${caller.keyId}` : `ip:${addressKey(request.ip)}`
  }
  const countRequest = app.createRateLimit({
    // Plans can override the setting.
    max: (request) => {
      const identity = identities.get(request)
      const limits = identity?.caller ? services.config.plans.limits[identity.caller.status] : {}
      return limits.requests_per_minute ?? services.config.RATE_LIMIT_PER_MINUTE
    },
    timeWindow: WINDOW_MS,
    keyGenerator: keyOf,
  })

  return (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit ??= BODY_LIMIT
    })
    scope.decorateRequest('account', null as unknown as Caller)
    scope.addHook('onRoute', assertScope)
    scope.addHook('onRoute', statePermission)
    scope.addHook('onRequest', async (request, reply) => {
      // Responses belong to one account, and some contain an API key.
      reply.header('Cache-Control', 'no-store')
      const calling = callingRequest()
      if (calling) {
        const window = windows.get(calling)
        if (window) windows.set(request, window)
        request.account = calling.account
        assertPermission(request)
        return
      }
      let lookupError: unknown
      try {
        identities.set(request, await identify(request))
      } catch (error) {
        // Without the database the request is still counted, by address.
        lookupError = error
      }
      const limit = await countRequest(request)
      const waitMs = identities.get(request)?.caller ? 0 : await networks(request.ip)
      if (!limit.isAllowed) {
        windows.set(request, { key: keyOf(request), max: limit.max })
        reply.headers({
          'X-RateLimit-Limit': limit.max,
          'X-RateLimit-Remaining': limit.remaining,
          // Rounded up, so that a client that waits until then does not get another 429.
          'X-RateLimit-Reset': Math.ceil((Date.now() + limit.ttl) / 1000),
        })
        if (limit.isExceeded) throw exceeded(limit.max, limit.ttl)
      }
      if (waitMs > 0) throw tooMany('Too many requests without a valid key from one IPv6 network.', waitMs)
      if (request.rejection) throw request.rejection
      if (lookupError !== undefined) throw lookupError
      const identity = identities.get(request) as Identity
      if (!identity.caller) throw identity.failure
      request.account = identity.caller
      // Before the body is read, so that an unknown route is 404 whatever the body is.
      if (request.is404) unknownRoute()
      assertPermission(request)
    })

    // Responses to changes wait until the caches have been invalidated, so that the next request sees the change.
    scope.addHook('onSend', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 300)
        await services.changes.settle()
    })
  }
}

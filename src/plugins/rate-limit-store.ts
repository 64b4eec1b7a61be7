import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Counters } from '../security/window-counters.ts'

/** A store for @fastify/rate-limit that uses the counters of the service. */
export function createRateLimitStore(counters: Counters): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(...[key, callback, windowMs]: Parameters<FastifyRateLimitStore['incr']>) {
      counters.increment(key, windowMs ?? 60_000).then(
        ({ count, ttlMs }) => callback(null, { current: count, ttl: ttlMs }),
        (error) => callback(error),
      )
    }
    child() {
      return this
    }
  }
}

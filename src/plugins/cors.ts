import cors from '@fastify/cors'
import type { App } from '../services.ts'

/**
 * Allows scripts of any origin to use this scope, without credentials. Preflights need no key and do not count for the
 * rate limit.
 */
export async function allowAnyOrigin(app: App): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept',
      'X-Request-Id',
      'X-Requested-With',
      'Idempotency-Key',
      'Cache-Control',
    ],
    exposedHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-RateLimit-Cost',
      'Retry-After',
      'Idempotent-Replayed',
      'X-Next-Cursor',
      'Content-Disposition',
      'X-Request-Id',
      'API-Version',
      'App-Version',
    ],
    maxAge: 86_400,
    // Also answers OPTIONS requests that are not preflights.
    strictPreflight: false,
  })
}

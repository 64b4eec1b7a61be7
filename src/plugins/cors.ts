import cors from '@fastify/cors'
import type { App } from '../services.ts'

/** Lets scripts of any origin read this scope, without credentials; a preflight needs no key and spends no quota. */
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
      'Retry-After',
      'X-Request-Id',
      'API-Version',
      'App-Version',
    ],
    maxAge: 86_400,
    // OPTIONS of a program that is no browser is answered too.
    strictPreflight: false,
  })
}

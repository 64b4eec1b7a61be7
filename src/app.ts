import rateLimit from '@fastify/rate-limit'
import { apiRoutes } from './api/index.ts'
import { registrationRoutes } from './api/registration.ts'
import { docsRoutes, documentRoutes } from './docs/index.ts'
import { collectDocument, documentFailures } from './http/document.ts'
import { toApiError, unknownRoute } from './http/failures.ts'
import { guard } from './http/guard.ts'
import { healthRoutes } from './http/health.ts'
import { makeInstance } from './http/instance.ts'
import { allowAnyOrigin } from './http/manners.ts'
import { tlsAskRoutes } from './http/tls-ask.ts'
import type { App, Parts } from './parts.ts'
import { notFound, publicRoutes } from './public/index.ts'
import { keepSitesApart } from './public/sites.ts'
import { webhookRoutes } from './webhooks/index.ts'

/** Composes the service from what a roof has opened; opens nothing itself and listens to nothing. */
export async function buildApp(parts: Parts): Promise<App> {
  const app = makeInstance(parts)
  app.addHook('onRoute', ({ url }) => parts.aliases.reserve(url))
  await collectDocument(app)
  await app.register(rateLimit, {
    global: false,
    cache: 50_000,
    skipOnError: true,
    ...(parts.redis ? { redis: parts.redis, nameSpace: 'waymark-rate:' } : {}),
  })
  parts.clicks.report((error) => app.log.error({ err: error }, 'visits could not be written yet'))
  parts.visitJobs.report((error) => app.log.error({ err: error }, 'a visit job failed'))
  keepSitesApart(app, parts, toApiError)
  healthRoutes(app, parts)
  tlsAskRoutes(app, parts)

  await app.register(
    async (api: App) => {
      allowAnyOrigin(api)
      guard(api, parts)
      if (parts.config.LIST_ERROR === 'integer') answerListsAsInteger(api)
      api.addHook('onRoute', documentFailures)
      api.setNotFoundHandler(unknownRoute)
      // A scope's own not-found handler does not cover its root.
      api.all('/', { schema: { hide: true }, config: { reads: true } }, unknownRoute)
      apiRoutes(api, parts)
    },
    { prefix: '/api' },
  )
  await app.register(async (scope: App) => registrationRoutes(scope, parts))
  await app.register(
    async (scope: App) => {
      scope.setNotFoundHandler(unknownRoute)
      webhookRoutes(scope, parts)
    },
    { prefix: '/webhook' },
  )
  await app.register(async (scope: App) => docsRoutes(scope, parts))
  await app.register(async (scope: App) => {
    allowAnyOrigin(scope)
    documentRoutes(scope, parts)
  })
  await app.register(async (scope: App) => publicRoutes(scope, parts, toApiError))
  app.setNotFoundHandler(notFound(toApiError))
  return app
}

// Some older clients compare a list's `error` with === 0. It is the first key of every list, and of lists alone a string.
function answerListsAsInteger(api: App): void {
  api.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' && payload.startsWith('{"error":"0"') ? payload.replace('"0"', '0') : payload,
  )
}

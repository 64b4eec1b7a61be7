import rateLimit from '@fastify/rate-limit'
import { callingRequest, createApiGuard } from './plugins/api-guard.ts'
import { allowCompression, compressReplies } from './plugins/compression.ts'
import { allowAnyOrigin } from './plugins/cors.ts'
import { toApiError, unknownRoute } from './plugins/errors.ts'
import { resolveExternalIds } from './plugins/external-ids.ts'
import { createFastify } from './plugins/fastify.ts'
import { skipStreamsOfHead } from './plugins/head-replies.ts'
import { restrictRoutesByHost } from './plugins/host-restriction.ts'
import { addIdempotencyKeys } from './plugins/idempotency.ts'
import { addListPages } from './plugins/lists.ts'
import { collectDocument, documentFailures } from './plugins/openapi.ts'
import { createRateLimitStore } from './plugins/rate-limit-store.ts'
import { traceRequests } from './plugins/request-spans.ts'
import { countResponses } from './plugins/responses.ts'
import { requireScope } from './plugins/route-hooks.ts'
import { addSecurityHeaders } from './plugins/security-headers.ts'
import { apiRoutes } from './routes/api/index.ts'
import { registrationRoutes } from './routes/api/registration.ts'
import { docsRoutes, documentRoutes } from './routes/docs/index.ts'
import { abuseRoutes } from './routes/internal/abuse.ts'
import { healthRoutes } from './routes/internal/health.ts'
import { metricsRoutes } from './routes/internal/metrics.ts'
import { tlsAskRoutes } from './routes/internal/tls-ask.ts'
import { mcpRoutes } from './routes/mcp/index.ts'
import { createFailureSender } from './routes/public/errors.ts'
import { publicRoutes } from './routes/public/index.ts'
import { createLinkPages } from './routes/public/links.ts'
import { limitLookups } from './routes/public/lookup-limit.ts'
import { createNotFoundSender } from './routes/public/sites.ts'
import { webhookRoutes } from './routes/webhooks/index.ts'
import type { App, Services } from './services.ts'

/** Composes the plugins and routes. It opens nothing and does not listen: programs do that. */
export async function buildApp(services: Services): Promise<App> {
  const { config } = services
  const app = createFastify(services)
  if (services.tracing) traceRequests(app, services.tracing)
  if (services.metrics) countResponses(app, services.metrics)
  app.addHook('onRoute', ({ url, method, config: { yieldsToLinks } = {} }) => {
    if (yieldsToLinks) return
    // A branded domain passes visits on to its links; paths that take more than GET are reserved there too.
    const isRead = [method].flat().every((name) => name === 'GET' || name === 'HEAD')
    services.reservedAliases.reserve(url, !isRead)
  })
  await collectDocument(app)
  await app.register(rateLimit, {
    global: false,
    store: createRateLimitStore(services.counters),
  })
  services.counters.onMove((error) => {
    if (error) app.log.warn({ err: error }, 'redis does not answer: limits are counted in this process')
    else app.log.info('redis answers again: limits are counted there')
  })
  services.statistics.report((error, place) => {
    const name = place === 'replica' ? 'the replica' : 'ClickHouse'
    if (error) app.log.warn({ err: error }, `${name} does not answer: statistics are read from Postgres`)
    else app.log.info(`${name} answers again: statistics are read there`)
  })
  services.visitSink?.report((error) => {
    if (error) app.log.warn({ err: error }, 'this instance cannot send visits to ClickHouse: they wait in the database')
    else app.log.info('this instance sends visits to ClickHouse again')
  })
  services.tracing?.report((error) => {
    if (error) app.log.warn({ err: error }, 'the collector does not take traces: they are dropped')
    else app.log.info('the collector takes traces again')
  })
  services.visitWriter.report((error) => app.log.error({ err: error }, 'visits could not be written yet'))
  services.visitWriter.reportDropped((dropped) =>
    app.log.error(
      { dropped },
      `${dropped} visits were not counted: too many wait for the database, or it refused them`,
    ),
  )
  services.store.onFault((fault) => {
    if (fault)
      app.log.error({ err: fault }, 'the disk does not take the log of the database: a power cut would lose it')
    else app.log.warn('the disk takes the log of the database again')
  })
  services.visitJobs.report((error) => app.log.error({ err: error }, 'a visit job failed'))
  services.jobs.report(
    (error) => app.log.error({ err: error }, 'a background job failed'),
    ({ kind, progress, isDone }) => app.log.info({ kind, progress }, isDone ? 'a job is done' : 'a job goes on'),
  )
  services.linkChecks.report((error) => app.log.error({ err: error }, 'destinations of links could not be checked'))
  services.blocklist.report((error) => app.log.error({ err: error }, 'what is blocked could not be read again'))
  services.listFetcher.report((error) => app.log.error({ err: error }, 'a list of blocked hosts could not be fetched'))
  services.deliveries.report((error) => app.log.error({ err: error }, 'events could not be sent to webhooks yet'))
  services.maintenance.report((error) => app.log.error({ err: error }, 'maintenance of the database failed'))
  const linkPages = createLinkPages(services)
  const lookupsOf = limitLookups()
  restrictRoutesByHost(app, services, {
    openPath: linkPages.openPath,
    sendNotFound: createNotFoundSender(services),
    sendFailure: createFailureSender(toApiError),
    admitLookup: (request, lookup) => lookupsOf(request).admit(lookup),
  })
  await app.register(async (scope: App) => {
    addSecurityHeaders(scope)
    healthRoutes(scope, services)
    if (services.metrics && config.METRICS_TOKEN !== '') metricsRoutes(scope, services.metrics, config.METRICS_TOKEN)
    tlsAskRoutes(scope, services)
  })
  if (config.OPERATOR_TOKEN !== '')
    await app.register(
      async (scope: App) => {
        addSecurityHeaders(scope)
        scope.setNotFoundHandler(unknownRoute)
        abuseRoutes(scope, services, config.OPERATOR_TOKEN)
      },
      { prefix: '/internal/abuse' },
    )
  const guard = createApiGuard(app, services)
  await app.register(
    async (api: App) => {
      await allowAnyOrigin(api)
      addSecurityHeaders(api)
      skipStreamsOfHead(api)
      await compressReplies(api)
      // An answer is stored before it waits for the caches.
      addIdempotencyKeys(api, services)
      guard(api)
      addListPages(api, services.signer)
      resolveExternalIds(api, services)
      adaptListError(api, config)
      api.addHook('onRoute', documentFailures({ needsKey: true }))
      api.setNotFoundHandler(unknownRoute)
      // A scope's own not-found handler does not cover its root.
      api.all('/', { onRequest: requireScope('read'), schema: { hide: true } }, unknownRoute)
      apiRoutes(api, services)
    },
    { prefix: '/api' },
  )
  await app.register(async (scope: App) => {
    addSecurityHeaders(scope)
    scope.addHook('onRoute', documentFailures({ needsKey: false }))
    registrationRoutes(scope, services)
  })
  await app.register(async (scope: App) => {
    addSecurityHeaders(scope)
    guard(scope)
    mcpRoutes(scope, services)
  })
  await app.register(
    async (scope: App) => {
      addSecurityHeaders(scope)
      scope.setNotFoundHandler(unknownRoute)
      scope.addHook('onRoute', documentFailures({ needsKey: false }))
      webhookRoutes(scope, services)
    },
    { prefix: '/webhook' },
  )
  await app.register(async (scope: App) => {
    addSecurityHeaders(scope)
    await docsRoutes(scope, services)
  })
  await app.register(
    async (scope: App) => {
      await allowAnyOrigin(scope)
      addSecurityHeaders(scope)
      documentRoutes(scope, services)
    },
    { prefix: '/openapi' },
  )
  await app.register(async (scope: App) => {
    await allowCompression(scope)
    publicRoutes(scope, services, linkPages, toApiError)
  })
  return app
}

// Some older clients compare `error` of a list with === 0. It is the first key of every list, and a string only in
// lists.
function adaptListError(api: App, { LIST_ERROR }: Services['config']): void {
  api.addHook('onSend', async ({ account }, _reply, payload) => {
    // Rejected requests have no account. Tools return what the document says.
    const kind = account?.listError ?? LIST_ERROR
    if (callingRequest() || kind === 'string' || typeof payload !== 'string' || !payload.startsWith('{"error":"0"'))
      return payload
    return payload.replace('"0"', '0')
  })
}

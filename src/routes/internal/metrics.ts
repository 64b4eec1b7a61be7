import { unauthorized } from '../../errors/api-error.ts'
import { hasToken } from '../../metrics/access.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { App } from '../../services.ts'

/** GET /metrics on the service's own host, for clients that have the token. */
export function metricsRoutes(app: App, metrics: Metrics, token: string): void {
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (!hasToken(headers.authorization, token))
      throw unauthorized('key_missing', 'The metrics need `Authorization: Bearer` with METRICS_TOKEN.')
    return reply
      .header('Content-Type', metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.read())
  })
}

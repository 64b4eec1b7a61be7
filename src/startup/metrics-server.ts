import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { hasToken } from '../metrics/access.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'

/** Serves /metrics, and nothing else; with a token, only for clients that have it. */
function createMetricsServer(metrics: Metrics, token: string): Server {
  return createServer(async ({ method, url, headers }, response) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (token !== '' && !hasToken(headers.authorization, token))
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    const text = await metrics.read()
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
}

/** Listens on METRICS_PORT, if it is set; returns what closes it. */
export async function serveMetrics({
  config,
  metrics,
}: Pick<Services, 'config' | 'metrics'>): Promise<() => Promise<void>> {
  if (metrics === null || config.METRICS_PORT === 0) return async () => {}
  const server = createMetricsServer(metrics, config.METRICS_TOKEN)
  server.listen(config.METRICS_PORT, config.HOST)
  await once(server, 'listening')
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}

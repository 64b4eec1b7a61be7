import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { trackConnections } from './plugins/connection-drain.ts'
import { warmRoutes } from './routing/warm-routes.ts'
import type { App } from './services.ts'
import { announce, firstAccount } from './startup/first-start.ts'
import { serveMetrics } from './startup/metrics-server.ts'
import { openServices } from './startup/open-services.ts'

interface Serving {
  closers: (() => Promise<void>)[]
  onCompiled: () => void
}

/**
 * Opens the services and listens. Adds to `closers` what must be closed in the end, even if this function rejects.
 * `onCompiled` is called when the schemas are compiled, some seconds later.
 */
export async function serve(config: Config, { closers, onCompiled }: Serving): Promise<App> {
  const { services, close } = await openServices(config, 'waymark server')
  closers.push(close)
  const app = await buildApp(services)
  const closeConnections = trackConnections(app.server, services.lifecycle)
  closers.push(await serveMetrics(services))
  // /readyz is 503 until the first key exists, so that a script that waits for it can read the key, and until links that
  // are visited now are loaded, for two seconds at most.
  services.lifecycle.starting = true
  services.lifecycle.onCompiled = onCompiled
  closers.push(async () => {
    // Stops the roll-up, which would slow down the last requests; `close` waits for its current step.
    services.visitJobs.close()
    services.visitSink?.close()
    services.jobs.close()
    services.maintenance.close()
    services.deliveries.close()
    await closeConnections()
    await app.close()
  })
  // Else Fastify would log the addresses that `announce` prints.
  app.log.level = 'warn'
  await app.listen({ port: config.PORT, host: config.HOST })
  app.log.level = config.LOG_LEVEL
  const [address] = app.addresses()
  if (config.BASE_URL === '' && typeof address === 'object') config.baseUrl = `http://localhost:${address.port}`
  const [first] = await Promise.all([firstAccount(services), warmRoutes(services.db, services.routeCache)])
  announce(services, first)
  services.lifecycle.starting = false
  return app
}

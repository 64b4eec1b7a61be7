import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { trackConnections } from './plugins/connection-drain.ts'
import type { App } from './services.ts'
import { announce, firstAccount } from './startup/first-start.ts'
import { openServices } from './startup/open-services.ts'

/** Opens the services and listens. What is to be closed in the end, also when this fails, is added to `closers`. */
export async function serve(config: Config, closers: (() => Promise<void>)[]): Promise<App> {
  const { services, close } = await openServices(config, 'waymark server')
  closers.push(close)
  const app = await buildApp(services)
  const closeConnections = trackConnections(app.server, services.state)
  // Until the first key is there /readyz is 503: a script that waits for it can read the key.
  services.state.starting = true
  closers.push(async () => {
    // The roll-up would slow down the last requests; `close` waits for the step that is running.
    services.visitJobs.close()
    services.jobs.close()
    await closeConnections()
    await app.close()
  })
  // Fastify would log its addresses in addition to what we print.
  app.log.level = 'warn'
  await app.listen({ port: config.PORT, host: config.HOST })
  app.log.level = config.LOG_LEVEL
  const [address] = app.addresses()
  if (config.BASE_URL === '' && typeof address === 'object') config.baseUrl = `http://localhost:${address.port}`
  announce(services, await firstAccount(services))
  services.state.starting = false
  return app
}

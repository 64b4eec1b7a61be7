import { buildApp } from './app.ts'
import { type Config, readConfig, withEnvFile } from './config.ts'
import { announce, firstAccount } from './first-start.ts'
import { watchConnections } from './http/connections.ts'
import { endInOrder } from './lifecycle.ts'
import { openParts } from './open.ts'
import { startFailure } from './start-failure.ts'

const GRACE_MS = 25_000

const closers: (() => Promise<void>)[] = []
let config: Config | undefined
let tell = (error: unknown) => {
  process.stderr.write(`Waymark could not start. ${startFailure(error, config)}\n`)
}
const end = endInOrder({
  longest: GRACE_MS,
  tell: (error) => tell(error),
  close: async () => {
    for (const close of closers.reverse()) await close()
  },
})

async function start(): Promise<void> {
  config = readConfig(withEnvFile(process.env))
  const { parts, close } = await openParts(config, 'waymark server', { migrate: true })
  closers.push(close)
  const app = await buildApp(parts)
  const connections = watchConnections(app.server)
  // Whoever waits for /readyz finds the first key.
  parts.state.starting = true
  closers.push(async () => {
    // Whoever has not heard yet that we leave is still served; then new requests are refused and those in flight
    // finish; then what they wrote is brought to the database.
    parts.state.leaving = true
    if (app.server.listening) await connections.quiet()
    const { ended } = await connections.close()
    parts.state.closing = true
    await ended
    await app.close()
  })
  // Fastify would log its addresses beside what we print.
  app.log.level = 'warn'
  await app.listen({ port: config.PORT, host: config.HOST })
  app.log.level = config.LOG_LEVEL
  const [address] = app.addresses()
  if (config.BASE_URL === '' && typeof address === 'object') config.baseUrl = `http://localhost:${address.port}`
  announce(parts, await firstAccount(parts))
  parts.state.starting = false
  tell = (error) => app.log.fatal({ err: error }, 'stopping after an error')
}

try {
  await start()
} catch (error) {
  tell(error)
  await end(1)
}

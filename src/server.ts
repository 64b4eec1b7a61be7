import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { announce, firstAccount } from './first-start.ts'
import { openParts } from './open.ts'

const GRACE_MS = 15_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { parts, close } = await openParts(config, 'waymark server', { migrate: true })
  const app = await buildApp(parts).catch(async (error) => {
    await close()
    throw error
  })
  const { close: stop } = closeWithGrace({ delay: GRACE_MS, logger: app.log }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'stopping after an error')
    // New requests are refused, those in flight finish, then what they wrote is brought to the database.
    parts.state.closing = true
    await app.close()
    await close()
  })
  try {
    const first = await firstAccount(parts)
    await app.listen({ port: config.PORT, host: config.HOST })
    announce(parts, app.addresses(), first)
  } catch (error) {
    report(error)
    process.exitCode = 1
    await stop()
  }
}

// Everything a newcomer can meet at start is told in a sentence; anything else is a fault of ours and shows its stack.
function report(error: unknown): void {
  const { code, message } = error as NodeJS.ErrnoException
  const known = error instanceof ConfigError || (error as Error).constructor?.name === 'DataDirInUse'
  if (code === 'EADDRINUSE')
    process.stderr.write('The port is in use by another program: stop it, or set PORT to another number.\n')
  else if (known) process.stderr.write(`${message}\n`)
  else process.stderr.write(`Waymark could not start: ${(error as Error).stack?.slice(0, 4000) ?? String(error)}\n`)
}

await start().catch((error) => {
  report(error)
  process.exit(1)
})

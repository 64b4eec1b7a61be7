import { serverPlace } from '../db/server-url.ts'
import { type Config, readConfig, withEnvFile } from './config/config.ts'
import { setStartFlags } from './startup/engine-flags.ts'
import { exitOnSignals } from './startup/exit.ts'
import { startFailure } from './startup/start-failure.ts'

const MAX_CLOSING_MS = 25_000
// Under load schemas are compiled slowly, and with the heap of the start a redirect takes twice the processor time.
const MAX_COMPILING_MS = 5000

/** Closes what has been opened so far, in reverse order. */
const closers: (() => Promise<void>)[] = []
let config: Config | undefined
let report = (error: unknown) => {
  process.stderr.write(`Waymark could not start. ${startFailure(error, config)}\n`)
}
exitOnSignals({
  timeoutMs: MAX_CLOSING_MS,
  report: (error) => report(error),
  close: async () => {
    for (const close of closers.reverse()) await close()
  },
})

function databaseName({ DATABASE_URL, DATA_DIR }: Config): string {
  return DATABASE_URL ? `the database on ${serverPlace(DATABASE_URL)}` : `the embedded database in ${DATA_DIR}`
}

async function start(): Promise<void> {
  config = readConfig(withEnvFile(process.env))
  const endStart = setStartFlags()
  process.stderr.write(`Opening ${databaseName(config)}\n`)
  // Loading the program takes a second or more, so it is imported only after the line above was printed.
  const { serve } = await import('./serve.ts')
  const app = await serve(config, { closers, onCompiled: endStart })
  setTimeout(endStart, MAX_COMPILING_MS).unref()
  report = (error) => app.log.fatal({ err: error }, 'stopping after an error')
}

// A failure is an unhandled rejection: exitOnSignals reports it and ends the process with 1.
start()

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { styleText } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { withEnvFile } from './config/config.ts'
import { checkDomain } from './domains/dns-check.ts'
import { createReservedAliases } from './links/reserved-aliases.ts'
import { readCertificate } from './net/certificate.ts'
import { openStore, openStoreOrCopy } from './startup/open-services.ts'
import { requireDatabase } from './startup/require-database.ts'
import { startFailure } from './startup/start-failure.ts'
import { unopenedServices } from './startup/unopened-services.ts'

// A reader that has seen enough, such as `head`, is no failure.
function ignoreClosedPipe(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
}
process.stdout.on('error', ignoreClosedPipe)
process.stderr.on('error', ignoreClosedPipe)

process.exitCode = await runCommandLine(process.argv.slice(2), {
  readEnv: () => withEnvFile(process.env),
  open: async (config, program, { isQuiet, mayCopy, mustExist }) => {
    if (mustExist) requireDatabase(config)
    return (mayCopy ? openStoreOrCopy : openStore)(config, program, isQuiet ? () => {} : undefined)
  },
  describeFailure: startFailure,
  readInput: () => text(process.stdin),
  write: (text) => void process.stdout.write(text),
  openInput: () => process.stdin,
  async openApi(config, store, accountId) {
    const { openLocalApi } = await import('./local-api.ts')
    return openLocalApi(config, store, accountId)
  },
  screen: {
    // 0 where a terminal does not say.
    columns: process.stdout.columns || undefined,
    paint: (style, text) => styleText(style as 'bold', text, { stream: process.stdout }),
  },
  terminal: { isTerminal: process.stderr.isTTY === true, write: (text) => void process.stderr.write(text) },
  async reserveAliases(config) {
    const { buildApp } = await import('./app.ts')
    const reservedAliases = createReservedAliases()
    await buildApp(unopenedServices({ config, reservedAliases }))
    return reservedAliases
  },
  writePieces: (pieces) => pipeline(Readable.from(pieces), process.stdout, { end: false }).catch(ignoreClosedPipe),
  probes: { checkDomain, readCertificate, fetch },
  writeError: (text) => void process.stderr.write(text),
})

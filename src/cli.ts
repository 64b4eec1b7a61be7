import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'

let isWritingPieces = false
// A reader that has seen enough, such as `head`, is no failure of what is written at once.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (isWritingPieces || code === 'EPIPE') return
  process.stderr.write(`Standard output could not be written completely (${code}).\n`)
  process.exit(1)
})
process.stderr.on('error', () => {})

// bin/waymark sets it, so that it works from every directory.
const directory = process.env['WAYMARK_HOME'] ?? '.'

// What a command needs is imported when it needs it: loading all takes longer than most commands.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  directory,
  async readEnv() {
    const { withEnvFile } = await import('./config/config.ts')
    return withEnvFile(process.env, join(directory, '.env'))
  },
  async open(config, program, how) {
    const { openForCommand } = await import('./startup/open-for-command.ts')
    return openForCommand(config, program, how)
  },
  async describeFailure(error, config) {
    const { startFailure } = await import('./startup/start-failure.ts')
    return startFailure(error, config)
  },
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
    const { createReservedAliases } = await import('./links/reserved-aliases.ts')
    const { unopenedServices } = await import('./startup/unopened-services.ts')
    const reservedAliases = createReservedAliases()
    await buildApp(unopenedServices({ config, reservedAliases }))
    return reservedAliases
  },
  async writePieces(pieces) {
    const { writePieces } = await import('./cli/write-file.ts')
    isWritingPieces = true
    await writePieces(pieces, process.stdout, 'Standard output', { end: false })
  },
  async loadProbes() {
    const { checkDomain } = await import('./domains/dns-check.ts')
    const { readCertificate } = await import('./net/certificate.ts')
    return { checkDomain, readCertificate, fetch }
  },
  writeError: (text) => void process.stderr.write(text),
})

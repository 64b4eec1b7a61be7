import { Readable } from 'node:stream'
import type { Store } from '../../db/open.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { Probes } from '../../src/cli/doctor-hosts.ts'
import type { CommandEnvironment } from '../../src/cli/perform.ts'
import { checkDomain } from '../../src/domains/dns-check.ts'
import { createReservedAliases } from '../../src/links/reserved-aliases.ts'
import { openLocalApi } from '../../src/local-api.ts'
import { readCertificate } from '../../src/net/certificate.ts'
import { openForCommand } from '../../src/startup/open-for-command.ts'
import { startFailure } from '../../src/startup/start-failure.ts'

export interface Output {
  code: number
  out: string
  err: string
  /** The parsed output with --json, from standard error if the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests state what they expect.
  json: any
}

const ownProbes: Probes = { checkDomain, readCertificate, fetch }

/** Runs commands in this process. `open` is called for each command, whose store is not closed. */
export const commandLine = (
  open: () => Promise<Store>,
  settings: Record<string, string> = {},
  probes: Probes = ownProbes,
  columns?: number,
) => runCommands(async () => ({ ...(await open()), close: async () => {} }), settings, probes, columns)

/** Runs commands in this process, which open and close the database of the settings themselves. */
export const commandLineOf = (settings: Record<string, string>) => runCommands(openForCommand, settings, ownProbes)

function runCommands(
  open: CommandEnvironment['open'],
  settings: Record<string, string>,
  probes: Probes,
  columns?: number,
) {
  return async (args: string[], input = ''): Promise<Output> => {
    let out = ''
    let err = ''
    const code = await runCommandLine(args, {
      directory: '.',
      readEnv: async () => settings,
      open,
      describeFailure: async (error, config) => startFailure(error, config),
      openInput: () => Readable.from([Buffer.from(input)]),
      reserveAliases: async () => {
        const reservedAliases = createReservedAliases()
        for (const url of ['/api', '/qr', '/docs']) reservedAliases.reserve(url, false)
        return reservedAliases
      },
      openApi: openLocalApi,
      screen: { columns, paint: (_style, text) => text },
      terminal: { isTerminal: false, write: () => {} },
      readInput: async () => input,
      write: (text) => {
        out += text
      },
      writePieces: async (pieces) => {
        for await (const piece of pieces) out += Buffer.from(piece).toString()
      },
      loadProbes: async () => probes,
      writeError: (text) => {
        err += text
      },
    })
    return { code, out, err, json: args.includes('--json') ? JSON.parse(out || err) : undefined }
  }
}

import { migrate } from '../../db/migrate.ts'
import type { Store } from '../../db/open.ts'
import { type Config, readConfig } from '../config/config.ts'
import { release } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import { accountCommands } from './account.ts'
import { type Command, UsageError, type Values } from './command.ts'
import { deliveriesCommand } from './deliveries.ts'
import { doctorCommand } from './doctor.ts'
import type { Probes } from './doctor-checks.ts'
import { eventCommands } from './events.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { keyCommands } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { overlayCommand } from './overlays.ts'
import { parse } from './program.ts'
import type { Terminal } from './progress.ts'
import { splashCommand } from './splash.ts'

const commands: Command[] = [
  ...accountCommands,
  ...keyCommands,
  overlayCommand,
  splashCommand,
  ...eventCommands,
  deliveriesCommand,
  exportCommand,
  importCommand,
  migrateCommand,
  doctorCommand,
]

/** The environment of a command: settings, database, standard input and output. */
export interface CommandEnvironment {
  /** Reads the environment variables, including those of a `.env` file. */
  readEnv(): Record<string, string | undefined>
  /** Opens the database. With `isQuiet`, nothing is printed meanwhile. */
  open(config: Config, program: string, isQuiet: boolean): Promise<Store>
  /** The message for an error; `config` is undefined if the settings are invalid. */
  describeFailure(error: unknown, config: Config | undefined): string
  readInput(): Promise<string>
  write(text: string): void
  openInput(): AsyncIterable<Uint8Array>
  reserveAliases(config: Config): Promise<ReservedAliases>
  terminal: Terminal
  writePieces(pieces: AsyncIterable<string>): Promise<void>
  writeError(text: string): void
  probes: Probes
}

/** Runs a command line and returns its exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(args: string[], environment: CommandEnvironment): Promise<number> {
  const { readInput, openInput, write, writePieces, writeError } = environment
  let config: Config | undefined
  let exitCode = 0

  const perform = async (command: Command, values: Values): Promise<void> => {
    const env = environment.readEnv()
    config = readConfig(env)
    // With --json, standard error is empty or one line of JSON.
    const isJson = values['json'] === true
    const store = await environment.open(config, `waymark ${command.name}`, isJson)
    try {
      if (command !== migrateCommand && command !== doctorCommand) await migrate(store.db)
      const {
        data,
        lines,
        code = 0,
      } = await command.run(
        {
          config,
          store,
          readInput,
          openInput,
          writePieces,
          probes: environment.probes,
          importKey: env['WAYMARK_IMPORT_KEY'] ?? '',
          reserveAliases: () => environment.reserveAliases(config as Config),
          terminal: isJson ? { isTerminal: false, write: () => {} } : environment.terminal,
        },
        values,
      )
      exitCode = code
      if (isJson) write(`${JSON.stringify({ error: 0, ...data })}\n`)
      else if (lines.length > 0) write(`${lines.join('\n')}\n`)
    } finally {
      await store.close()
    }
  }

  try {
    await parse(args, { commands, release, run: perform, write })
    return exitCode
  } catch (error) {
    const isUsage = error instanceof UsageError
    const message = isUsage
      ? `${error.message}. Try: npm run waymark -- help`
      : environment.describeFailure(error, config)
    const { code = 'failed', errors } = error instanceof ApiError ? error : {}
    writeError(`${args.includes('--json') ? JSON.stringify({ error: 1, message, code, errors }) : message}\n`)
    return isUsage ? 2 : 1
  }
}

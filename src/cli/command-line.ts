import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import { ApiError } from '../errors/api-error.ts'
import { abuseCommands } from './abuse.ts'
import { accountCommands } from './account.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { type Command, type CommandOutcome, UsageError, type Values } from './command.ts'
import { completionCommand } from './completion.ts'
import { deliveriesCommand } from './deliveries.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { domainCommands } from './domains.ts'
import { eventCommands } from './events.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { jobCommands } from './jobs.ts'
import { keyCommands } from './keys.ts'
import { linkCommands } from './links.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { overlayCommand } from './overlays.ts'
import { type CommandEnvironment, perform } from './perform.ts'
import { parse } from './program.ts'
import { qrCommands } from './qr.ts'
import { RequestError } from './request-error.ts'
import { escapeControls, formatTable, inOneLine, type Screen } from './screen.ts'
import { splashCommand } from './splash.ts'

const commands: Command[] = [
  ...accountCommands,
  ...keyCommands,
  ...linkCommands,
  ...qrCommands,
  ...domainCommands,
  ...jobCommands,
  overlayCommand,
  splashCommand,
  ...abuseCommands,
  ...eventCommands,
  deliveriesCommand,
  exportCommand,
  importCommand,
  demoCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  migrateCommand,
  doctorCommand,
  completionCommand,
]

/** Runs a command line and returns its exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(args: string[], environment: CommandEnvironment): Promise<number> {
  const { write, writeError } = environment
  let config: Config | undefined
  let exitCode = 0

  const run = async (command: Command, values: Values): Promise<void> => {
    const outcome = await perform(command, values, commands, environment, (read) => {
      config = read
    })
    exitCode = outcome.code ?? 0
    write(
      values['json'] === true
        ? `${JSON.stringify({ error: 0, ...outcome.data })}\n`
        : show(outcome, environment.screen),
    )
  }

  try {
    await parse(args, { commands, release, run, write })
    return exitCode
  } catch (error) {
    const isUsage = error instanceof UsageError
    const message = isUsage
      ? `${error.message}. Try: npm run waymark -- help`
      : error instanceof RequestError
        ? inOneLine(escapeControls(error.message))
        : environment.describeFailure(error, config)
    const { code = 'failed', errors } = error instanceof ApiError || error instanceof RequestError ? error : {}
    writeError(`${args.includes('--json') ? JSON.stringify({ error: 1, message, code, errors }) : message}\n`)
    return isUsage ? 2 : 1
  }
}

function show({ table, lines, raw }: CommandOutcome, screen: Screen): string {
  if (raw !== undefined) return raw
  const shown = [...(table ? formatTable(table, screen) : []), ...lines.map(escapeControls)]
  return shown.map((line) => `${line}\n`).join('')
}

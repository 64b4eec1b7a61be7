import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import { ApiError, failureBody } from '../errors/api-error.ts'
import { catalog } from './catalog.ts'
import { type Command, type CommandOutcome, OutputError, UsageError, type Values } from './command.ts'
import type { CommandEnvironment } from './perform.ts'
import { parse } from './program.ts'
import { RequestError } from './request-error.ts'
import { escapeControls, formatTable, inOneLine, type Screen } from './screen.ts'

/** Runs a command line and returns its exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommandLine(args: string[], environment: CommandEnvironment): Promise<number> {
  const { write, writeError } = environment
  let config: Config | undefined
  let exitCode = 0

  const run = async (command: Command, values: Values): Promise<void> => {
    const { perform } = await import('./perform.ts')
    const outcome = await perform(command, values, catalog, environment, (read) => {
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
    await parse(args, { commands: catalog, release, run, write })
    return exitCode
  } catch (error) {
    const isUsage = error instanceof UsageError
    const message = isUsage
      ? `${error.message}. Try: waymark help`
      : error instanceof RequestError
        ? inOneLine(escapeControls(error.message))
        : error instanceof OutputError
          ? error.message
          : await environment.describeFailure(error, config)
    const { code = 'failed', errors }: Partial<RequestError> =
      error instanceof ApiError ? failureBody(error) : error instanceof RequestError ? error : {}
    writeError(`${args.includes('--json') ? JSON.stringify({ error: 1, message, code, errors }) : message}\n`)
    // The list of faults is that of the values that the command was given.
    const hasInvalidValues = code === 'invalid_request' && Array.isArray(errors) && errors.length > 0
    return isUsage || hasInvalidValues ? 2 : 1
  }
}

function show({ table, lines, raw }: CommandOutcome, screen: Screen): string {
  if (raw !== undefined) return raw
  const shown = [...(table ? formatTable(table, screen) : []), ...lines.map(escapeControls)]
  return shown.map((line) => `${line}\n`).join('')
}

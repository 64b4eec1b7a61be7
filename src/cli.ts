import { text } from 'node:stream/consumers'
import { migrate } from '../db/migrate.ts'
import { accountCommands } from './cli/account.ts'
import { type Command, type CommandOutcome, UsageError, type Values } from './cli/command.ts'
import { eventCommands } from './cli/events.ts'
import { keyCommands } from './cli/keys.ts'
import { migrateCommand } from './cli/migrate.ts'
import { overlayCommand } from './cli/overlays.ts'
import { parse } from './cli/program.ts'
import { splashCommand } from './cli/splash.ts'
import { type Config, readConfig, withEnvFile } from './config/config.ts'
import { release } from './contract.ts'
import { ApiError } from './errors/api-error.ts'
import { openStore } from './startup/open-services.ts'
import { startFailure } from './startup/start-failure.ts'

const commands: Command[] = [
  ...accountCommands,
  ...keyCommands,
  overlayCommand,
  splashCommand,
  ...eventCommands,
  migrateCommand,
]

let config: Config | undefined

async function perform(command: Command, values: Values): Promise<CommandOutcome> {
  config = readConfig(withEnvFile(process.env))
  // With --json, standard error is empty or one line of JSON.
  const store = await openStore(config, `waymark ${command.name}`, values['json'] ? () => {} : undefined)
  try {
    if (command !== migrateCommand) await migrate(store.db)
    return await command.run({ config, store, readInput: () => text(process.stdin) }, values)
  } finally {
    await store.close()
  }
}

async function performAndPrint(command: Command, values: Values): Promise<void> {
  const { data, lines } = await perform(command, values)
  process.stdout.write(`${values['json'] ? JSON.stringify({ error: 0, ...data }) : lines.join('\n')}\n`)
}

// Exit codes: 0 success, 1 failure, 2 usage error.
const args = process.argv.slice(2)
try {
  await parse(args, commands, release, performAndPrint)
} catch (error) {
  const isUsage = error instanceof UsageError
  const message = isUsage ? `${error.message}. Try: npm run waymark -- help` : startFailure(error, config)
  const { code = 'failed', errors } = error instanceof ApiError ? error : {}
  process.stderr.write(`${args.includes('--json') ? JSON.stringify({ error: 1, message, code, errors }) : message}\n`)
  process.exitCode = isUsage ? 2 : 1
}

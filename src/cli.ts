import { text } from 'node:stream/consumers'
import { migrate } from '../db/migrate.ts'
import { accountCommands } from './cli/account.ts'
import {
  type Command,
  type CommandOutcome,
  findCommand,
  helpFor,
  helpForAll,
  readOptions,
  UsageError,
  type Values,
} from './cli/command.ts'
import { eventCommands } from './cli/events.ts'
import { keyCommands } from './cli/keys.ts'
import { migrateCommand } from './cli/migrate.ts'
import { overlayCommand } from './cli/overlays.ts'
import { splashCommand } from './cli/splash.ts'
import { type Config, readConfig, withEnvFile } from './config.ts'
import { release } from './contract.ts'
import { ApiError } from './errors.ts'
import { openStore } from './open.ts'
import { startFailure } from './start-failure.ts'

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
  const store = await openStore(config, `waymark ${command.name}`)
  try {
    if (command !== migrateCommand) await migrate(store.db)
    return await command.run({ config, store, readInput: () => text(process.stdin) }, values)
  } finally {
    await store.close()
  }
}

const print = (lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

/** Returns the exit code: 0 done, 1 failed, 2 not understood. */
async function main(args: string[]): Promise<number> {
  const [first = 'help', ...others] = args
  if (first === 'version' || first === '--version') {
    print([release])
    return 0
  }
  const asksHelp = ['help', '--help', '-h'].includes(first)
  const words = asksHelp ? others : args
  const command = findCommand(commands, words)
  if (!command) {
    if (words.length > 0)
      throw new UsageError(`There is no command "${words.filter((word) => !word.startsWith('-')).join(' ')}"`)
    print(helpForAll(commands, release))
    return 0
  }
  const values = asksHelp ? { help: true as const } : readOptions(command, words.slice(command.name.split(' ').length))
  if (values['help']) {
    print(helpFor(command))
    return 0
  }
  const { data, lines } = await perform(command, values)
  print(values['json'] ? [JSON.stringify({ error: 0, ...data })] : lines)
  return 0
}

const args = process.argv.slice(2)
try {
  process.exitCode = await main(args)
} catch (error) {
  const isUsage = error instanceof UsageError
  const message = isUsage ? `${error.message}. Try: npm run waymark -- help` : startFailure(error, config)
  const { code = 'failed', errors } = error instanceof ApiError ? error : {}
  process.stderr.write(`${args.includes('--json') ? JSON.stringify({ error: 1, message, code, errors }) : message}\n`)
  process.exitCode = isUsage ? 2 : 1
}

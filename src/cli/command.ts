import { parseArgs } from 'node:util'
import type { Store } from '../../db/open.ts'
import type { Config } from '../config.ts'

export interface Option {
  /** What stands for the value in the help text; a switch has none. */
  value?: string
  about: string
  required?: boolean
}

export type Values = Record<string, string | boolean | undefined>

/** What a command works with. */
export interface CommandContext {
  config: Config
  store: Store
  /** All of standard input. */
  readInput: () => Promise<string>
}

/** What a command has done: as JSON for scripts, as lines for a person. */
export interface CommandOutcome {
  data: object
  lines: string[]
}

/** One command of the program; its name is the words it is called by. */
export interface Command {
  name: string
  about: string
  options: Record<string, Option>
  /** The option whose value may also stand alone, without the option's name. */
  operand?: string
  /** Longer explanations, under the options. */
  notes?: string[]
  run(context: CommandContext, values: Values): Promise<CommandOutcome>
}

/** The command line could not be understood. */
export class UsageError extends Error {}

const common: Record<string, Option> = {
  json: { about: 'Print one line of JSON.' },
  help: { about: 'Show this help.' },
}

/** The command that the words name, its name being the longest that fits. */
export function findCommand(commands: Command[], words: string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
}

/** Reads the options that follow a command's name. Throws UsageError naming what is wrong. */
export function readOptions(command: Command, args: string[]): Values {
  const options = { ...command.options, ...common }
  const kinds = Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }])
  const { operand } = command
  let values: Values
  let alone: string[]
  try {
    const parsed = parseArgs({ args, options: Object.fromEntries(kinds), allowPositionals: operand !== undefined })
    values = parsed.values as Values
    alone = parsed.positionals
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
  if (operand !== undefined && alone.length > 0) {
    if (alone.length > 1 || values[operand] !== undefined) throw new UsageError(`Only one ${operand} can be given`)
    values[operand] = alone[0]
  }
  const missing = Object.entries(options).filter(([name, { required }]) => required && values[name] === undefined)
  if (missing.length > 0 && !values['help'])
    throw new UsageError(`Missing ${missing.map(([name]) => `--${name}`).join(', ')}`)
  return values
}

const column = (entries: [string, string][]) => {
  const width = Math.max(...entries.map(([left]) => left.length))
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

export function helpFor(command: Command): string[] {
  const options = Object.entries({ ...command.options, ...common })
  const written = ([name, { value }]: [string, Option]) => `--${name}${value ? ` <${value}>` : ''}`
  const needed = options
    .filter(([, { required }]) => required)
    .map((option) => (option[0] === command.operand ? `<${option[1].value}>` : written(option)))
  return [
    command.about,
    '',
    `Usage: npm run waymark -- ${[command.name, ...needed, '[options]'].join(' ')}`,
    '',
    ...column(
      options.map((option) => [written(option), `${option[1].about}${option[1].required ? ' Required.' : ''}`]),
    ),
    ...(command.notes ? ['', ...command.notes] : []),
  ]
}

export function helpForAll(commands: Command[], release: string): string[] {
  return [
    `Waymark ${release}: short links, QR codes, bio pages and campaigns over one API.`,
    '',
    'Usage: npm run waymark -- <command> [options]',
    '',
    ...column([
      ...commands.map(({ name, about }): [string, string] => [name, about]),
      ['help [command]', 'Show this help, or that of a command.'],
      ['version', 'Show the release.'],
    ]),
    '',
    'Settings are read from the environment and from .env, as the server reads them (docs/settings.md): with DATABASE_URL',
    'a command works on that Postgres server; without, on the embedded database, while no server is using it.',
  ]
}

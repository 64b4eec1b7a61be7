import { Command as CommanderCommand, CommanderError, Option as CommanderOption } from 'commander'
import { type Command, type CommandEntry, UsageError, type Values } from './command.ts'

const SETTINGS_NOTE = [
  'Settings are read from the environment and from .env, as the server reads them (docs/settings.md): with DATABASE_URL',
  'a command works on that Postgres server; without, on the embedded database, while no server is using it.',
  'Commands with --server also work on a running server, through its API, from any machine.',
  'Exit codes: 0 success, 1 failure, 2 invalid arguments. Colors: on a terminal, unless NO_COLOR is set.',
]
const HELP_WIDTH = 120

interface Program {
  commands: readonly CommandEntry[]
  release: string
  /** Called with the command that was given. */
  run(command: Command, values: Values): Promise<void>
  /** Prints help and version. */
  write(text: string): void
}

/** Parses arguments and runs the command that they name. Throws UsageError when they are not understood. */
export async function parse(args: string[], program: Program): Promise<void> {
  try {
    const words = args.length > 0 ? args : ['help']
    const [first = ''] = words
    if (first.startsWith('-') && !['-h', '--help', '--version'].includes(first))
      throw new UsageError(`Name a command before ${first}`)
    await (await createProgram(program, words)).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version end the parsing with an error of exit code 0.
    if (error.exitCode === 0) return
    // A group without one of its commands.
    if (error.code === 'commander.help') throw new UsageError(`There is no command "${args.join(' ')}"`)
    const text = error.message.replace(/^error: /, '').replace(/\.$/, '')
    throw new UsageError(`${text.charAt(0).toUpperCase()}${text.slice(1)}`)
  }
}

/** Only the commands that the words are about have their options: to load all takes half a second. */
async function createProgram(
  { commands, release, run, write }: Program,
  words: readonly string[],
): Promise<CommanderCommand> {
  const program = new CommanderCommand('waymark')
    .description(`Waymark ${release}: short links, QR codes, bio pages and campaigns over one API.`)
    .usage('<command> [options]')
    .version(release, '--version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand(false)
    .addHelpText('after', `\n${SETTINGS_NOTE.join('\n')}`)
    .configureHelp({ helpWidth: HELP_WIDTH, visibleCommands, subcommandTerm: fullName })
    // Errors are printed by src/cli/command-line.ts, as text or as JSON.
    .configureOutput({ writeOut: write, writeErr: () => {} })
    .exitOverride()
  const named = words[0] === 'help' ? words[1] : words[0]
  for (const entry of commands) {
    const target = addEntry(program, entry)
    if (entry.name.split(' ')[0] === named) addOptions(target, await entry.load(), run)
  }
  // Commander's own help command knows no groups.
  program
    .command('help')
    .argument('[command...]')
    .description('Show this help, or that of a command.')
    .action((words: string[]) => findCommand(program, words).outputHelp())
  program
    .command('version')
    .description('Show the version.')
    .action(() => write(`${release}\n`))
  return program
}

function addEntry(program: CommanderCommand, { name, about }: CommandEntry): CommanderCommand {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  const parent = words.reduce(
    (group, word) => group.commands.find((one) => one.name() === word) ?? group.command(word),
    program,
  )
  return parent.command(last).description(about)
}

function addOptions(target: CommanderCommand, command: Command, run: Program['run']): void {
  const { options, operand, notes = [] } = command
  target.addHelpText('after', notes.map((note) => `\n${note}`).join(''))
  if (operand !== undefined) target.argument(`[${operand}]`, options[operand]?.about)
  for (const [name, { choices, value = choices?.join('|'), about, required, group }] of Object.entries(options)) {
    // An operand is given either way: setOperand checks it.
    const isMandatory = required === true && name !== operand
    const flags = `--${name}${value ? ` <${value}>` : ''}`
    const option = new CommanderOption(flags, isMandatory ? `${about} Required.` : about)
    if (group !== undefined) option.helpGroup(group)
    target.addOption(option.makeOptionMandatory(isMandatory))
  }
  // Else the message would be that the option is unknown.
  if ((command.run || command.inspect) && !options['server'])
    target.addOption(new CommanderOption('--server <URL>').hideHelp())
  target.option('--json', 'Print one line of JSON.')
  target.action(async () => {
    const values: Values = Object.fromEntries(
      target.options.map((option) => [option.long?.slice(2) ?? '', target.getOptionValue(option.attributeName())]),
    )
    if (operand !== undefined) setOperand(values, operand, target.args[0], options[operand]?.required === true)
    await run(command, values)
  })
}

function setOperand(values: Values, name: string, value: string | undefined, isRequired: boolean): void {
  if (isRequired && value === undefined && values[name] === undefined) throw new UsageError(`Missing --${name}`)
  if (value !== undefined && values[name] !== undefined) throw new UsageError(`Only one ${name} can be given`)
  values[name] ??= value
}

function findCommand(program: CommanderCommand, words: string[]): CommanderCommand {
  return words.reduce((parent, word) => {
    const command = parent.commands.find((one) => one.name() === word)
    if (!command) throw new UsageError(`There is no command "${words.join(' ')}"`)
    return command
  }, program)
}

// The list of commands has those of all groups, by their full names.
function visibleCommands(command: CommanderCommand): CommanderCommand[] {
  return command.commands.flatMap((one) => (one.commands.length > 0 ? visibleCommands(one) : [one]))
}

function fullName(command: CommanderCommand): string {
  const { parent } = command
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name()
}

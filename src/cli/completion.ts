import { type Command, type CommandEntry, type Option, UsageError } from './command.ts'

const PROGRAM = 'waymark'
const SHELLS = ['bash', 'zsh', 'fish'] as const
const EVERYWHERE: Record<string, Option> = {
  json: { about: 'Print one line of JSON.' },
  help: { about: 'Show the help.' },
}

/** `completion`: a script for a shell, which completes commands, options and their values. */
export const completionCommand: Command = {
  name: 'completion',
  options: { shell: { choices: SHELLS, about: 'The shell.', required: true } },
  operand: 'shell',
  notes: [`It completes the command \`${PROGRAM}\`, which docs/cli.md describes how to install.`],
  async call({ commands }, values) {
    const shell = SHELLS.find((name) => name === values['shell'])
    if (!shell) throw new UsageError(`--shell must be one of ${SHELLS.join(', ')}`)
    const loaded = await Promise.all(commands.map(async ({ about, load }) => ({ ...(await load()), about })))
    const script = writers[shell](loaded)
    return { data: { script }, lines: [], raw: script }
  },
}

type Described = Command & Pick<CommandEntry, 'about'>

interface Place {
  /** The words already typed, such as `link` or `link add`. */
  words: string[]
  /** What may come next, with descriptions. */
  next: Record<string, string>
}

/** The start of a command line and its groups, which are followed by the names of commands. */
function placesOf(commands: readonly Described[]): Place[] {
  const names = commands.map(({ name }) => name.split(' '))
  const groups = [...new Set(names.filter((name) => name.length > 1).map(([group = '']) => group))]
  const firsts = commands.map(({ name, about }) => {
    const [first = '', ...rest] = name.split(' ')
    return [first, rest.length > 0 ? `Commands: ${first}` : about] as const
  })
  const top = { ...Object.fromEntries(firsts), help: 'Show the help.', version: 'Show the version.' }
  const inGroup = (group: string) =>
    commands.flatMap(({ name, about }) => (name.startsWith(`${group} `) ? [[name.slice(group.length + 1), about]] : []))
  return [
    { words: [], next: top },
    { words: ['help'], next: top },
    ...groups.map((group) => ({ words: [group], next: Object.fromEntries(inGroup(group)) })),
    ...groups.map((group) => ({ words: ['help', group], next: Object.fromEntries(inGroup(group)) })),
  ]
}

const optionsOf = ({ options }: Command) => Object.entries({ ...options, ...EVERYWHERE })
const choicesOf = ({ options, operand }: Command): readonly string[] => (operand && options[operand]?.choices) || []
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

// The branches of `case` that offer words; `files` ends the function where the value of an option is expected.
function branches(commands: readonly Described[], offer: (words: readonly string[]) => string, files: string): string {
  const ofPlaces = placesOf(commands).map(
    ({ words, next }) => `    ${quote(words.join(' '))}) ${offer(Object.keys(next))} ;;`,
  )
  const ofCommands = commands.map((command) => {
    const options = optionsOf(command)
    const flags = options.map(([name]) => `--${name}`)
    const withChoices = options.flatMap(([name, { choices }]) =>
      choices ? [`        --${name}) ${offer(choices)} ;;`] : [],
    )
    const open = options.flatMap(([name, { value, choices }]) => (value && !choices ? [`--${name}`] : []))
    return [
      `    ${quote(command.name)}|${quote(`${command.name} `)}*)`,
      '      case $previous in',
      ...withChoices,
      ...(open.length > 0 ? [`        ${open.join('|')}) ${files} ;;`] : []),
      `        *) ${offer([...choicesOf(command), ...flags])} ;;`,
      '      esac ;;',
    ].join('\n')
  })
  return [...ofPlaces, ...ofCommands].join('\n')
}

function writeBash(commands: readonly Described[]): string {
  return `# Completion of ${PROGRAM} in bash.
_${PROGRAM}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" line='' offered='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) break ;; esac
    line+="\${line:+ }$word"
  done
  COMPREPLY=()
  case $line in
${branches(commands, (words) => `offered=${quote(words.join(' '))}`, 'return')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}
`
}

function writeZsh(commands: readonly Described[]): string {
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} in zsh.
_${PROGRAM}() {
  local previous=\${words[CURRENT-1]} line='' word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in -*) break ;; esac
    line+="\${line:+ }$word"
  done
  case $line in
${branches(commands, (words) => `offered=(${words.map(quote).join(' ')})`, '_files; return')}
  esac
  compadd -- $offered || _files
}
if [ "$funcstack[1]" = "_${PROGRAM}" ]; then _${PROGRAM} "$@"; else compdef _${PROGRAM} ${PROGRAM}; fi
`
}

function writeFish(commands: readonly Described[]): string {
  const quoteFish = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const line = (condition: string, words: readonly string[], rest: string) =>
    `complete -c ${PROGRAM} -n ${quoteFish([condition, ...words].join(' '))} ${rest}`
  const ofPlaces = placesOf(commands).flatMap(({ words, next }) =>
    Object.entries(next).map(([name, about]) =>
      line(`__${PROGRAM}_is`, words, `-a ${quoteFish(name)} -d ${quoteFish(about)}`),
    ),
  )
  const ofCommands = commands.flatMap((command) => {
    const words = command.name.split(' ')
    const operands = choicesOf(command).map((choice) => line(`__${PROGRAM}_in`, words, `-a ${quoteFish(choice)}`))
    const options = optionsOf(command).map(([name, { about, value, choices }]) => {
      const taken = choices ? `-x -a ${quoteFish(choices.join(' '))}` : value ? '-r -F' : ''
      return line(`__${PROGRAM}_in`, words, [`-l ${name}`, taken, `-d ${quoteFish(about)}`].filter(Boolean).join(' '))
    })
    return [...operands, ...options]
  })
  return `# Completion of ${PROGRAM} in fish.
function __${PROGRAM}_line
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    echo $word
  end
end
function __${PROGRAM}_is
  set -l line (__${PROGRAM}_line)
  test "$line" = "$argv"
end
function __${PROGRAM}_in
  set -l line (__${PROGRAM}_line)
  set -l start $line[1..(count $argv)]
  test "$start" = "$argv"
end
complete -c ${PROGRAM} -f
${[...ofPlaces, ...ofCommands].join('\n')}
`
}

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish }

import type { Store } from '../../db/open.ts'
import type { Config } from '../config/config.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import type { Api } from './api.ts'
import type { Probes } from './doctor-hosts.ts'
import type { Terminal } from './progress.ts'
import type { Screen, Table } from './screen.ts'

export interface Option {
  /** Name of the value in the help text; a switch has none. */
  value?: string
  /** The values that it takes, in place of `value`. */
  choices?: readonly string[]
  about: string
  required?: boolean
  /** The heading of the help under which it is listed. */
  group?: string
}

/** The values of the command line by the name of the option: a text, or true for a switch. */
export type Values = Record<string, string | boolean | undefined>

export interface CommandContext {
  config: Config
  store: Store
  /** Reads all of standard input. */
  readInput: () => Promise<string>
  /** Standard input as it comes. */
  openInput: () => AsyncIterable<Uint8Array>
  /** The key of another service, from the environment; "" if there is none. */
  importKey: string
  /** Reserves the first path segments of the service's own routes. */
  reserveAliases: () => Promise<ReservedAliases>
  /** Where progress is shown. */
  terminal: Terminal
  /** Writes pieces to standard output, each when the one before was taken. */
  writePieces: (pieces: AsyncIterable<string | Uint8Array>) => Promise<void>
  /** Opens the API in this process, for an account; closing it leaves the store open. */
  openApi: (accountId: number) => Promise<{ api: Api; close: () => Promise<void> }>
  /** Opens another database. */
  openOther: (config: Config) => Promise<Store>
}

/** The context of a command that opens what it needs itself. */
export interface InspectContext {
  /** Throws a ConfigError. */
  readConfig: () => Config
  /** Opens the database as it is, an embedded one only if it exists. */
  open: (config: Config) => Promise<Store>
  /** The message for an error of opening or asking the database. */
  describeFailure: (error: unknown, config: Config) => Promise<string>
  /** What checks hosts. */
  probes: Probes
}

/** The context of a command that works through the API. */
export interface ApiContext
  extends Pick<CommandContext, 'readInput' | 'openInput' | 'importKey' | 'terminal' | 'writePieces'> {
  /** Connects to the server, or opens the API in this process, when it is called first. */
  connect: () => Promise<Api>
  /** Standard output. */
  screen: Screen
  /** All commands of the program. */
  commands: readonly CommandEntry[]
}

/** The result of a command: `data` for --json, the rest for people; nothing where the output was written in pieces. */
export interface CommandOutcome {
  data: object
  /** Shown before the lines. */
  table?: Table
  lines: string[]
  /** Written as it is, in place of table and lines: not for what others wrote. */
  raw?: string
  /** The exit code; 0 if not given. */
  code?: number
}

/** A command, as lists of commands have it. Its name is one word, or a group and a command. */
export interface CommandEntry {
  name: string
  about: string
  load: () => Promise<Command>
}

/** A command of the program. */
export interface Command {
  name: string
  options: Record<string, Option>
  /** The option whose value can also be given without the option's name: `events show 42`. */
  operand?: string
  /**
   * How the database is opened: migrated to the newest schema (the default), as it is, or as it is and a copy of the
   * embedded database if another process has it open.
   */
  database?: 'unchanged' | 'copied'
  /** It reads what is there: an embedded database must exist. */
  readsDatabase?: true
  /** Longer explanations, shown under the options. */
  notes?: string[]
  /** Works although the settings or the database may be unusable. */
  inspect?(context: InspectContext): Promise<CommandOutcome>
  /** Works on the database itself. */
  run?(context: CommandContext, values: Values): Promise<CommandOutcome>
  /** Works through the API: that of a server, or the one in this process if there is no `run`. */
  call?(context: ApiContext, values: Values): Promise<CommandOutcome>
}

/** The command line is not valid. */
export class UsageError extends Error {}

/** What a command writes could not be written; the message is a sentence. */
export class OutputError extends Error {}

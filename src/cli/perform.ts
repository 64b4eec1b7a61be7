import type { Store } from '../../db/open.ts'
import type { Config } from '../config/config.ts'
import type { ReservedAliases } from '../links/reserved-aliases.ts'
import { type Connection, createApi } from './api.ts'
import { readServerAccess, type ServerAccess, serverOptions } from './api-options.ts'
import {
  type ApiContext,
  type Command,
  type CommandContext,
  type CommandEntry,
  type CommandOutcome,
  UsageError,
  type Values,
} from './command.ts'
import type { Probes } from './doctor-hosts.ts'
import type { Terminal } from './progress.ts'
import { RequestError } from './request-error.ts'
import { inOneLine, type Screen } from './screen.ts'
import { connectToServer, isReadable } from './server-connection.ts'

interface HowToOpen {
  /** Nothing is printed meanwhile. */
  isQuiet: boolean
  /** A copy of the embedded database is opened if another process has it open. */
  mayCopy: boolean
  /** No embedded database is created. */
  mustExist: boolean
}

/** The environment of a command: settings, database, standard input and output. */
export interface CommandEnvironment {
  /** The directory of the service: of its `.env` file, and of relative paths in settings. */
  directory: string
  /** Reads the environment variables, including those of the `.env` file. */
  readEnv(): Promise<Record<string, string | undefined>>
  /** Opens the database. */
  open(config: Config, program: string, how: HowToOpen): Promise<Store>
  /** Opens the API on the database, for an account. Closing it closes the store. */
  openApi(config: Config, store: Store, accountId: number): Promise<Connection>
  /** The message for an error; `config` is undefined if the settings are invalid. */
  describeFailure(error: unknown, config: Config | undefined): Promise<string>
  readInput(): Promise<string>
  write(text: string): void
  openInput(): AsyncIterable<Uint8Array>
  reserveAliases(config: Config): Promise<ReservedAliases>
  /** Standard error. */
  terminal: Terminal
  /** Standard output. */
  screen: Screen
  writePieces(pieces: AsyncIterable<string | Uint8Array>): Promise<void>
  writeError(text: string): void
  loadProbes(): Promise<Probes>
}

/** Runs a command; `onConfig` is called with the settings once they are read. */
export async function perform(
  command: Command,
  values: Values,
  commands: readonly CommandEntry[],
  environment: CommandEnvironment,
  onConfig: (config: Config) => void,
): Promise<CommandOutcome> {
  const { readInput, openInput, writePieces, screen } = environment
  const env = await environment.readEnv()
  // With --json, standard error is empty or one line of JSON.
  const isJson = values['json'] === true
  const terminal = isJson ? { isTerminal: false, write: () => {} } : environment.terminal
  const importKey = env['WAYMARK_IMPORT_KEY'] ?? ''
  const streams = { readInput, openInput, writePieces, importKey, terminal }

  const open = async () => {
    const { readConfig } = await import('../config/config.ts')
    const config = readConfig(env, environment.directory)
    onConfig(config)
    const store = await environment.open(config, `waymark ${command.name}`, {
      isQuiet: isJson,
      mayCopy: command.database === 'copied',
      mustExist: command.readsDatabase === true,
    })
    try {
      if (command.database === undefined) await (await import('../../db/migrate.ts')).migrate(store.db)
      return { config, store }
    } catch (error) {
      await store.close()
      throw error
    }
  }

  const readAccess = async (): Promise<ServerAccess | undefined> => {
    const { server, key } = command.options
    // A command may have an option of this name for another key.
    const own = key === serverOptions['key'] ? values : { ...values, key: undefined }
    return server === serverOptions['server'] ? readServerAccess(own, env, readInput) : undefined
  }

  const callApi = async (call: NonNullable<Command['call']>, access: ServerAccess | undefined) => {
    let connection: Promise<Connection> | undefined
    const openConnection = async (): Promise<Connection> => {
      if (access) return connectToServer(access.server, access.key, access.timeoutS)
      const { config, store } = await open()
      const { findAccountId } = await import('./input.ts')
      try {
        return await environment.openApi(config, store, await findAccountId(store.db, values))
      } catch (error) {
        await store.close()
        throw error
      }
    }
    const connect: ApiContext['connect'] = async () => {
      connection ??= openConnection()
      return createApi(await connection)
    }
    if (access && isReadable(access.server))
      terminal.write(`Warning: the API key is sent to ${access.server.host} unencrypted. Use https.\n`)
    try {
      const outcome = await call({ ...streams, connect, screen, commands }, values)
      return { ...outcome, lines: outcome.lines.map(inOneLine) }
    } catch (error) {
      // A server may send anything: what a command does not find in it is undefined.
      if (access && error instanceof TypeError)
        throw new RequestError(
          `${access.server.host} sent what this release cannot read (${error.message}).`,
          'not_waymark',
        )
      throw error
    } finally {
      await (await connection?.catch(() => undefined))?.close()
    }
  }

  const access = await readAccess()
  const { run, call, inspect } = command
  if (call && (access || !run)) return callApi(call, access)
  if (!call && (values['server'] ?? (env['WAYMARK_SERVER'] || undefined)) !== undefined)
    throw new UsageError(
      `\`${command.name}\` works on the database itself, not on a server: run it without --server and WAYMARK_SERVER, where the database is`,
    )
  if (inspect) {
    const { readConfig } = await import('../config/config.ts')
    const { describeFailure, loadProbes } = environment
    const openAsItIs = (config: Config) =>
      environment.open(config, `waymark ${command.name}`, { isQuiet: isJson, mayCopy: false, mustExist: true })
    return inspect({
      readConfig: () => readConfig(env, environment.directory),
      open: openAsItIs,
      describeFailure,
      probes: await loadProbes(),
    })
  }
  if (!run) throw new Error(`${command.name} does nothing.`)
  const { config, store } = await open()
  try {
    const reserveAliases = () => environment.reserveAliases(config)
    const openOther = (other: Config) =>
      environment.open(other, `waymark ${command.name}`, { isQuiet: isJson, mayCopy: false, mustExist: false })
    const openApi: CommandContext['openApi'] = async (accountId) => {
      const connection = await environment.openApi(config, { ...store, close: async () => {} }, accountId)
      return { api: createApi(connection), close: () => connection.close() }
    }
    return await run({ ...streams, config, store, openApi, openOther, reserveAliases }, values)
  } finally {
    await store.close()
  }
}

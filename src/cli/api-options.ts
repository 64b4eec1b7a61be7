import { readFileSync } from 'node:fs'
import { type ApiContext, type Option, UsageError, type Values } from './command.ts'
import { readServer } from './server-connection.ts'

const TIMEOUT_S = 30
const group = 'Server or account:'
const grouped = (options: Record<string, Option>) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }]))

/** Options that name a running server and the key for it. */
export const serverOptions: Record<string, Option> = grouped({
  server: { value: 'URL', about: 'Work on this running server, through its API. Default: WAYMARK_SERVER.' },
  key: { value: 'key', about: 'The API key for it; other users of this machine may see it. Default: WAYMARK_KEY.' },
  'key-file': { value: 'file', about: 'Read the API key from this file; `-` is standard input.' },
  timeout: { value: 'seconds', about: `How long the server may be silent; ${TIMEOUT_S}, if not given.` },
})

/** Options that name an account. */
export const accountOptions: Record<string, Option> = {
  email: { value: 'e-mail', about: 'The account, by its e-mail address …' },
  username: { value: 'name', about: '… or by its user name. One of the two is needed.' },
}

/** Options of commands that work through the API: a server, or without one an account of the database. */
export const apiOptions: Record<string, Option> = { ...serverOptions, ...grouped(accountOptions) }

/** The server that a command line or the environment names. */
export interface ServerAccess {
  server: URL
  key: string
  timeoutS: number
}

/** The server of the options or else of the environment; undefined: the database of the settings. */
export async function readServerAccess(
  values: Values,
  env: Record<string, string | undefined>,
  readInput: ApiContext['readInput'],
): Promise<ServerAccess | undefined> {
  const isNamed = ['email', 'username'].find((name) => values[name] !== undefined)
  // An account can only be one of the database.
  const named = values['server'] ?? (isNamed ? '' : env['WAYMARK_SERVER'])
  if (typeof named !== 'string' || named === '') {
    const other = ['key', 'key-file', 'timeout'].find((name) => values[name] !== undefined)
    if (other) throw new UsageError(`--${other} needs --server`)
    return undefined
  }
  if (isNamed) throw new UsageError(`--${isNamed} is for the database; with --server the key says which account it is`)
  const server = readServer(named)
  const key = (await readKey(values, env, readInput)).trim()
  if (!/^[\x21-\x7e]{1,256}$/.test(key))
    throw new UsageError('The API key must be one word, such as account create and key create print it')
  const timeoutS = Number(values['timeout'] ?? TIMEOUT_S)
  if (!Number.isInteger(timeoutS) || timeoutS < 1 || timeoutS > 86_400)
    throw new UsageError('--timeout must be a whole number of seconds from 1 to 86400')
  return { server, key, timeoutS }
}

async function readKey(
  values: Values,
  env: Record<string, string | undefined>,
  readInput: ApiContext['readInput'],
): Promise<string> {
  const [key, file] = [values['key'], values['key-file']]
  if (key !== undefined && file !== undefined) throw new UsageError('Give the key by --key or by --key-file, not both')
  if (typeof key === 'string') return key
  if (file === '-') return readInput()
  if (typeof file === 'string') {
    const text = readTextFile(file)
    // The file of the first account has other lines too.
    return /^apikey=(.*)$/m.exec(text)?.[1] ?? text
  }
  const known = env['WAYMARK_KEY'] ?? ''
  if (known === '') throw new UsageError('Give the API key in WAYMARK_KEY, or by --key-file or --key')
  return known
}

function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

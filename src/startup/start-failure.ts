import { DatabaseSetupError } from '../../db/failure.ts'
import { serverPlace } from '../../db/server-url.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { ApiError } from '../errors/api-error.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'

const STACK_LENGTH = 2000

const noSuchHost = ({ HOST }: Config) =>
  `This machine has no address ${HOST}: set HOST to one of its own, or leave it unset.`

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL'

/** What Node and Postgres add to an error, and `db/server.ts`. */
type StartError = NodeJS.ErrnoException & { port?: number; hostname?: string; urlSetting?: DatabaseSetting }

const databaseSentences: Record<string, (setting: DatabaseSetting, config: Config) => string> = {
  '28P01': (setting) => `The Postgres server rejects the user name or the password of ${setting}.`,
  '28000': (setting) => `The Postgres server does not allow the user of ${setting} to connect.`,
  '3D000': (setting, config) =>
    `The database ${new URL(config[setting]).pathname.slice(1)} of ${setting} does not exist: create it first.`,
  '42501': (setting) => `The user of ${setting} may not create tables there: make it the owner of the database.`,
}

function listenFailure({ code, port, hostname }: StartError, config: Config): string | undefined {
  const setting = port !== undefined && port === config.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  const number = port ?? config.PORT
  if (code === 'EADDRINUSE')
    return `Port ${number} is in use by another program: stop it, or set ${setting} to another number.`
  if (code === 'EACCES') return `Port ${number} may not be used by this user: set ${setting} to a number above 1023.`
  if (code === 'EADDRNOTAVAIL' || hostname === config.HOST) return noSuchHost(config)
  return undefined
}

/** The message of a failed start: a sentence for expected errors, else the start of the stack. */
export function startFailure(error: unknown, config: Config | undefined): string {
  const failed = error as StartError
  const { code = '', message, path, syscall = '', urlSetting: setting = 'DATABASE_URL' } = failed
  if (error instanceof ConfigError || error instanceof DatabaseSetupError) return message
  if (error instanceof ApiError) return message
  if (config) {
    const listening = ['listen', 'getaddrinfo'].includes(syscall) ? listenFailure(failed, config) : undefined
    if (listening) return listening
    if (databaseSentences[code]) return databaseSentences[code](setting, config)
    if (config[setting] && isDatabaseUnavailable(error))
      return `The Postgres server of ${setting} cannot be reached at ${serverPlace(config[setting])} (${code}): is it running?`
  }
  // An answer of Postgres to a statement or to the connection.
  if (typeof error === 'object' && error !== null && 'severity' in error)
    return `The database answers: ${message} (${code}).`
  if (path && syscall) return `${path} cannot be used (${code} on ${syscall}).`
  return (error as Error).stack?.slice(0, STACK_LENGTH) ?? String(error)
}

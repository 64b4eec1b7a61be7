import { DatabaseSetupError } from '../../db/failure.ts'
import { serverPlace } from '../../db/server-url.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { ApiError } from '../errors/api-error.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'

const STACK_LENGTH = 2000

const noSuchHost = ({ HOST }: Config) =>
  `This machine has no address ${HOST}: set HOST to one of its own, or leave it unset.`

const sentences: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ PORT }) => `Port ${PORT} is in use by another program: stop it, or set PORT to another number.`,
  EADDRNOTAVAIL: noSuchHost,
  '28P01': () => 'The Postgres server rejects the user name or the password of DATABASE_URL.',
  '28000': () => 'The Postgres server does not allow the user of DATABASE_URL to connect.',
  '3D000': ({ DATABASE_URL }) =>
    `The database ${new URL(DATABASE_URL).pathname.slice(1)} of DATABASE_URL does not exist: create it first.`,
  '42501': () => 'The user of DATABASE_URL may not create tables there: make it the owner of the database.',
}

/** The message of a failed start: a sentence for expected errors, else the start of the stack. */
export function startFailure(error: unknown, config: Config | undefined): string {
  const {
    code = '',
    message,
    path,
    port,
    syscall,
    hostname,
  } = error as NodeJS.ErrnoException & {
    port?: number
    hostname?: string
  }
  if (error instanceof ConfigError || error instanceof DatabaseSetupError) return message
  if (error instanceof ApiError) return message
  if (config && syscall === 'listen' && code === 'EACCES')
    return `Port ${port ?? config.PORT} may not be used by this user: set PORT to a number above 1023.`
  if (config && syscall === 'getaddrinfo' && hostname === config.HOST) return noSuchHost(config)
  if (config && sentences[code]) return sentences[code](config)
  if (config?.DATABASE_URL && isDatabaseUnavailable(error))
    return `The Postgres server of DATABASE_URL cannot be reached at ${serverPlace(config.DATABASE_URL)} (${code}): is it running?`
  // An answer of Postgres to a statement or to the connection.
  if ('severity' in (error as object)) return `The database answers: ${message} (${code}).`
  if (path && syscall) return `${path} cannot be used (${code} on ${syscall}).`
  return (error as Error).stack?.slice(0, STACK_LENGTH) ?? String(error)
}

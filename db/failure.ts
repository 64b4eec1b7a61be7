/** An error with a `code`, like the errors of the driver and of Node. */
export function failure(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code })
}

/** The failure of a statement whose answer took too long. */
export const databaseSilent = () => failure('CONNECTION_SILENT', 'The database did not answer in time.')

/** Thrown if a program cannot start with this database; the message says what to do. */
export class DatabaseSetupError extends Error {}

/** Another process has the embedded database open. */
export class DatabaseInUseError extends DatabaseSetupError {}

/** An error with a code, as those of the driver and of Node have. */
export function failure(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code })
}

/** Thrown when a program cannot start on this database; the message says what to do. */
export class DatabaseSetupError extends Error {}

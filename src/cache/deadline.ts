const databaseSilent = () =>
  Object.assign(new Error('The database did not answer in time.'), { code: 'CONNECTION_SILENT' })

/** Calls back after that many milliseconds, once what has arrived by then was read: the late one may be this process. */
export const afterReading = (callback: () => void, ms: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(callback), ms)

/** The promise, or a rejection as when the database is away after that many milliseconds. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = afterReading(() => reject(databaseSilent()), ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

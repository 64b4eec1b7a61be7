const databaseSilent = () =>
  Object.assign(new Error('The database did not answer in time.'), { code: 'CONNECTION_SILENT' })

/** Calls back after a time, when everything received by then was processed: the delay may be that of this process. */
export const afterReading = (callback: () => void, ms: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(callback), ms)

/** The promise, or a rejection after `ms` milliseconds as if the database were away. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = afterReading(() => reject(databaseSilent()), ms)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

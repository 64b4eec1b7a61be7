import { afterReading } from '../../db/connection.ts'
import { databaseSilent } from '../../db/failure.ts'

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

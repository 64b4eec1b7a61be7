import type { Database, Store } from '../../db/open.ts'

/** Where statistics are read from: the replica of STATISTICS_DATABASE_URL, or the database itself. */
export interface StatisticsSource {
  /**
   * Runs queries on the replica. Without one, or if it does not answer or is more than `maxLag` seconds behind, they run
   * on the primary. `lag` is how far the replica is behind, in whole seconds rounded up; 0 on the primary.
   */
  read<T>(work: (db: Database) => Promise<T>, maxLag?: number): Promise<{ value: T; lag: number }>
  /** Sets the listener that gets the error when the replica begins to fail, and undefined when it works again. */
  report(onChange: (error: unknown) => void): void
}

// A replica ends queries that stand in the way of replay, and has the schema of the release before for a moment.
const ENDED_BY_REPLAY = '40001'
const OLD_SCHEMA = new Set(['42P01', '42703', '42883'])
const TIMED_OUT = 'CONNECTION_SILENT'
const CANCELED = '57014'

/** Whether the database itself could answer what the replica did not. It is not asked what took too long there. */
function isOfReplica(error: unknown): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string }
  if (code === TIMED_OUT || code === CANCELED) return false
  return severity === undefined || code.startsWith('57P') || code === ENDED_BY_REPLAY || OLD_SCHEMA.has(code)
}

export function createStatisticsSource({ api, replica }: Pick<Store, 'api' | 'replica'>): StatisticsSource {
  let onChange: (error: unknown) => void = () => {}
  let isFailing = false
  const change = (error: unknown) => {
    const fails = error !== undefined
    if (fails !== isFailing) onChange(error)
    isFailing = fails
  }

  return {
    async read(work, maxLag = Number.POSITIVE_INFINITY) {
      if (!replica) return { value: await work(api), lag: 0 }
      const lag = await replica.readLag().catch((error) => {
        change(error)
      })
      if (lag === undefined || lag > maxLag) return { value: await work(api), lag: 0 }
      try {
        const value = await work(replica.db)
        change(undefined)
        return { value, lag: Math.ceil(lag) }
      } catch (error) {
        if (!isOfReplica(error)) throw error
        change(error)
        return { value: await work(api), lag: 0 }
      }
    },
    report(listener) {
      onChange = listener
    },
  }
}

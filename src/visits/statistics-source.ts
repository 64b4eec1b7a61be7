import type { Store } from '../../db/open.ts'
import type { RangeQuery } from '../../db/queries/statistics.ts'
import { postgresEngine, type StatisticsEngine } from './statistics-engine.ts'

/** A second database with visits, which may not have all of them and need not answer. */
export interface AnalyticsSource {
  /** What counts the visits of a query there, and by how many seconds it is behind; undefined if it lacks some. */
  open(visits: RangeQuery): Promise<{ engine: StatisticsEngine; lag: number } | undefined>
  /** Whether an error is one of that database. */
  isFault(error: unknown): boolean
  /** Whether such an error means that it cannot answer other queries either. */
  isAway(error: unknown): boolean
}

type Place = 'replica' | 'clickhouse'

/**
 * Where statistics are read from: ClickHouse if the settings say so, the replica of STATISTICS_DATABASE_URL, or the
 * database itself.
 */
export interface StatisticsSource {
  /**
   * Counts visits in ClickHouse. If it lacks some of them, does not answer or is more than `maxLag` seconds behind, they
   * are counted on the replica, and on the same conditions on the primary. `lag` is how far what counted them is behind,
   * in whole seconds rounded up; 0 on the primary.
   */
  read<T>(
    visits: RangeQuery,
    work: (engine: StatisticsEngine) => Promise<T>,
    maxLag?: number,
  ): Promise<{ value: T; lag: number }>
  /** Sets the listener that gets the error when one of them begins to fail, and undefined when it works again. */
  report(onChange: (error: unknown, place: Place) => void): void
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

// How long ClickHouse is not asked after a failure: otherwise each request would wait for the time-out.
const PAUSE_MS = 10_000

export function createStatisticsSource(
  { api, replica }: Pick<Store, 'api' | 'replica'>,
  analytics: AnalyticsSource | null = null,
): StatisticsSource {
  let onChange: (error: unknown, place: Place) => void = () => {}
  const failing = new Set<Place>()
  const change = (place: Place, error?: unknown) => {
    const fails = error !== undefined
    if (fails === failing.has(place)) return
    if (fails) failing.add(place)
    else failing.delete(place)
    onChange(error, place)
  }
  const primary = postgresEngine(api)
  const second = replica && postgresEngine(replica.db)
  let pausedUntil = 0

  type Work<T> = (engine: StatisticsEngine) => Promise<T>
  const readReplica = async <T>(work: Work<T>, maxLag: number) => {
    if (!replica || !second) return { value: await work(primary), lag: 0 }
    const lag = await replica.readLag().catch((error) => {
      change('replica', error)
    })
    if (lag === undefined || lag > maxLag) return { value: await work(primary), lag: 0 }
    try {
      const value = await work(second)
      change('replica')
      return { value, lag: Math.ceil(lag) }
    } catch (error) {
      if (!isOfReplica(error)) throw error
      change('replica', error)
      return { value: await work(primary), lag: 0 }
    }
  }
  const readAnalytics = async <T>(source: AnalyticsSource, visits: RangeQuery, work: Work<T>, maxLag: number) => {
    if (performance.now() < pausedUntil) return undefined
    const opened = await source.open(visits)
    if (opened === undefined || opened.lag > maxLag) return undefined
    try {
      const value = await work(opened.engine)
      change('clickhouse')
      return { value, lag: Math.ceil(opened.lag) }
    } catch (error) {
      if (!source.isFault(error)) throw error
      if (source.isAway(error)) {
        pausedUntil = performance.now() + PAUSE_MS
        change('clickhouse', error)
      }
      return undefined
    }
  }

  return {
    async read(visits, work, maxLag = Number.POSITIVE_INFINITY) {
      const read = analytics && (await readAnalytics(analytics, visits, work, maxLag))
      return read ?? readReplica(work, maxLag)
    },
    report(listener) {
      onChange = listener
    },
  }
}

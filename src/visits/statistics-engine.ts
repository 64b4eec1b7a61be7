import type { Database } from '../../db/open.ts'
import {
  type Count,
  type Facet,
  type FacetCount,
  type Interval,
  listFacets,
  listHeatmap,
  listSeries,
  type RangeQuery,
  type Step,
} from '../../db/queries/statistics.ts'

/** A database that counts visits. */
export interface StatisticsEngine {
  /** Where the names of campaigns and channels are. */
  db: Database
  /** The total, and the values of at least these dimensions. */
  facets(visits: RangeQuery, dimensions: readonly Facet[]): Promise<FacetCount[]>
  /** A row for each interval of the time zone, also empty ones. */
  series(visits: RangeQuery, interval: Interval, zone: string): Promise<(Step & Count)[]>
  /** 7 rows, Monday first, of 24 numbers. */
  heatmap(visits: RangeQuery, zone: string): Promise<number[][]>
}

/** Postgres, with its counters by day and quarter hour. */
export const postgresEngine = (db: Database): StatisticsEngine => ({
  db,
  facets: (visits) => listFacets(db, visits),
  series: (visits, interval, zone) => listSeries(db, visits, interval, zone),
  heatmap: (visits, zone) => listHeatmap(db, visits, zone),
})

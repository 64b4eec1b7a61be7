import type { VisitStatistics, VisitStep } from '../../schemas/statistics.ts'
import { writeCsv } from '../csv/write-csv.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Visits as CSV: the groups if there are any, else the steps. */
export function statisticsCsv({ by, groups, series }: VisitStatistics): string {
  if (by === null) return stepsCsv(series)
  const rows = groups.map((group) => [group.name, group.clicks, group.uniqueClicks])
  return writeCsv([[by, 'clicks', 'uniqueClicks'], ...rows])
}

/** Visits over time as CSV. */
export function stepsCsv(steps: readonly VisitStep[]): string {
  const rows = steps.map(({ date, utc, clicks, uniqueClicks }) => [date, utc, clicks, uniqueClicks])
  return writeCsv([['date', 'utc', 'clicks', 'uniqueClicks'], ...rows])
}

import { stringify } from 'csv-stringify/sync'
import type { VisitStatistics, VisitStep } from '../../schemas/statistics.ts'

// RFC 4180. Values that spreadsheets would run as a formula are escaped, and values with line breaks are quoted.
const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Visits as CSV: the groups if there are any, else the steps. */
export function statisticsCsv({ by, groups, series }: VisitStatistics): string {
  if (by === null) return stepsCsv(series)
  const rows = groups.map((group) => [group.name, group.clicks, group.uniqueClicks])
  return stringify([[by, 'clicks', 'uniqueClicks'], ...rows], CSV)
}

/** Visits over time as CSV. */
export function stepsCsv(steps: readonly VisitStep[]): string {
  const rows = steps.map(({ date, utc, clicks, uniqueClicks }) => [date, utc, clicks, uniqueClicks])
  return stringify([['date', 'utc', 'clicks', 'uniqueClicks'], ...rows], CSV)
}

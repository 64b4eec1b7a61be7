import { stringify } from 'csv-stringify/sync'
import type { VisitStatistics } from '../../schemas/statistics.ts'

// RFC 4180. Values that spreadsheets would run as a formula are escaped, and values with line breaks are quoted.
const CSV = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ } as const
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Visits as CSV: the groups if there are any, else the steps. */
export function statisticsCsv({ by, groups, series }: VisitStatistics): string {
  const rows =
    by === null
      ? [
          ['date', 'utc', 'clicks', 'uniqueClicks'],
          ...series.map((step) => [step.date, step.utc, step.clicks, step.uniqueClicks]),
        ]
      : [[by, 'clicks', 'uniqueClicks'], ...groups.map((group) => [group.name, group.clicks, group.uniqueClicks])]
  return stringify(rows, CSV)
}

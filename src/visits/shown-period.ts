import { DAY_MS, parseTimestamp } from '../time/timestamps.ts'
import { canonicalZone, localTime } from '../time/zones.ts'
import { parseRange, type Range } from './time-series.ts'

/** The periods to choose from, in days up to today. */
export const SPANS = [7, 30, 90, 365] as const
/** The longest period that can be chosen. */
export const MAX_YEARS = 5
const MAX_DAYS = MAX_YEARS * 366
const DEFAULT_DAYS = 30
// A plot has at most this many bars of one kind; longer periods have fewer and longer steps.
const MAX_BARS = 100
const MAX_WEEKS = 105

/** The period that a statistics page shows, in whole local days. */
export interface ShownPeriod {
  range: Range
  /** First and last day, and the present one, as `YYYY-MM-DD`. */
  from: string
  to: string
  today: string
  interval: 'day' | 'week' | 'month'
  /** The current IANA name. */
  timezone: string
  /** Which part of the query could not be read, so that the default is shown. */
  fault: 'period' | 'timezone' | null
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const textOf = (day: Date) => day.toISOString().slice(0, 10)
const addDays = (day: Date, count: number) => new Date(day.getTime() + count * DAY_MS)

/** Reads `days`, or `from` and `to`, and `timezone` of the query of a statistics page. Empty values are absent. */
export function readPeriod(search: URLSearchParams, now = new Date()): ShownPeriod {
  const sent = (name: string) => search.get(name)?.trim() || undefined
  const zone = canonicalZone(sent('timezone') ?? 'UTC')
  const timezone = zone ?? 'UTC'
  const today = localTime(now, timezone) ?? now
  today.setUTCHours(0, 0, 0, 0)
  const chosen = readDays(sent('from'), sent('to'), today)
  const span = SPANS.find((days) => String(days) === sent('days')) ?? DEFAULT_DAYS
  const [first, last] = chosen ?? [addDays(today, 1 - span), today]
  const [from, to] = [textOf(first), textOf(last)]
  const interval = intervalOf((last.getTime() - first.getTime()) / DAY_MS + 1)
  const range = parseRange({ from, to, interval, timezone, heatmap: false }, now)
  if (Array.isArray(range)) return { ...readPeriod(new URLSearchParams({ timezone }), now), fault: 'period' }
  const fault = zone === undefined ? 'timezone' : chosen === undefined ? 'period' : null
  return { range, interval, from, to, today: textOf(today), timezone, fault }
}

/** The first and the last day; null if neither was sent, undefined if they are no period that can be shown. */
function readDays(from: string | undefined, to: string | undefined, today: Date): [Date, Date] | null | undefined {
  if (from === undefined && to === undefined) return null
  if (![from, to].every((text) => text === undefined || DATE.test(text))) return undefined
  const sent = to === undefined ? today : parseTimestamp(to)
  if (sent === undefined) return undefined
  const last = sent > today ? today : sent
  const first = from === undefined ? addDays(last, 1 - DEFAULT_DAYS) : parseTimestamp(from)
  if (first === undefined || first > last || last.getTime() - first.getTime() >= MAX_DAYS * DAY_MS) return undefined
  return [first, last]
}

function intervalOf(days: number): 'day' | 'week' | 'month' {
  if (days <= MAX_BARS) return 'day'
  return days <= MAX_WEEKS * 7 ? 'week' : 'month'
}

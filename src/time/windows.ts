import type { TimeTarget } from '../../schemas/targets.ts'

const MINUTES_A_DAY = 1440
const formats = new Map<string, Intl.DateTimeFormat>()
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** ISO week day (1-7) and minute of the day in a zone; null for a zone that is none. */
function localTime(at: Date, timezone: string): { day: number; minute: number } | null {
  let format = formats.get(timezone)
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-GB', {
        timeZone: timezone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
    } catch {
      return null
    }
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const day = weekdays.indexOf(parts['weekday'] ?? '') + 1
  return { day, minute: Number(parts['hour']) * 60 + Number(parts['minute']) }
}

const minuteOf = (text: string): number => {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Whether a moment is in a window. One past midnight belongs to the day it begins on; no days means every day. */
export function isWithin({ from, to, days, timezone }: TimeTarget, at: Date): boolean {
  const local = localTime(at, timezone)
  if (local === null) return false
  const start = minuteOf(from)
  const end = minuteOf(to) || MINUTES_A_DAY
  const isOn = (day: number) => days.length === 0 || days.includes(day)
  if (start < end) return isOn(local.day) && local.minute >= start && local.minute < end
  const yesterday = local.day === 1 ? 7 : local.day - 1
  return (isOn(local.day) && local.minute >= start) || (isOn(yesterday) && local.minute < end)
}

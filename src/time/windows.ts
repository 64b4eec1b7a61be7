import type { TimeTarget } from '../../schemas/targets.ts'
import { localTime } from './zones.ts'

const MINUTES_PER_DAY = 1440

const minuteOf = (text: string): number => {
  const [hours = '0', minutes = '0'] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/**
 * Whether a time is in a window. A window past midnight belongs to the day on which it starts; no days means every day.
 */
export function isWithin({ from, to, days, timezone }: TimeTarget, at: Date): boolean {
  const local = localTime(at, timezone)
  if (local === null) return false
  const start = minuteOf(from)
  const end = minuteOf(to) || MINUTES_PER_DAY
  // ISO: 1 is Monday, 7 is Sunday.
  const today = local.getUTCDay() || 7
  const yesterday = today === 1 ? 7 : today - 1
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  const isOn = (day: number) => days.length === 0 || days.includes(day)
  if (start < end) return isOn(today) && minute >= start && minute < end
  return (isOn(today) && minute >= start) || (isOn(yesterday) && minute < end)
}

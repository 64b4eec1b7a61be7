import type { Selectable } from 'kysely'
import type { Clicks } from '../../db/tables/visits.ts'

export type Raw = Selectable<Clicks>
export interface Asked {
  from: string
  to: string
  timezone: string
  interval: 'hour' | 'day' | 'week' | 'month'
}

const formats = new Map<string, { format: Intl.DateTimeFormat; known: Map<number, string> }>()

/** Local date and time of a moment, `YYYY-MM-DD HH:MM:SS`. */
export function localTime(at: Date, timezone: string): string {
  const zone = formats.get(timezone) ?? {
    format: new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' }),
    known: new Map<number, string>(),
  }
  formats.set(timezone, zone)
  const local = zone.known.get(at.getTime()) ?? zone.format.format(at)
  zone.known.set(at.getTime(), local)
  return local
}

const stepOf = (local: string, interval: Asked['interval']): string => {
  if (interval === 'hour') return `${local.slice(0, 13)}:00:00`
  if (interval === 'month') return `${local.slice(0, 7)}-01 00:00:00`
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`)
  if (interval === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return `${day.toISOString().slice(0, 10)} 00:00:00`
}

const count = (rows: readonly Raw[]) => ({
  clicks: rows.length,
  uniqueClicks: rows.filter(({ first }) => first).length,
})

/** Statistics counted one visit at a time, in the form of the API; `labelOf` names the group of a visit. */
export function countVisits(visits: readonly Raw[], asked: Asked, labelOf: (visit: Raw) => string) {
  const rows = visits.filter(({ at, class: kind }) => {
    const local = localTime(at, asked.timezone)
    return kind === 'visitor' && local >= asked.from && local < asked.to
  })
  const steps = Map.groupBy(rows, ({ at }) => stepOf(localTime(at, asked.timezone), asked.interval))
  const heatmap = Array.from({ length: 7 }, () => new Array<number>(24).fill(0))
  for (const { at } of rows) {
    const local = localTime(at, asked.timezone)
    const day = (new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7
    const hours = heatmap[day]
    const hour = Number(local.slice(11, 13))
    if (hours) hours[hour] = (hours[hour] ?? 0) + 1
  }
  return {
    ...count(rows),
    series: [...steps].map(([date, some]) => ({ date, ...count(some) })).sort((a, b) => (a.date < b.date ? -1 : 1)),
    groups: [...Map.groupBy(rows, labelOf)]
      .map(([name, some]) => ({ name, ...count(some) }))
      .sort((a, b) => b.clicks - a.clicks || (a.name < b.name ? -1 : 1)),
    heatmap,
  }
}

import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/open.ts'
import { recordVisits } from '../../db/queries/visits.ts'
import type { Subject } from '../../db/tables/visits.ts'
import { DAY_MS, HOUR_MS } from '../time/timestamps.ts'
import { describeVisits, type Visit, visitHeaders } from '../visits/describe-visits.ts'
import type { Traffic } from './contents.ts'
import { createRandom, pick, type Random } from './random.ts'
import { type Audience, audiences, programs } from './visitors.ts'

export const DAYS = 90
const SEED = 20_261
const PROGRAM_SHARE = 0.06
// Of the days after a launch, each has this much less than the one before.
const FADING = 0.94

/** Something that is visited. */
export interface Visitable {
  subject: Subject
  id: number
  traffic: Traffic
}

function expectedOn(day: number, { perDay, curve, from }: Traffic): number {
  const age = day - from
  if (age < 0) return 0
  if (curve === 'launch') return perDay * 5 * FADING ** (age * 1.5)
  if (curve === 'growth') return perDay * (0.4 + (1.2 * age) / (DAYS - from))
  return perDay
}

/** The country is in the address, because visits of a demonstration have none. */
const countryLookup = { country: (ip: string) => ip.split('-')[0] ?? null, city: () => null }

function makeVisit(random: Random, one: Visitable, place: number, start: number, people: number): Visit {
  const audience: Audience = audiences[one.traffic.audience]
  const hour = pick(
    random,
    audience.hours.map((weight, hour) => [hour, weight] as const),
  )
  const at = new Date(start + hour * HOUR_MS + Math.floor(random() * HOUR_MS))
  // Who comes again the same day has the same country and browser.
  const person = Math.floor(random() * people)
  const own = createRandom(start / DAY_MS + place * 1009 + person * 100_003)
  const isProgram = own() < PROGRAM_SHARE
  const [country, language] = pick(own, audience.countries)
  const agent = pick(own, isProgram ? programs : pick(own, audience.devices))
  const referer = isProgram ? '' : pick(own, audience.referers)
  const headers = visitHeaders({
    'user-agent': agent,
    ...(isProgram ? {} : { 'accept-language': language }),
    ...(referer === '' ? {} : { referer }),
  })
  const details =
    one.traffic.audience === 'newsletter' && !isProgram ? { utm_source: 'newsletter', utm_medium: 'email' } : undefined
  const ip = `${isProgram ? 'US' : country}-${person}`
  return { subject: one.subject, id: one.id, at, ip, method: 'GET', headers, details }
}

/**
 * Writes the visits of the last 90 days until now, as the service writes them: the same ones for every account.
 * Returns their number.
 */
export async function writeVisits(
  db: Database,
  all: readonly Visitable[],
  now: number,
  onDay: (done: number, total: number) => void,
): Promise<number> {
  const random = createRandom(SEED)
  const today = now - (now % DAY_MS)
  let written = 0
  for (let day = 0; day < DAYS; day++) {
    const start = today - (DAYS - 1 - day) * DAY_MS
    const weekday = new Date(start).getUTCDay()
    // Weather and news.
    const luck = 0.82 + 0.36 * random()
    const visits = all.flatMap((one, place) => {
      const expected = expectedOn(day, one.traffic) * (audiences[one.traffic.audience].week[weekday] ?? 1) * luck
      const count = Math.floor(expected * (0.85 + 0.3 * random()) + random())
      return Array.from({ length: count }, () => makeVisit(random, one, place, start, 2 * count))
    })
    const date = new Date(start).toISOString().slice(0, 10)
    for (const subject of ['link', 'qr', 'bio'] as const) {
      const own = visits.filter((visit) => visit.subject === subject && visit.at.getTime() <= now)
      const batch = describeVisits(own, { countryLookup, day: date, salt: `demo ${date}`, respectDnt: false })
      if (own.length > 0) written += await recordVisits(db, batch, { id: randomUUID(), settled: [] })
    }
    onDay(day + 1, DAYS)
  }
  return written
}

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/**
 * The name of an IANA time zone under which the database knows it too, also where an alias of it is given; undefined where
 * there is none. Node alone knows more names (AGT, offsets like +02:00).
 */
export function resolveZone(name: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    return zones.has(zone) || /^Etc\/GMT[+-]\d{1,2}$/.test(zone) ? zone : undefined
  } catch {
    return undefined
  }
}

// How far a zone's clocks are ahead of UTC at a moment, in milliseconds.
function offsetAt(moment: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(moment / 1000) * 1000
}

/** The moment at which a zone's clocks show what `local` shows in UTC; where they show it twice, the first. */
export function fromZone(local: Date, timezone: string): Date {
  const shown = local.getTime()
  const guess = shown - offsetAt(shown, timezone)
  const before = shown - offsetAt(guess - 3_600_000, timezone)
  const candidates = [before, guess, shown - offsetAt(guess, timezone)].sort((a, b) => a - b)
  const fits = candidates.find((moment) => moment + offsetAt(moment, timezone) === shown)
  return new Date(fits ?? guess)
}

/** The beginning of the day that a zone's calendar shows at a moment. */
export function dayInZone(moment: Date, timezone: string): Date {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timezone))
  local.setUTCHours(0, 0, 0, 0)
  return fromZone(local, timezone)
}

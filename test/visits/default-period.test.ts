import t from 'tap'
import { parseRange } from '../../src/visits/time-series.ts'

t.test('without `from`, statistics begin at midnight 30 days ago, at any time of the day', (t) => {
  for (const [timezone, now, midnight] of [
    ['UTC', '2026-11-22T00:00:00Z', '2026-10-23T00:00:00Z'],
    ['UTC', '2026-11-22T12:00:00Z', '2026-10-23T00:00:00Z'],
    ['UTC', '2026-11-22T23:50:00Z', '2026-10-23T00:00:00Z'],
    ['Asia/Tokyo', '2026-11-22T14:59:59Z', '2026-10-22T15:00:00Z'],
  ] as const) {
    const range = parseRange({ interval: 'day', timezone, heatmap: false }, new Date(now))
    t.strictSame(Array.isArray(range) ? range : range.from, new Date(midnight), `${now} in ${timezone}`)
  }
  t.end()
})

import t from 'tap'
import { isWithin } from '../../src/time/windows.ts'
import { canonicalZone, dayInZone, fromZone, resolveZone } from '../../src/time/zones.ts'

// Spellings of a name that differ in case; the bits of `mark` select the capitals.
const spell = (name: string, mark: number) =>
  [...name.toLowerCase()].map((letter, i) => ((mark >> i) & 1 ? letter.toUpperCase() : letter)).join('')

t.test('thousands of spellings of a zone share one cache entry', async (t) => {
  const window = { from: '00:00', to: '24:00', days: [], link: 'https://example.com/' }
  const ask = (mark: number, name: string) =>
    isWithin({ ...window, timezone: spell(name, mark) }, new Date('2026-06-01T12:00:00Z'))
  for (let mark = 0; mark < 20; mark++) ask(mark, 'Europe/Berlin')
  const before = process.memoryUsage().rss
  for (let mark = 0; mark < 8192; mark++)
    if (!ask(mark, 'Europe/Berlin') || !ask(mark, 'US/Eastern')) t.fail(`spelling ${mark}`)
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  t.ok(grown < 60, `grew by ${grown.toFixed()} MB`)
})

t.test('all zones are served with a bounded number of formatters', async (t) => {
  const { DateTimeFormat } = Intl
  let made = 0
  class Counted extends DateTimeFormat {
    constructor(...options: ConstructorParameters<typeof DateTimeFormat>) {
      super(...options)
      made++
    }
  }
  t.teardown(() => {
    Intl.DateTimeFormat = DateTimeFormat
  })
  Intl.DateTimeFormat = Counted as unknown as typeof DateTimeFormat
  const noon = new Date('2026-06-01T12:00:00Z')
  const names = Intl.supportedValuesOf('timeZone')
  for (const name of names) t.ok(dayInZone(noon, name) <= noon, name)
  const last = names.slice(-100)
  const before = made
  for (let round = 0; round < 20; round++) for (const name of last) dayInZone(noon, spell(name, round * 7919))
  t.equal(made, before, 'the last hundred zones are known, however they are spelled')
  for (const name of names) dayInZone(noon, name)
  t.ok(made - before > names.length / 2, 'those used longest ago were forgotten')
})

t.test('a zone is resolved to its current IANA name', async (t) => {
  const names = {
    'europe/berlin': 'Europe/Berlin',
    'US/Eastern': 'America/New_York',
    'Asia/Calcutta': 'Asia/Kolkata',
    'asia/kolkata': 'Asia/Kolkata',
    'Europe/Kyiv': 'Europe/Kyiv',
    'Etc/UTC': 'UTC',
    'etc/gmt+5': 'Etc/GMT+5',
  }
  for (const [given, stored] of Object.entries(names)) t.equal(canonicalZone(given), stored, given)
  for (const name of ['AGT2', '+02:00', 'Mars/Base', '', 'x'.repeat(70)]) t.equal(canonicalZone(name), undefined, name)
  t.equal(resolveZone('Asia/Kolkata'), 'Asia/Calcutta', 'the name that an older Postgres knows too')
  for (const name of Intl.supportedValuesOf('timeZone'))
    t.equal(resolveZone(canonicalZone(name) ?? ''), name, `${name} is found again by its stored name`)
})

t.test('where the clocks go forward at midnight, the day begins with the end of the gap', async (t) => {
  for (const [zone, day, start] of [
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z'],
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
  ] as const)
    t.equal(fromZone(new Date(`${day}T00:00:00Z`), zone).toISOString(), start, zone)
})

t.test('a local time that occurs twice is the first, and one that is skipped is resolved', async (t) => {
  const at = (local: string) => fromZone(new Date(`${local}Z`), 'Europe/Berlin').toISOString()
  t.equal(at('2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z')
  t.ok(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'].includes(at('2026-03-29T02:30:00')), 'within the hour')
  t.equal(at('2026-06-01T00:00:00'), '2026-05-31T22:00:00.000Z')
})

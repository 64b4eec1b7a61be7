import { type Static, Type } from '@sinclair/typebox'
import { count } from './fields.ts'
import { oneOf } from './ref.ts'

const counts = (description: string, example: Record<string, string>) =>
  Type.Record(Type.String(), Type.String({ pattern: '^\\d+$' }), { description, examples: [example] })

/** Visits of a link, a QR code or a bio page over all time. */
export const QrStatistics = Type.Object(
  {
    clicks: count('How often it was opened.'),
    uniqueClicks: count('By how many different visitors a day.'),
    topCountries: counts('Country name to count, the ten most frequent.', { Germany: '12', Unknown: '3' }),
    topReferrers: counts('Referring host to count, the ten most frequent.', { Direct: '9', 'news.example.com': '4' }),
    topBrowsers: counts('Browser name to count, the ten most frequent.', { Chrome: '10', Safari: '5' }),
    topOs: counts('Operating system name to count, the ten most frequent.', { Android: '8', iOS: '5' }),
    socialCount: Type.Object(
      {
        facebook: count('Visits that came from Facebook.'),
        twitter: count('Visits that came from Twitter, now X.'),
        instagram: count('Visits that came from Instagram.'),
      },
      { description: 'Visits by social network.' },
    ),
  },
  {
    $id: 'QrStatistics',
    description:
      'Visit statistics. Crawlers, previews, prefetches and HEAD requests are left out unless `include` asks for them.',
  },
)
export type QrStatistics = Static<typeof QrStatistics>

/** The classes of visits that are kept but not shown unless asked for. */
export const OtherClass = oneOf(['bot', 'preview', 'prefetch', 'head'], {
  description: 'A class of visits that is kept but not counted.',
})
export type OtherClass = Static<typeof OtherClass>

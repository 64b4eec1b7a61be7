import { type Static, Type } from '@sinclair/typebox'
import { anyText, count, datetime, moment, urlOut } from './fields.ts'
import { addition, checked, defaulted, named, nullable, oneOf, optional, Ref } from './ref.ts'
import { success } from './replies.ts'

const counts = (description: string, example: Record<string, string>) =>
  Type.Record(Type.String(), Type.String({ pattern: '^\\d+$' }), { description, examples: [example] })

/** Visits of a link, a QR code or a bio page over all time. */
export const Statistics = Type.Object(
  {
    clicks: count('How often it was opened.'),
    uniqueClicks: count('Unique visitors, each counted once per day.'),
    topCountries: counts('Country name to count, the ten most frequent.', { Germany: '12', Unknown: '3' }),
    topReferrers: counts('Referring host to count, the ten most frequent.', { Direct: '9', 'news.example.com': '4' }),
    topBrowsers: counts('Browser name to count, the ten most frequent.', { Chrome: '10', Safari: '5' }),
    topOs: counts('Operating system name to count, the ten most frequent.', { Android: '8', iOS: '5' }),
    socialCount: named(
      'SocialCount',
      Type.Object(
        {
          facebook: count('Visits that came from Facebook.'),
          twitter: count('Visits that came from Twitter, now X.'),
          instagram: count('Visits that came from Instagram.'),
        },
        { description: 'Visits by social network.' },
      ),
    ),
  },
  {
    $id: 'Statistics',
    description:
      'Visit statistics. Crawlers, previews, prefetches and HEAD requests are left out unless `include` asks for them.',
  },
)
export type Statistics = Static<typeof Statistics>

/** What visits can be grouped by. */
export const groupings = ['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign', 'channel'] as const
export type Grouping = (typeof groupings)[number]

const include = Type.String({
  maxLength: 64,
  pattern: '^(bot|preview|prefetch|head|all)(,(bot|preview|prefetch|head|all))*$',
  'x-form': 'one or more of bot, preview, prefetch, head and all, with commas, such as bot,preview',
  description:
    'Classes of visits to count beside those of visitors, with commas: `bot`, `preview`, `prefetch`, `head`, or `all`.',
  examples: ['bot,preview'],
})

const timezone = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9_+/-]+$',
  'x-form': 'an IANA time zone, such as Europe/Berlin',
  description: 'IANA time zone that `from`, `to` and the steps are in.',
  examples: ['Europe/Berlin'],
})

/** What `include` may hold; every one of these is kept but not counted unless asked for. */
export const IncludeQuery = Type.Object({ include: addition(Type.Optional(include)) })

export const StatisticsQuery = checked(
  'span',
  Type.Object({
    from: Type.Optional(
      moment('The first moment counted; default 30 days ago.', '2026-11-01', 'In the time zone asked for'),
    ),
    to: Type.Optional(
      moment(
        'The end: a bare date is counted whole, a time no longer; default now.',
        '2026-11-30',
        'In the time zone asked for',
      ),
    ),
    interval: defaulted(
      oneOf(['hour', 'day', 'week', 'month'], {
        default: 'day',
        description: 'Length of the steps of the series; weeks begin on Monday.',
        examples: ['day'],
      }),
    ),
    timezone: defaulted(checked('timezone', Type.String({ ...timezone, default: 'UTC' }))),
    by: Type.Optional(
      oneOf(groupings, { description: 'Also count by this; with CSV, instead of over time.', examples: ['country'] }),
    ),
    include: addition(Type.Optional(include)),
  }),
)
export type StatisticsQuery = Static<typeof StatisticsQuery>

const clicks = count('Visits.')
const uniqueClicks = count('Unique visitors, each counted once per day.')
const local = (description: string, example = '2026-11-01 00:00:00') =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    description,
    examples: [example],
  })

export const VisitStep = Type.Object(
  {
    date: local('Begin of the step in the time zone asked for.'),
    utc: local('The same moment in UTC.'),
    clicks,
    uniqueClicks,
  },
  { $id: 'VisitStep', description: 'The visits of one step of time.' },
)
export type VisitStep = Static<typeof VisitStep>

export const VisitGroup = Type.Object(
  {
    name: Type.String({ maxLength: 255, description: 'What these visits have in common.', examples: ['Germany'] }),
    clicks,
    uniqueClicks,
  },
  { $id: 'VisitGroup', description: 'The visits that have one value in common.' },
)
export type VisitGroup = Static<typeof VisitGroup>

export const VisitStatistics = Type.Object(
  {
    clicks,
    uniqueClicks,
    from: local('The first moment counted, UTC.'),
    to: local('The end, no longer counted, UTC.', '2026-12-01 00:00:00'),
    timezone,
    interval: oneOf(['hour', 'day', 'week', 'month'], { description: 'Length of a step.', examples: ['day'] }),
    series: Type.Array(Ref(VisitStep), { description: 'Visits over time; steps without any are there too.' }),
    by: nullable(oneOf(groupings, { description: 'What the groups have in common.', examples: ['country'] })),
    groups: Type.Array(Ref(VisitGroup), {
      description: 'Visits by what `by` asked for, most first. A link in two channels counts in both.',
    }),
  },
  { $id: 'VisitStatistics', description: 'Visits over time, and by one thing they have in common.' },
)
export type VisitStatistics = Static<typeof VisitStatistics>

export const VisitStatisticsReply = success(
  'VisitStatisticsReply',
  { data: Ref(VisitStatistics) },
  'Visits of a link or QR code.',
)

export const LinkAccess = success(
  'LinkAccess',
  {
    link: urlOut(
      'Opens the link even while it is private or asks for a password.',
      'http://localhost:3000/summer-sale?access=1',
    ),
    stats: urlOut('Shows its statistics page.', 'http://localhost:3000/summer-sale+?access=1'),
    expires: datetime('When both stop working.'),
  },
  "The owner's signed addresses of a link.",
)

/** A visitor to suppose. */
export const SupposedVisit = Type.Object(
  {
    country: optional(
      checked('country', anyText('Country: ISO alpha-2 code or English name; not sent: not known.', 'DE', 100)),
    ),
    agent: optional(anyText('User-Agent header.', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)', 512)),
    language: optional(anyText('Accept-Language header.', 'de-AT,en;q=0.5', 255)),
    time: optional(moment('When; not sent: now.', '2026-12-24 18:00:00')),
    query: optional(anyText('Query string of the visit.', 'utm_source=mail', 2048)),
    unlocked: optional(Type.Boolean({ description: 'Suppose that the password was given.', examples: [true] })),
  },
  { $id: 'SupposedVisit', description: 'A visitor to suppose; everything is optional.' },
)
export type SupposedVisit = Static<typeof SupposedVisit>

const rule = oneOf(
  [
    'private',
    'expired',
    'clicklimit',
    'password',
    'country',
    'device',
    'language',
    'time',
    'split',
    'deeplink',
    'default',
  ],
  { description: 'A rule, in the order they are asked.', examples: ['country'] },
)

export const RuleStep = Type.Object(
  {
    rule,
    matched: Type.Boolean({ description: 'Whether it matched; the first that does decides.', examples: [true] }),
    why: Type.String({
      minLength: 1,
      description: 'Why, for a person.',
      examples: ['The country is DE, which is among the targets.'],
    }),
  },
  { $id: 'RuleStep', description: 'A rule that was asked.' },
)

export const Explanation = success(
  'Explanation',
  {
    rule,
    action: oneOf(['redirect', 'expired', 'hidden', 'password'], {
      description:
        'What the visitor meets: a redirect (or the page of the type of the link), the expired page, the 404 page, the password page.',
      examples: ['redirect'],
    }),
    destination: nullable(
      Type.String({
        pattern: '^[hH][tT][tT][pP][sS]?://',
        description: 'Where the visitor is led.',
        examples: ['https://example.com/de'],
      }),
    ),
    class: oneOf(['visitor', 'bot', 'preview', 'prefetch', 'head'], {
      description: 'How the visit would be counted; only `visitor` shows without `include`.',
      examples: ['visitor'],
    }),
    steps: Type.Array(Ref(RuleStep), {
      description: 'Every rule that was asked, in order, and why it matched or not.',
    }),
  },
  'What would happen to the visitor, and why.',
)

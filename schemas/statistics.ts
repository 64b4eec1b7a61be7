import { type Static, Type } from '@sinclair/typebox'
import { anyText, count, datetime, SIGNATURE_EXAMPLE, timestamp, urlOut } from './fields.ts'
import { addition, checked, defaulted, named, nullable, oneOf, optional, Ref } from './ref.ts'
import { success } from './replies.ts'

const counts = (description: string, example: Record<string, string>) =>
  Type.Record(Type.String(), Type.String({ pattern: '^\\d+$' }), { description, examples: [example] })

/** Visits of a link, a QR code or a bio page over all time. */
export const Statistics = Type.Object(
  {
    clicks: count('Number of visits.'),
    uniqueClicks: count('Unique visitors, each counted once per day.'),
    topCountries: counts('Visits by country name, the ten most frequent.', { Germany: '92', Unknown: '36' }),
    topReferrers: counts('Visits by referring host, the ten most frequent.', {
      Direct: '86',
      'news.example.com': '30',
      'facebook.com': '12',
    }),
    topBrowsers: counts('Visits by browser name, the ten most frequent.', { Chrome: '83', Safari: '45' }),
    topOs: counts('Visits by operating system, the ten most frequent.', { Android: '70', iOS: '58' }),
    socialCount: named(
      'SocialCount',
      Type.Object(
        {
          facebook: { ...count('Visits referred by Facebook.'), examples: [12] },
          twitter: { ...count('Visits referred by Twitter, now X.'), examples: [0] },
          instagram: { ...count('Visits referred by Instagram.'), examples: [0] },
        },
        { description: 'Visits by social network.' },
      ),
    ),
  },
  {
    $id: 'Statistics',
    description:
      'Visit statistics. Crawlers, previews, prefetches and HEAD requests are not counted unless `include` names them.',
  },
)
export type Statistics = Static<typeof Statistics>

/** What visits can be grouped by. */
export const groupings = ['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign', 'channel'] as const
export type Grouping = (typeof groupings)[number]

const include = Type.String({
  maxLength: 64,
  pattern: '^(bot|preview|prefetch|head|all)(,(bot|preview|prefetch|head|all))*$',
  'x-form': 'one or more of bot, preview, prefetch, head and all, separated by commas, such as bot,preview',
  description:
    'Classes of visits to count in addition to visitors, separated by commas: `bot`, `preview`, `prefetch`, `head`, or `all`.',
  examples: ['bot,preview'],
})

const timezone = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9_+/-]+$',
  'x-form': 'an IANA time zone, such as Europe/Berlin',
  description: 'IANA time zone of `from`, `to` and the steps.',
  examples: ['Europe/Berlin'],
})

export const IncludeQuery = Type.Object({ include: addition(Type.Optional(include)) })

export const StatisticsQuery = checked(
  'span',
  Type.Object({
    from: Type.Optional(
      timestamp('Start, inclusive. Default: 30 days ago.', '2026-11-01', 'In the requested time zone'),
    ),
    to: Type.Optional(
      timestamp(
        'End: a date includes the whole day, a time is exclusive. Default: now.',
        '2026-11-30',
        'In the requested time zone',
      ),
    ),
    interval: defaulted(
      oneOf(['hour', 'day', 'week', 'month'], {
        default: 'day',
        description: 'Length of the steps of the series; weeks start on Monday.',
        examples: ['day'],
      }),
    ),
    timezone: defaulted(checked('timezone', Type.String({ ...timezone, default: 'UTC' }))),
    by: Type.Optional(
      oneOf(groupings, {
        description: 'Also group the visits by this; in CSV, instead of over time.',
        examples: ['country'],
      }),
    ),
    include: addition(Type.Optional(include)),
  }),
)
export type StatisticsQuery = Static<typeof StatisticsQuery>

const clicks = count('Number of visits.')
const uniqueClicks = count('Unique visitors, each counted once per day.')
const local = (description: string, example = '2026-11-01 00:00:00') =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    description,
    examples: [example],
  })

export const VisitStep = Type.Object(
  {
    date: local('Start of the step in the requested time zone.'),
    utc: local('Start of the step in UTC.', '2026-10-31 23:00:00'),
    clicks,
    uniqueClicks,
  },
  { $id: 'VisitStep', description: 'The visits of one step of the series.' },
)
export type VisitStep = Static<typeof VisitStep>

export const VisitGroup = Type.Object(
  {
    name: Type.String({ maxLength: 255, description: 'Name of the group.', examples: ['Germany'] }),
    clicks,
    uniqueClicks,
  },
  { $id: 'VisitGroup', description: 'The visits of one group, such as a country.' },
)
export type VisitGroup = Static<typeof VisitGroup>

export const VisitStatistics = Type.Object(
  {
    clicks,
    uniqueClicks,
    from: local('Start, inclusive, UTC.', '2026-10-31 23:00:00'),
    to: local('End, exclusive, UTC.', '2026-11-30 23:00:00'),
    timezone,
    interval: oneOf(['hour', 'day', 'week', 'month'], { description: 'Length of a step.', examples: ['month'] }),
    series: Type.Array(Ref(VisitStep), { description: 'Visits over time, including steps without visits.' }),
    by: nullable(
      oneOf(groupings, { description: 'What the visits are grouped by; null: not grouped.', examples: ['country'] }),
    ),
    groups: Type.Array(Ref(VisitGroup), {
      description: 'Visits grouped by `by`, most visits first. A link in two channels counts in both.',
    }),
  },
  { $id: 'VisitStatistics', description: 'Visits over time, and grouped by one property.' },
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
      'URL that opens the link even if it is private or has a password.',
      `https://go.example.com/summer-sale?access=${SIGNATURE_EXAMPLE}`,
    ),
    stats: urlOut('URL of the statistics page.', `https://go.example.com/summer-sale+?access=${SIGNATURE_EXAMPLE}`),
    expires: datetime('Expiry of both URLs.', '2028-01-01 00:00:00'),
  },
  'Signed URLs for the owner of a link.',
)

export const SupposedVisit = Type.Object(
  {
    country: optional(
      checked('country', anyText('Country: ISO alpha-2 code or English name. Default: unknown.', 'DE', 100)),
    ),
    agent: optional(anyText('User-Agent header.', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X)', 512)),
    language: optional(anyText('Accept-Language header.', 'de-AT,en;q=0.5', 255)),
    time: optional(timestamp('Time of the visit. Default: now.', '2026-12-24 18:00:00')),
    query: optional(anyText('Query string of the visit.', 'utm_source=mail', 2048)),
    path: optional(anyText('What follows the alias and a slash in the path.', 'guide/start', 2048)),
    unlocked: optional(
      Type.Boolean({ description: 'Whether the visitor has entered the password.', examples: [true] }),
    ),
  },
  { $id: 'SupposedVisit', description: 'A hypothetical visit; all fields are optional.' },
)
export type SupposedVisit = Static<typeof SupposedVisit>

const rule = oneOf(
  [
    'path',
    'private',
    'start',
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
  {
    description: 'A rule; the list is in the order of evaluation. `path` is only checked if a `path` was sent.',
    examples: ['country'],
  },
)

export const RuleStep = Type.Object(
  {
    rule,
    matched: Type.Boolean({
      description: 'Whether the rule matched; the first that matches decides.',
      examples: [true],
    }),
    why: Type.String({
      minLength: 1,
      description: 'Reason, for people.',
      examples: ['The country is DE, which is among the targets.'],
    }),
  },
  { $id: 'RuleStep', description: 'A rule that was evaluated.' },
)

export const Explanation = success(
  'Explanation',
  {
    rule,
    action: oneOf(['redirect', 'early', 'expired', 'hidden', 'password'], {
      description:
        'Result for the visitor: a redirect (or the page of the type of the link), the page of a link that has not started (`early`), the expired page, the 404 page (`hidden`) or the password page.',
      examples: ['redirect'],
    }),
    destination: nullable(
      Type.String({
        pattern: '^[hH][tT][tT][pP][sS]?://',
        description: 'Destination of the visit.',
        examples: ['https://example.com/de'],
      }),
    ),
    class: oneOf(['visitor', 'bot', 'preview', 'prefetch', 'head'], {
      description:
        'Class in which the visit would be counted; statistics show only `visitor` unless `include` names others.',
      examples: ['visitor'],
    }),
    steps: Type.Array(Ref(RuleStep), {
      description: 'The evaluated rules, in order, and why each matched or not.',
    }),
  },
  'The result of the hypothetical visit, and the reasons.',
)
export type Explanation = Static<typeof Explanation>

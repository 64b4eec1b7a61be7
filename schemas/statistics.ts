import { type Static, Type } from '@sinclair/typebox'
import { count, datetime, SIGNATURE_EXAMPLE, timestamp, urlOut } from './fields.ts'
import { addition, checked, defaulted, named, nullable, oneOf, Ref } from './ref.ts'
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

/** What the visits of a group of links, such as a campaign, can be grouped by. */
export const groupGroupings = [
  ...(['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'source'] as const),
  ...(['target', 'rule', 'path', 'city'] as const),
] as const
/** What visits can be grouped by. */
export const groupings = [...groupGroupings, 'channel'] as const
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

export const statisticsQuery = <const T extends Grouping>(by: readonly T[]) =>
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
      oneOf(by, {
        description:
          'Also group the visits by this; in CSV, instead of over time. `source` is the parameter `wm_source` of the visit, `target` the side of a split, `rule` the rule that chose the destination, `path` the path of the referrer.',
        examples: ['country'],
      }),
    ),
    heatmap: defaulted(
      Type.Boolean({
        default: false,
        description: 'Also count the visits by day of the week and hour of the day.',
        examples: [true],
      }),
    ),
    include: addition(Type.Optional(include)),
  })

export const StatisticsQuery = checked('span', statisticsQuery(groupings))
export type StatisticsQuery = Static<typeof StatisticsQuery>

/** The same for a group of links, whose visits are not grouped by channel. */
export const GroupStatisticsQuery = checked('span', statisticsQuery(groupGroupings))

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
    lag: count(
      'Seconds by which the figures may be behind; more than 0 only if the server reads statistics from a replica.',
    ),
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
    heatmap: nullable(
      Type.Array(
        Type.Array(
          { ...count('Visits in this hour of this day of the week.'), examples: [3] },
          {
            minItems: 24,
            maxItems: 24,
            description: 'The hours of a day, from midnight on.',
          },
        ),
        {
          minItems: 7,
          maxItems: 7,
          description: 'Visits by day of the week, Monday first, and hour in the time zone; null: not asked for.',
          examples: [null],
        },
      ),
    ),
  },
  { $id: 'VisitStatistics', description: 'Visits over time, and grouped by one property.' },
)
export type VisitStatistics = Static<typeof VisitStatistics>

export const VisitStatisticsReply = success(
  'VisitStatisticsReply',
  { data: Ref(VisitStatistics) },
  'Visits of a link, QR code, bio page or group of links.',
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

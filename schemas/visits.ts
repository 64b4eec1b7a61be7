import { type Static, Type } from '@sinclair/typebox'
import { datetime, id, timestamp } from './fields.ts'
import { orExternal } from './paths.ts'
import { checked, defaulted, named, nullable, oneOf, Ref } from './ref.ts'
import { listOk } from './replies.ts'

/** What `id` names: one of these. */
export const VISIT_SUBJECTS = ['link', 'qr', 'bio'] as const

export const visitCursor = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  'x-form': 'a cursor from `nextcursor` of an earlier reply, such as djE6MA',
  description: 'Cursor: `nextcursor` or the header `X-Next-Cursor` of the previous reply.',
  examples: ['djE6MA'],
})

const subject = (name: (typeof VISIT_SUBJECTS)[number], description: string) =>
  Type.Optional(orExternal(name, id(description)))

export const VisitsQuery = checked(
  'visits',
  Type.Object({
    link: subject('link', 'Id of the link, or `ext_` and its `externalid`; send one of `link`, `qr` and `bio`.'),
    qr: subject('qr', 'Id of the QR code, or `ext_` and its `externalid`.'),
    bio: subject('bio', 'Id of the bio page, or `ext_` and its `externalid`.'),
    after: Type.Optional(checked('visitCursor', visitCursor)),
    limit: defaulted(
      Type.Integer({
        minimum: 1,
        default: 1000,
        description: 'Visits per reply, at most 1,000 as JSON and 10,000 as CSV and NDJSON; more count as that.',
        examples: [1000],
      }),
    ),
    from: Type.Optional(timestamp('Start, inclusive.', '2026-11-01')),
    to: Type.Optional(timestamp('End, exclusive.', '2026-12-01')),
    format: defaulted(
      oneOf(['json', 'csv', 'ndjson'], {
        default: 'json',
        description: '`csv`: a table with a header line; `ndjson`: one record a line.',
        examples: ['json'],
      }),
    ),
  }),
)
export type VisitsQuery = Static<typeof VisitsQuery>

const known = (description: string, example: string) =>
  nullable(Type.String({ maxLength: 512, description, examples: [example] }))

export const Visit = Type.Object(
  {
    id: id('Id of the visit; higher than those of visits that were stored before.'),
    date: datetime('Time of the visit.'),
    class: oneOf(['visitor', 'bot', 'preview', 'prefetch', 'head'], {
      description: 'Class of the visit; statistics count `visitor` unless `include` names others.',
      examples: ['visitor'],
    }),
    reason: Type.String({
      maxLength: 64,
      description: 'Why it is of this class, as a stable word.',
      examples: ['agent_other'],
    }),
    unique: Type.Boolean({
      description: 'Whether it is the first visit of this visitor on that day; false: a repeated one.',
      examples: [true],
    }),
    country: known('Country, ISO 3166-1 alpha-2; null: unknown.', 'DE'),
    referrer: known('Referring host; null: none.', 'news.example.com'),
    browser: known('Browser; null: unknown.', 'Chrome'),
    os: known('Operating system; null: unknown.', 'Android'),
    device: known('Type of device; null: unknown.', 'Mobile'),
    language: known('Preferred language; null: unknown.', 'de'),
    campaign: nullable(id('Id of the campaign that the link was in.')),
    agent: known('User-Agent header; null: not stored.', 'Mozilla/5.0 (Linux; Android 14) Chrome/142.0'),
    domain: nullable(id('Id of the branded domain of the visited URL; null: none.')),
    channels: Type.Array(id('Id of a channel.'), {
      maxItems: 100,
      description: 'Ids of the channels that the link, QR code or bio page was in, at most 100.',
      examples: [[42]],
    }),
    utm_source: known('Parameter `utm_source` of the visited URL; null: none.', 'newsletter'),
    utm_medium: known('Parameter `utm_medium`; null: none.', 'email'),
    utm_campaign: known('Parameter `utm_campaign`; null: none.', 'autumn'),
    utm_term: known('Parameter `utm_term`; null: none.', 'hiking boots'),
    utm_content: known('Parameter `utm_content`; null: none.', 'footer'),
    source: known('Parameter `wm_source`, which is not passed on; null: none.', 'flyer'),
    target: known('The target of a split that was chosen; null: none.', 'https://example.com/b'),
    rule: known('The rule that chose the destination; null: none, so that it was the URL of the link.', 'country'),
    path: known('Host and path of the referrer, if the link has `referrerpath`; null: none.', 'news.example.com/today'),
    city: known('City, if the operator has a database of cities; null: unknown.', 'Berlin, DE'),
  },
  { $id: 'Visit', description: 'A visit. No IP address is stored.' },
)
export type Visit = Static<typeof Visit>

export const VisitList = Type.Object(
  {
    error: listOk,
    data: named(
      'VisitPage',
      Type.Object(
        {
          perpage: Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum of visits.', examples: [1000] }),
          nextcursor: {
            ...visitCursor,
            description: 'Cursor for `after`: of the visits that follow these, now or later.',
          },
          more: Type.Boolean({ description: 'Whether there are more visits already.', examples: [false] }),
          visits: Type.Array(Ref(Visit), { maxItems: 1000, description: 'The visits, oldest first.' }),
        },
        { description: 'A page of visits, and the cursor of the next one.' },
      ),
    ),
  },
  { $id: 'VisitList', description: 'Raw visits.' },
)

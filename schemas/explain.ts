import { type Static, Type } from '@sinclair/typebox'
import { anyText, timestamp } from './fields.ts'
import { checked, nullable, oneOf, optional, Ref } from './ref.ts'
import { success } from './replies.ts'

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
    app: nullable(
      Type.String({
        pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:',
        description:
          'URL of an app that a page opens on a phone, with `destination` for those who do not have the app; null: none.',
        examples: ['myapp://product/42'],
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

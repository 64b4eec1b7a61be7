import { type Static, Type } from '@sinclair/typebox'
import { anyText, count, url } from './fields.ts'
import { checked, Ref } from './ref.ts'
import { success } from './replies.ts'
import { groupings, statisticsQuery } from './statistics.ts'

const key = (description: string) =>
  Type.String({
    minLength: 16,
    maxLength: 16,
    pattern: '^[A-Za-z0-9_-]{16}$',
    'x-form': 'a key of `GET /api/bio/:id/links`, such as EAaArVRs5qV39C9S',
    description,
    examples: ['EAaArVRs5qV39C9S'],
  })

export const BioLink = Type.Object(
  {
    key: key('Key of the link: the same for the same URL, wherever on the page it is.'),
    url: url('Destination of the link.', 'https://example.com/map'),
    text: anyText('Label of the link, or the alternative text of its picture; may be empty.', 'Trail map', 255),
    clicks: count('Visits that followed the link.'),
    uniqueClicks: count('Unique visitors that followed it, each counted once per day.'),
  },
  { $id: 'BioLink', description: 'A link of a bio page with its visits over all time.' },
)
export type BioLink = Static<typeof BioLink>

export const BioLinksReply = success(
  'BioLinksReply',
  { links: Type.Array(Ref(BioLink), { maxItems: 100, description: 'The links of the page, from top to bottom.' }) },
  'The links of a bio page.',
)

export const BioStatisticsQuery = checked(
  'span',
  Type.Object({
    ...statisticsQuery(groupings).properties,
    link: Type.Optional(key('Only visits that followed this link of the page.')),
  }),
)

import { type Static, Type } from '@sinclair/typebox'
import { formKey } from './bio-forms.ts'
import { family } from './event-family.ts'
import { count, externalId, id, text, timestamp, urlOut } from './fields.ts'
import { longurl } from './link-fields.ts'
import { checked, defaulted, named, nullable, oneOf, Ref } from './ref.ts'
import { listOk } from './replies.ts'
import { VisitsEvent } from './visit-events.ts'

const changed = Type.Optional(
  Type.Array(Type.String({ maxLength: 64, description: 'Name of a field.', examples: ['name'] }), {
    maxItems: 64,
    description: 'Only of updates: the names of the fields that have another value now.',
    examples: [['name']],
  }),
)

/** Why a link may have expired: the field that says until when it is followed. */
const EXPIRY_REASONS = ['expiry', 'clicklimit'] as const
export type ExpiryReason = (typeof EXPIRY_REASONS)[number]

export const LinkEvent = family(
  'LinkEvent',
  'A link was created, updated or deleted, expired, reached 100, 1,000, 10,000 … visits, its destination was found broken or working again, or the operator quarantined or released it.',
  [
    'link.created',
    'link.updated',
    'link.deleted',
    'link.expired',
    'link.milestone',
    'link.broken',
    'link.recovered',
    'link.quarantined',
    'link.released',
  ],
  {
    id: id('Id of the link.'),
    externalid: nullable(externalId('link')),
    shorturl: urlOut('Short URL of the link.', 'https://go.example.com/summer-sale'),
    longurl,
    title: nullable(text('Title of the link: its `metatitle`.', 'Summer sale')),
    campaign: nullable(id('Id of the campaign that the link is in.')),
    changed,
    visits: Type.Optional(
      Type.Integer({
        minimum: 100,
        description: 'Only of `link.milestone`: the number of visits that it has reached.',
        examples: [1000],
      }),
    ),
    reason: Type.Optional(
      oneOf(EXPIRY_REASONS, {
        description:
          'Only of `link.expired`: whether its `expiry` is over or its `clicklimit` used up. Missing in events of older releases: `expiry`.',
        examples: ['expiry'],
      }),
    ),
    status: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 100,
          maximum: 999,
          description: 'Only of `link.broken` and `link.recovered`: HTTP status of the destination; null: no response.',
          examples: [404],
        }),
      ),
    ),
    cause: Type.Optional(
      nullable(text('Only of `link.quarantined`: why, as the operator wrote it.', 'reported as phishing', 500)),
    ),
    fault: Type.Optional(
      nullable(
        text('Only of `link.broken` and `link.recovered`: why there was no response.', 'The URL could not be fetched.'),
      ),
    ),
  },
)

export const QrEvent = family(
  'QrEvent',
  'A QR code was created, updated or deleted.',
  ['qr.created', 'qr.updated', 'qr.deleted'],
  {
    id: id('Id of the QR code.'),
    externalid: nullable(externalId('QR code')),
    name: text('Name of the QR code.', 'Trail map'),
    type: text('Type of the content.', 'link'),
    link: urlOut('URL of the picture.', 'http://localhost:3000/qr/a81hdk2q'),
    changed,
  },
)

export const BioEvent = family(
  'BioEvent',
  'A bio page was created, updated or deleted, or a visitor answered one of its forms.',
  ['bio.created', 'bio.updated', 'bio.deleted', 'bio.answered'],
  {
    id: id('Id of the bio page.'),
    externalid: nullable(externalId('bio page')),
    name: text('Name of the page for its owner.', 'Ada'),
    link: urlOut('Public URL of the page.', 'https://go.example.com/ada'),
    changed,
    answer: Type.Optional(
      id('Only of `bio.answered`: id of the answer, for `GET /api/bio/:id/answers/:answer`, which has its content.'),
    ),
    form: Type.Optional({ ...formKey('Only of `bio.answered`: key of the form.'), maxLength: 64 }),
  },
)

export const CampaignEvent = family(
  'CampaignEvent',
  'A campaign was created, updated or deleted.',
  ['campaign.created', 'campaign.updated', 'campaign.deleted'],
  {
    id: id('Id of the campaign.'),
    name: text('Campaign name.', 'Summer sale'),
    slug: nullable(text('Slug of its rotator; null: it has none.', 'summer', 64)),
    changed,
  },
)

export const DomainEvent = family(
  'DomainEvent',
  'A domain was created, updated or deleted, its DNS was found to point to the service, or no longer.',
  ['domain.created', 'domain.updated', 'domain.deleted', 'domain.verified', 'domain.lost'],
  { id: id('Id of the domain.'), domain: urlOut('Domain with its scheme.', 'https://go.example.com'), changed },
)

/** What a plan may limit, by its name in plans.json. */
const LIMITED = ['links', 'qrcodes', 'domains'] as const
export type LimitedResource = (typeof LIMITED)[number]

export const LimitEvent = family('LimitEvent', 'The account reached a limit of its plan.', ['limit.reached'], {
  limit: oneOf(LIMITED, { description: 'What is limited.', examples: ['links'] }),
  max: { ...count('How many the plan allows.'), examples: [100] },
})

// Components are what this module exports.
export { VisitsEvent }

export const EVENT_FAMILIES = [
  LinkEvent,
  QrEvent,
  BioEvent,
  CampaignEvent,
  DomainEvent,
  LimitEvent,
  VisitsEvent,
] as const

export const Event = Type.Union(
  EVENT_FAMILIES.map((one) => Ref(one)),
  { $id: 'Event', description: 'Something that happened in an account; `type` decides what `data` has.' },
)
export type Event = Static<(typeof EVENT_FAMILIES)[number]>
export type EventType = Event['type']

/** The types of events, in the order of the document. */
export const EVENT_TYPES = EVENT_FAMILIES.flatMap((one) => one.properties.type['enum'] as EventType[])

const cursor = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  'x-form': 'a cursor from `nextcursor` of an earlier reply, such as djE6ODQxOjQy',
  description: 'Cursor: `nextcursor` of the previous reply.',
  examples: ['djE6ODQxOjQy'],
})

export const EventQuery = Type.Object({
  after: Type.Optional(checked('eventCursor', cursor)),
  limit: defaulted(
    Type.Integer({
      minimum: 1,
      default: 15,
      description: 'Events per reply; values above 1000 count as 1000.',
      examples: [15],
    }),
  ),
  direction: defaulted(
    oneOf(['asc', 'desc'], {
      default: 'desc',
      description: 'Direction of the order: `desc` is newest first, `asc` oldest first.',
      examples: ['desc'],
    }),
  ),
  type: Type.Optional(oneOf(EVENT_TYPES, { description: 'Only events of this type.', examples: ['link.created'] })),
  link: Type.Optional(id('Only events of the link with this id.')),
  qr: Type.Optional(id('Only events of the QR code with this id.')),
  bio: Type.Optional(id('Only events of the bio page with this id.')),
  campaign: Type.Optional(id('Only events of the campaign with this id.')),
  domain: Type.Optional(id('Only events of the domain with this id.')),
  key: Type.Optional(id('Only events that requests with the API key with this id caused.')),
  created_after: Type.Optional(timestamp('Only events of this time or later.', '2026-06-01')),
  created_before: Type.Optional(timestamp('Only events before this time.', '2030-01-01')),
})
export type EventQuery = Static<typeof EventQuery>

export const EventList = Type.Object(
  {
    error: listOk,
    data: named(
      'EventPage',
      Type.Object(
        {
          perpage: Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum of events.', examples: [15] }),
          nextcursor: {
            ...cursor,
            description: 'Cursor for `after`: of the events that follow these, with `direction=asc` also later.',
          },
          more: Type.Boolean({ description: 'Whether there are more events already.', examples: [false] }),
          events: Type.Array(Ref(Event), { maxItems: 1000, description: 'The events, in order.' }),
        },
        { description: 'A page of events, and the cursor of the next one.' },
      ),
    ),
  },
  { $id: 'EventList', description: 'Events.' },
)

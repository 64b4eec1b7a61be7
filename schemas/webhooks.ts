import { type Static, Type } from '@sinclair/typebox'
import { eventId } from './event-family.ts'
import { EVENT_TYPES } from './events.ts'
import { count, datetime, id, text, timestamp, url } from './fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { checked, clearable, named, nullable, oneOf, optional, Ref, shownOnce } from './ref.ts'
import { done, doneWith, success } from './replies.ts'

const target = checked(
  'fetchable',
  url(
    'URL that events are sent to with POST. Servers on private networks are never called.',
    'https://example.com/hooks/waymark',
  ),
)
const types = Type.Array(oneOf(EVENT_TYPES, { description: 'Type of an event.', examples: ['link.created'] }), {
  maxItems: EVENT_TYPES.length,
  description:
    'Types of events that are sent; none: all types, also those that are added later, except `visits.recorded`, which is sent only where it is named.',
  examples: [['link.created', 'link.deleted']],
})
const description = text('What the webhook is for.', 'Warehouse')
const enabled = Type.Boolean({ description: 'Whether events are sent.', examples: [true] })

export const Webhook = Type.Object(
  {
    id: id('Id of the webhook.'),
    url: target,
    types,
    description: nullable(description),
    enabled,
    disabledreason: nullable(
      oneOf(['gone'], {
        description: 'Why the service disabled it: `gone`: the receiver answered 410; null: it did not.',
        examples: ['gone'],
      }),
    ),
    failingsince: nullable(
      datetime('Since when no attempt has succeeded; null: the latest ones did, or there was none.'),
    ),
    date: datetime('Time of creation.'),
  },
  {
    $id: 'Webhook',
    description:
      'A URL to which the events of the account are sent. Its secret is shown only when it is created or rotated.',
  },
)
export type Webhook = Static<typeof Webhook>

export const WebhookList = listOf('WebhookList', 'webhooks', Webhook, 'webhooks')

export const WebhookReply = success('WebhookReply', { details: Ref(Webhook) }, 'The webhook.')

export const NewWebhook = Type.Object(
  {
    url: target,
    types: optional(types),
    description: optional(description),
    enabled: optional({
      ...enabled,
      description:
        'Whether events are sent; default true. Once it is enabled it begins with the events since its creation.',
    }),
  },
  { $id: 'NewWebhook', description: 'A webhook to create.' },
)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = Type.Object(
  {
    url: optional(target),
    types: optional(types),
    description: clearable(description),
    enabled: optional({
      ...enabled,
      description:
        'Whether events are sent. Once it is enabled again it goes on where it stopped, with the events of the time in which it was disabled, unless `skip` is sent.',
    }),
    skip: optional(
      Type.Boolean({
        description:
          'true: what has happened so far is not sent by itself; what waits is given up. A replay sends it all the same.',
        examples: [true],
      }),
    ),
  },
  { $id: 'WebhookChange', description: 'Changes to a webhook; fields that are not sent keep their value.' },
)
export type WebhookChange = Static<typeof WebhookChange>

export const WebhookRotation = Type.Object(
  {
    overlap: optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description: 'Seconds for which the old secret signs too. Default 86400: one day.',
        examples: [86_400],
      }),
    ),
  },
  { $id: 'WebhookRotation', description: 'Options of the rotation of a secret.' },
)

const secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'The secret that signs what is sent (Standard Webhooks). It is shown only once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwFwYrGkTpRbM='],
})

export const WebhookCreated = success(
  'WebhookCreated',
  { id: id('Id of the webhook.'), secret: shownOnce(secret) },
  'The webhook was created, or has a new secret. `secret` is missing if the answer is replayed (`Idempotent-Replayed`).',
)
export const WebhookUpdated = done('WebhookUpdated', 'Webhook has been updated successfully.')
export const WebhookDeleted = done('WebhookDeleted', 'Webhook has been deleted successfully.')

export const WebhookTested = success(
  'WebhookTested',
  { delivery: id('Id of the delivery.') },
  'A test is sent now, also while the webhook is disabled; the list of deliveries shows the result.',
)

export const WebhookTest = Type.Object(
  {
    id: Type.String({
      pattern: '^test_[1-9][0-9]*$',
      maxLength: 24,
      description: 'Id of the test, which is sent as `webhook-id`.',
      examples: ['test_42'],
    }),
    type: oneOf(['webhook.test'], { description: 'A test.', examples: ['webhook.test'] }),
    date: datetime('Time of the request for it.'),
    data: named('WebhookTestData', Type.Object({ id: id('Id of the webhook.') }, { description: 'The webhook.' })),
  },
  { $id: 'WebhookTest', description: 'A test of a webhook.' },
)
export type WebhookTest = Static<typeof WebhookTest>

const attempt = named(
  'DeliveryAttempt',
  Type.Object(
    {
      date: datetime('Time of the attempt.'),
      status: nullable({ ...count('HTTP status of the answer; null: there was none.'), examples: [503] }),
      duration: { ...count('Duration in milliseconds.'), examples: [84] },
      error: nullable(
        Type.String({
          maxLength: 255,
          description: 'Why it failed; null: it did not.',
          examples: ['The server answered with an error.'],
        }),
      ),
      response: Type.String({
        maxLength: 500,
        description: 'The first 500 characters of the answer.',
        examples: ['Service Unavailable'],
      }),
    },
    { description: 'An attempt to send an event.' },
  ),
)
export type DeliveryAttempt = Static<typeof attempt>

const statuses = ['pending', 'delivered', 'failed'] as const
const status = oneOf(statuses, {
  description:
    '`pending`: to be sent, or sent again; `delivered`: the receiver answered with a status from 200 to 299; `failed`: given up.',
  examples: ['delivered'],
})

export const Delivery = Type.Object(
  {
    id: id('Id of the delivery.'),
    event: nullable({ ...eventId, description: 'Id of the event, which is sent as `webhook-id`; null: a test.' }),
    type: oneOf([...EVENT_TYPES, 'webhook.test'], { description: 'Type of the event.', examples: ['link.created'] }),
    status,
    nextattempt: nullable(datetime('When it is sent next, or later while the webhook fails; null: not again.')),
    date: datetime('Time of creation.'),
    attempts: Type.Array(attempt, { maxItems: 20, description: 'The latest 20 attempts, oldest first.' }),
  },
  { $id: 'Delivery', description: 'An event that is to be sent to a webhook, or was.' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryList = listOf('DeliveryList', 'deliveries', Delivery, 'deliveries')

export const DeliveryQuery = Type.Object({
  ...CreatedQuery.properties,
  status: Type.Optional(oneOf(statuses, { description: 'Only deliveries with this status.', examples: ['failed'] })),
})

export const WebhookReplay = Type.Object(
  {
    created_after: optional(timestamp('Send all events that happened at this time or later.', '2026-06-01')),
    created_before: optional(
      timestamp('Only those that happened before this time; only with `created_after`.', '2030-01-01'),
    ),
  },
  {
    $id: 'WebhookReplay',
    description: 'What is sent again: without fields, what has failed; with `created_after`, all events of a time.',
  },
)
export type WebhookReplay = Static<typeof WebhookReplay>

export const WebhookReplayed = doneWith('WebhookReplayed', {
  replayed: { ...count('Number of events that are sent again.'), examples: [12] },
})
export const DeliveryReplayed = done('DeliveryReplayed', 'Event will be sent again.')

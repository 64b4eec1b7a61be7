import { EVENT_FAMILIES } from '../../schemas/events.ts'
import { WebhookTest } from '../../schemas/webhooks.ts'
import type { OpenApi, Operation, OperationParameter } from './model.ts'

const header = (name: string, description: string, schema: object, example: string): OperationParameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { ...schema, examples: [example] },
})

// Standard Webhooks 1.0.0.
const parameters = [
  header('webhook-id', 'Id of the event: the same for every attempt.', { type: 'string', maxLength: 32 }, 'evt_42'),
  header(
    'webhook-timestamp',
    'Time of the attempt, in Unix seconds.',
    { type: 'string', pattern: '^\\d+$' },
    '1780304460',
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `<id>.<timestamp>.<body>` with the secret; two or three of them, separated by spaces, while it is being rotated.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=){0,2}$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const responses = {
  '2XX': { description: 'Any status from 200 to 299: the event was accepted.' },
  '410': { description: 'Nothing is to be sent any longer: the webhook is disabled.' },
  default: { description: 'The event is sent again later. Redirects are not followed.' },
}

const operation = (type: string, component: string, description: string): Operation => ({
  operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
  tags: ['Webhooks'],
  summary: type,
  description: `${description} Sent to the webhooks of the account that have this type.`,
  parameters,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${component}` } } },
  },
  responses,
  // Signed, without a key.
  security: [],
  'x-addition': true,
})

/** What the service sends to webhooks, by type of event. */
export const eventWebhooks = (): NonNullable<OpenApi['webhooks']> =>
  Object.fromEntries(
    [...EVENT_FAMILIES, WebhookTest].flatMap(({ $id = '', description = '', properties }) =>
      (properties.type['enum'] as string[]).map((type) => [type, { post: operation(type, $id, description) }]),
    ),
  )

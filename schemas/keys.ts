import { type Static, Type } from '@sinclair/typebox'
import { datetime, future, id, text } from './fields.ts'
import { listOf } from './lists.ts'
import { clearable, nullable, oneOf, optional } from './ref.ts'
import { done, success } from './replies.ts'

const scopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof scopes)[number]

const scope = oneOf(scopes, {
  description:
    '`read` allows what changes nothing; `write` also everything but the account and its API keys; `admin` everything.',
  examples: ['write'],
})
const name = text('What the key is for.', 'CI')
const listerror = oneOf(['string', 'integer'], {
  description: 'How lists carry `error` for this key: `string` as `"0"`, `integer` as `0`, which older clients expect.',
  examples: ['string'],
})

export const Key = Type.Object(
  {
    id: id('Id of the key.'),
    name,
    prefix: Type.String({
      pattern: '^wm_[0-9A-Za-z]+$',
      maxLength: 46,
      description: 'The first characters of the key, to tell keys apart.',
      examples: ['wm_Zx81Kq'],
    }),
    scope,
    listerror: nullable({ ...listerror, description: `${listerror.description} null: as the server is set.` }),
    created: datetime('When it was made.'),
    lastused: nullable(datetime('When it was last used (to the minute); null: never.')),
    expires: nullable(datetime('When it stops working; null: never.', '2030-01-01 00:00:00')),
  },
  { $id: 'Key', description: 'A live API key; its secret was shown once and is not kept.' },
)
export type Key = Static<typeof Key>

export const KeyList = listOf('KeyList', 'keys', Key, 'API keys')

export const NewKey = Type.Object(
  {
    name: optional(name),
    scope: optional({ ...scope, description: `${scope.description} \`write\`, if not sent.` }),
    listerror: optional({ ...listerror, description: `${listerror.description} As the server is set, if not sent.` }),
    expires: optional(
      future('When it stops working; if not sent, never, or when the key that makes it does. Not later than that one.'),
    ),
  },
  { $id: 'NewKey', description: 'An API key to make.' },
)
export type NewKey = Static<typeof NewKey>

export const KeyChange = Type.Object(
  {
    name: optional({ ...name, description: 'The new name.' }),
    listerror: clearable({ ...listerror, description: `${listerror.description} null: as the server is set.` }),
  },
  { $id: 'KeyChange', description: 'What to change of a key; a field that is not sent stays as it is.' },
)
export type KeyChange = Static<typeof KeyChange>

export const KeyRotation = Type.Object(
  {
    overlap: optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'Seconds the old key goes on working; 0, if not sent.',
        examples: [3600],
      }),
    ),
  },
  { $id: 'KeyRotation', description: 'How to replace a key.' },
)
export type KeyRotation = Static<typeof KeyRotation>

export const apikey = Type.String({
  pattern: '^wm_[0-9A-Za-z]{43}$',
  description: 'The API key. It is shown this once: only its hash is kept.',
  examples: ['wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw'],
})

export const KeyCreated = success('KeyCreated', { id: id('Id of the new key.'), apikey }, 'The key was made.')
export const KeyUpdated = done('KeyUpdated', 'API key has been updated successfully.')
export const KeyDeleted = done('KeyDeleted', 'API key has been deleted successfully.')

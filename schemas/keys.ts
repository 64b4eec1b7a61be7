import { type Static, Type } from '@sinclair/typebox'
import { datetime, future, id, text } from './fields.ts'
import { ips, keyDomains, permissions } from './key-restrictions.ts'
import { listOf } from './lists.ts'
import { clearable, nullable, oneOf, optional, refusesEmpty, shownOnce } from './ref.ts'
import { done, success } from './replies.ts'

const scopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof scopes)[number]

const scope = oneOf(scopes, {
  description:
    '`read`: only requests that change nothing; `write`: everything except changes to the account, its API keys and its webhooks; `admin`: everything.',
  examples: ['write'],
})
const name = text('Name of the key, such as its purpose.', 'CI')
const listerror = oneOf(['string', 'integer'], {
  description:
    'Type of `error` in list responses for this key: `string` is `"0"`, `integer` is `0`, which older clients expect; such lists do not match this document.',
  examples: ['string'],
})

export const Key = Type.Object(
  {
    id: id('Id of the key.'),
    name,
    prefix: Type.String({
      pattern: '^wm_[0-9A-Za-z]+$',
      maxLength: 46,
      description: 'First characters of the key, by which keys can be distinguished.',
      examples: ['wm_Zx81Kq'],
    }),
    scope,
    listerror: nullable({ ...listerror, description: `${listerror.description} null: the setting of the server.` }),
    created: datetime('Time of creation.'),
    lastused: nullable(datetime('Time of the last use, to the minute; null: never used.')),
    expires: nullable(datetime('Expiry; null: never.', '2030-01-01 00:00:00')),
    permissions: nullable(permissions('null: everything.')),
    domains: nullable({ ...keyDomains, description: `${keyDomains.description} null: not restricted.` }),
    ips: nullable({ ...ips, description: `${ips.description} null: from everywhere.` }),
  },
  { $id: 'Key', description: 'An active API key. The key itself is shown only when it is created.' },
)
export type Key = Static<typeof Key>

export const KeyList = listOf('KeyList', 'keys', Key, 'API keys')

const INHERITED = 'Default: that of the key that the request is sent with, which it cannot exceed.'

export const NewKey = Type.Object(
  {
    name: optional(name),
    scope: optional({ ...scope, description: `${scope.description} Default \`write\`.` }),
    listerror: optional({ ...listerror, description: `${listerror.description} Default: the setting of the server.` }),
    expires: optional(
      future('Expiry, not later than that of the key that the request is sent with, which is also the default.'),
    ),
    permissions: refusesEmpty(optional(permissions(INHERITED))),
    domains: refusesEmpty(
      optional({ ...keyDomains, description: `${keyDomains.description} Default: not restricted.` }),
    ),
    ips: refusesEmpty(optional({ ...ips, description: `${ips.description} ${INHERITED}` })),
  },
  { $id: 'NewKey', description: 'An API key to create.' },
)
export type NewKey = Static<typeof NewKey>

export const KeyChange = Type.Object(
  {
    name: optional({ ...name, description: 'New name.' }),
    listerror: clearable({ ...listerror, description: `${listerror.description} null: the setting of the server.` }),
    permissions: refusesEmpty(clearable(permissions('null: everything.'))),
    domains: refusesEmpty(clearable({ ...keyDomains, description: `${keyDomains.description} null: not restricted.` })),
    ips: refusesEmpty(
      clearable({
        ...ips,
        description: `${ips.description} null: from everywhere. A key cannot exclude the address that it changes itself from.`,
      }),
    ),
  },
  { $id: 'KeyChange', description: 'Changes to an API key; fields that are not sent keep their value.' },
)
export type KeyChange = Static<typeof KeyChange>

export const KeyRotation = Type.Object(
  {
    overlap: optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        description: 'Seconds for which the old key keeps working. Default 0.',
        examples: [3600],
      }),
    ),
  },
  { $id: 'KeyRotation', description: 'Options of the rotation of an API key.' },
)
export type KeyRotation = Static<typeof KeyRotation>

export const apikey = Type.String({
  pattern: '^wm_[0-9A-Za-z]{43}$',
  description: 'The API key. It is shown only once: only its hash is stored.',
  examples: ['wm_4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw'],
})

export const KeyCreated = success(
  'KeyCreated',
  { id: id('Id of the new key.'), apikey: shownOnce(apikey) },
  'The key was created. `apikey` is missing if the answer is replayed (`Idempotent-Replayed`).',
)
export const KeyUpdated = done('KeyUpdated', 'API key has been updated successfully.')
export const KeyDeleted = done('KeyDeleted', 'API key has been deleted successfully.')

import { Type } from '@sinclair/typebox'
import { text } from './fields.ts'
import { checked, oneOf, Ref } from './ref.ts'

/** The resources that keys can have permissions for, by the tag of their operations. */
export const resources = {
  Account: 'account',
  'API keys': 'keys',
  Links: 'links',
  'QR codes': 'qr',
  'Bio pages': 'bios',
  Campaigns: 'campaigns',
  Channels: 'channels',
  'Branded domains': 'domains',
  'CTA overlays': 'overlays',
  'Splash pages': 'splash',
  Pixels: 'pixels',
  Statistics: 'statistics',
  Events: 'events',
  Webhooks: 'webhooks',
  Jobs: 'jobs',
  Moving: 'moving',
} as const
export type Resource = (typeof resources)[keyof typeof resources]

const accesses = ['read', 'create', 'write'] as const
export type Access = (typeof accesses)[number]

const access = (tag: string) =>
  oneOf(accesses, { description: `What the key may do with the operations of "${tag}".`, examples: ['write'] })

const each = Object.fromEntries(Object.entries(resources).map(([tag, name]) => [name, Type.Optional(access(tag))]))

export type Permissions = Partial<Record<Resource, Access>>

export const KeyPermissions = Type.Unsafe<Permissions>(
  Type.Object(each, {
    $id: 'KeyPermissions',
    minProperties: 1,
    description:
      'What a key may do, by resource, within its `scope`: `read`: only read; `create`: only create, and neither read, change nor delete anything; `write`: everything. Nothing with resources that are not named. `moving` (`read`: export, `write`: import), `events` and `webhooks` show things of every kind.',
    examples: [{ links: 'create', statistics: 'read' }],
  }),
)

/** What a key may do; `text` says what null or nothing means. */
export const permissions = (text: string) =>
  Type.Unsafe<Permissions>({
    ...Ref(KeyPermissions),
    description: `What the key may do, by resource, within its \`scope\`. ${text}`,
  })

export const ips = Type.Array(
  checked('ipRange', text('An IPv4 or IPv6 address, or a network in CIDR notation.', '203.0.113.0/24', 49)),
  {
    minItems: 1,
    maxItems: 50,
    description:
      'The addresses from which the key may be used: IPv4 or IPv6, also networks in CIDR notation; from others it is 403. They are stored in their shortest form.',
    examples: [['203.0.113.0/24', '2001:db8::1']],
  },
)

export const keyDomains = Type.Array(
  checked(
    'host',
    text("A domain of the account or the service's own host, with or without a scheme.", 'go.example.com', 2048),
  ),
  {
    minItems: 1,
    maxItems: 50,
    description:
      "The domains, by host, that the key is restricted to: it can create, list, read, change and delete only links on them, explain them, draw their QR codes, get their signed addresses, and read their visits, but not add them to campaigns or take them out. Everything else but `GET` and `POST /api/account` is 403. Links without a domain are on the service's own host.",
    examples: [['go.example.com']],
  },
)

/** What a key is restricted to; null: not restricted. */
export interface KeyRestrictions {
  permissions: Permissions | null
  ips: string[] | null
  /** Hosts. */
  domains: string[] | null
}

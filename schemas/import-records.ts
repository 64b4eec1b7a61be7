import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { BioAnswer } from './bio-answers.ts'
import { NewBio } from './bios.ts'
import { NewCampaign } from './campaigns.ts'
import { NewChannel } from './channels.ts'
import { NewDomain } from './domains.ts'
import { id, text, timestamp } from './fields.ts'
import { NewLink } from './links.ts'
import { NewOverlay } from './overlays.ts'
import { NewPixel } from './pixels.ts'
import { NewQr } from './qr.ts'
import { QrContent } from './qr-content.ts'
import { NewQrTemplate } from './qr-templates.ts'
import { checked, oneOf, optional, Ref } from './ref.ts'
import { NewSplash } from './splash.ts'
import { NewWebhook } from './webhooks.ts'

// What the rows of an import become before they are checked: the bodies of normal creates, with what only an import
// keeps.

const total = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000_000, description, examples: [128] })
const date = optional(timestamp('Time of creation.', '2024-06-01 09:30:00'))
const ids = (noun: string, maxItems: number) =>
  optional(Type.Array(id(`Id of a ${noun} in the file.`), { maxItems, uniqueItems: true }))
const channels = ids('channel', 1000)

/** A schema with more fields, without the name of its component. */
function withFields<T extends TObject, F extends Record<string, TSchema>>({ $id: _, ...schema }: T, more: F) {
  return { ...schema, properties: { ...schema.properties, ...more } } as unknown as TObject<T['properties'] & F>
}

const {
  reuse: _reuse,
  expiry: _expiry,
  channel: _channel,
  campaign: _campaign,
  pixels: _pixels,
  ...linkFields
} = NewLink.properties

/** Fields that a link need not have: `replace` clears those that the file says it has none of. */
export const CLEARED_FIELDS = [
  'campaign',
  'clicklimit',
  'deeplink',
  'description',
  'expirationredirect',
  'expiry',
  'metadescription',
  'metaimage',
  'metatitle',
  'password',
  'start',
  'startredirect',
] as const

export const ImportedLink = Type.Object({
  ...linkFields,
  cleared: optional(Type.Array(oneOf(CLEARED_FIELDS), { maxItems: CLEARED_FIELDS.length })),
  // Unlike that of a normal create it may be past.
  expiry: optional(timestamp('Expiry of the link.')),
  passwordhash: optional(
    Type.String({
      pattern: '^\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}$',
      'x-form': 'a hash of this service',
      description: 'Hash of the password.',
    }),
  ),
  campaign: optional(id('Id of a campaign in the file.')),
  pixels: ids('pixel', 50),
  channels,
  tags: optional(Type.Array(text('A tag, which becomes a channel.', 'sale'), { maxItems: 200 })),
  date,
  clicks: optional(total('Number of visits.')),
  uniqueclicks: optional(total('Unique visitors.')),
})
export type ImportedLink = Static<typeof ImportedLink>

export const ImportedBio = withFields(NewBio, {
  channels,
  date,
  clicks: optional(total('Number of visits.')),
  uniqueclicks: optional(total('Unique visitors.')),
})
export type ImportedBio = Static<typeof ImportedBio>

const logoimage = optional(
  Type.String({
    maxLength: 1_400_000,
    pattern: '^[A-Za-z0-9+/\\n]+={0,2}$',
    'x-form': 'a PNG in base64',
    description: 'The logo as it is stored.',
  }),
)

export const ImportedQrTemplate = withFields(NewQrTemplate, { logoimage, date })
export type ImportedQrTemplate = Static<typeof ImportedQrTemplate>

const { $id: _qr, ...newQr } = NewQr
export const ImportedQr = withFields(newQr as typeof NewQr, {
  data: Ref(QrContent),
  code: Type.String({
    pattern: '^[A-Za-z0-9]{5,32}$',
    'x-form': '5 to 32 letters (a to z) or digits, such as Zx81KqP',
    description: 'The code in the address of the picture.',
  }),
  logoimage,
  formerhosts: optional(
    Type.Array(
      Type.String({
        maxLength: 253,
        pattern: '^(([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9]))?$',
        'x-form': 'a host in lower case, such as go.example.com, or empty',
        description: "A host; '': the service's own.",
        examples: ['go.example.com'],
      }),
      {
        maxItems: 20,
        description: 'Hosts that pictures of the code were printed with before.',
      },
    ),
  ),
  channels,
  date,
  scans: optional(total('Number of scans.')),
  uniquescans: optional(total('Unique visitors.')),
})
export type ImportedQr = Static<typeof ImportedQr>

const counts = (names: object) =>
  Type.Object(
    {},
    {
      propertyNames: names,
      additionalProperties: Type.Array(total('Visits, unique visitors.'), { minItems: 2, maxItems: 2 }),
      maxProperties: 250,
    },
  )
const values = counts({ type: 'string', maxLength: 300 })
// The quarter hours of the day in UTC.
const quarters = counts({
  type: 'string',
  pattern: '^([0-9]|[1-8][0-9]|9[0-5])$',
  'x-form': 'an object with the quarter hours of a day, 0 to 95',
})
const DIMENSIONS = ['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign'] as const

const { form, answers, consent } = BioAnswer.properties
export const ImportedAnswer = Type.Object({
  bio: id('Id in the file of the bio page.'),
  ...{ form, answers, date },
  consent: Type.Optional(consent),
})
export type ImportedAnswer = Static<typeof ImportedAnswer>

export const ImportedDay = Type.Object({
  subject: oneOf(['link', 'bio', 'qr']),
  id: id('Id in the file of what was visited.'),
  date: checked('visitDay', Type.String({ format: 'date', 'x-form': 'a date, such as 2024-06-01' })),
  class: oneOf(['visitor', 'bot', 'preview', 'prefetch', 'head']),
  visits: total('Number of visits.'),
  uniques: total('Unique visitors.'),
  facets: Type.Object({
    ...Object.fromEntries(DIMENSIONS.map((name) => [name, Type.Optional(values)])),
    quarter: Type.Optional(quarters),
  }),
})
export type ImportedDay = {
  subject: 'link' | 'bio' | 'qr'
  id: number
  date: string
  class: string
  visits: number
  uniques: number
  facets: Record<string, Record<string, [number, number]>>
}

export const ImportedDomain = withFields(NewDomain, { date })
export const ImportedPixel = withFields(NewPixel, { date })
export const ImportedOverlay = withFields(NewOverlay, { date })
export const ImportedSplash = withFields(NewSplash, { date })
export const ImportedCampaign = withFields(NewCampaign, { date })
export const ImportedChannel = withFields(NewChannel, { date })
export const ImportedWebhook = withFields(NewWebhook, { date })
export type ImportedWebhook = Static<typeof ImportedWebhook>

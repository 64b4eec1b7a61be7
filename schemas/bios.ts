import { type Static, type TProperties, Type } from '@sinclair/typebox'
import {
  alias,
  count,
  datetime,
  externalId,
  id,
  multilineText,
  newAlias,
  SIGNATURE_EXAMPLE,
  text,
  url,
  urlOut,
} from './fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { pictureWarnings } from './pictures.ts'
import { checked, named, nullable, oneOf, oneRequiredOf, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'

/** Social networks and other kinds of profiles; each has an icon in src/html/icons.ts. */
export const NETWORKS = [
  'website',
  'blog',
  'newsletter',
  'podcast',
  'shop',
  'rss',
  'bandcamp',
  'bluesky',
  'codeberg',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'instagram',
  'linkedin',
  'mastodon',
  'medium',
  'patreon',
  'pinterest',
  'reddit',
  'signal',
  'snapchat',
  'soundcloud',
  'spotify',
  'substack',
  'telegram',
  'threads',
  'tiktok',
  'twitch',
  'twitter',
  'vimeo',
  'whatsapp',
  'x',
  'youtube',
] as const

/** Themes of bio pages; each has a light and a dark variant. */
export const THEMES = ['plain', 'trail', 'harbour', 'orchard', 'dusk', 'slate'] as const

const tagged = <T extends string>(type: T) => oneOf([type], { description: 'Type of the block.', examples: [type] })
const picture = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 65536,
    pattern:
      '^([hH][tT][tT][pP][sS]?://[^\\s\\x00-\\x1F\\x7F-\\x9F]{1,2040}|data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2})$',
    'x-form':
      'an http or https URL of at most 2048 characters, such as https://example.com/picture.jpg, or a PNG or JPEG as a data URI, such as data:image/png;base64,…',
    description: `${description} An http or https URL of at most 2,048 characters, or a small PNG or JPEG as a data URI. It is fetched once; visitors get the stored copy.`,
    examples: ['https://example.com/picture.jpg'],
  })
const email = Type.String({
  format: 'email',
  'x-form': 'an e-mail address, such as ada@example.com',
  minLength: 3,
  maxLength: 255,
  description: 'E-mail address.',
  examples: ['ada@example.com'],
})
const phone = Type.String({
  pattern: '^\\+?[0-9() ./-]{2,31}$',
  maxLength: 32,
  'x-form': 'a phone number, such as +49 30 901820',
  description: 'Phone number.',
  examples: ['+49 30 901820'],
})

const block = <T extends TProperties>(name: string, description: string, fields: T, options: object = {}) =>
  named(name, Type.Object(fields, { description, ...options }))

const LinkBlock = block('BioLinkBlock', 'A link as a button.', {
  type: tagged('link'),
  text: text('Label of the button.', 'Trail map'),
  url: url('Destination.'),
  image: optional(picture('Small picture next to the label.')),
})
const HeadingBlock = block('BioHeadingBlock', 'A heading.', {
  type: tagged('heading'),
  text: text('Text of the heading.', 'Where to start'),
  level: optional(Type.Integer({ minimum: 2, maximum: 3, description: 'Level, 2 or 3. Default 2.', examples: [2] })),
})
const TextBlock = block('BioTextBlock', 'A text.', {
  type: tagged('text'),
  text: multilineText(
    'A subset of Markdown: paragraphs, `**strong**`, `*emphasis*`, `` `code` ``, lists, `[links](https://…)` to http, https and mailto.',
    'Six days from *hut to hut*.',
  ),
  justify: optional(
    oneOf(['left', 'center', 'right', 'justify'], {
      description: 'Alignment of the text. Default left.',
      examples: ['left'],
    }),
  ),
})
const ImageBlock = block('BioImageBlock', 'A picture.', {
  type: tagged('image'),
  url: picture('The picture.'),
  alt: optional(text('Alternative text; without it the picture counts as decoration.', 'A hut')),
  link: optional(url('Destination of the picture.')),
})
const SocialBlock = block('BioSocialBlock', 'A profile on another site; consecutive ones are shown in one row.', {
  type: tagged('social'),
  network: oneOf(NETWORKS, { description: 'Network or kind of profile.', examples: ['mastodon'] }),
  url: url('URL of the profile.', 'https://social.example/@ada'),
})
const ContactBlock = block(
  'BioContactBlock',
  'Contact details; at least one of the fields is required.',
  {
    type: tagged('contact'),
    name: optional(text('Name of the contact.', 'Ada Lovelace')),
    email: optional(email),
    phone: optional(phone),
    address: optional(
      multilineText('Postal address, which may have several lines.', '12 St James’s Square\nLondon', 500),
    ),
  },
  { minProperties: 2, 'x-published-with': oneRequiredOf('name', 'email', 'phone', 'address') },
)

export const BioBlock = Type.Union([LinkBlock, HeadingBlock, TextBlock, ImageBlock, SocialBlock, ContactBlock], {
  $id: 'BioBlock',
  description: 'A block of a bio page; `type` decides which fields it has.',
  examples: [{ type: 'link', text: 'Trail map', url: 'https://example.com/map' }],
})
export type BioBlock = Static<typeof BioBlock>

const name = text('Name of the page for its owner; the heading if there is no title.', 'Ada')
const title = text('Heading of the page.', 'Ada Lovelace')
const description = multilineText('Text below the heading.', 'Guide on the northern traverse.')
const image = picture('Portrait or logo at the top.')
const theme = oneOf(THEMES, { description: 'Theme of the page.', examples: ['trail'] })
const blocks = Type.Array(Ref(BioBlock), { maxItems: 100, description: 'Content of the page, from top to bottom.' })
const published = Type.Boolean({
  description: 'false: a draft, visible only with its preview link and else answered with 404.',
  examples: [true],
})
const link = urlOut('Public URL of the page.', 'https://go.example.com/ada')

const plain = storedFields(
  { name, theme, published, blocks },
  { externalid: externalId('bio page'), title, description, image },
)

export const Bio = Type.Object(
  {
    id: id('Id of the bio page.'),
    alias: { ...alias('Alias of the page.'), examples: ['ada'] },
    link,
    name,
    title: plain.shown.title,
    description: plain.shown.description,
    externalid: plain.shown.externalid,
    theme,
    published,
    clicks: count('Number of visits.'),
    uniqueclicks: count('Unique visitors, each counted once per day.'),
    domain: nullable(urlOut('Branded domain of the page; null: the host of the service.', 'https://go.example.com')),
    attached: Type.Boolean({
      description:
        'false if the domain of the page was deleted: the page is not served until it gets another domain. `link` shows the previous URL.',
      examples: [true],
    }),
    date: datetime('Time of creation.'),
  },
  { $id: 'Bio', description: 'A bio page.' },
)
export type Bio = Static<typeof Bio>

export const BioDetails = Type.Object(
  {
    ...Bio.properties,
    ...plain.shown,
    // Only a draft has a preview.
    published: { ...published, examples: [false] },
    preview: nullable(
      urlOut(
        'Preview link of a draft, valid for a day; null for a published page.',
        `https://go.example.com/ada?access=${SIGNATURE_EXAMPLE}`,
      ),
    ),
  },
  { $id: 'BioDetails', description: 'A bio page with all writable fields.' },
)
export type BioDetails = Static<typeof BioDetails>

export const BioList = listOf('BioList', 'bios', Bio, 'bio pages')
export const BioQuery = Type.Object({
  ...CreatedQuery.properties,
  channel: Type.Optional(id('Id of the channel that the pages are in.')),
  externalid: Type.Optional(externalId('bio page')),
  domain: Type.Optional(
    checked(
      'host',
      text(
        'Domain of the pages, with or without the scheme; that of the service for those without one.',
        'https://go.example.com',
        2048,
      ),
    ),
  ),
})

export const BioReply = success(
  'BioReply',
  { details: Ref(BioDetails), data: Ref(Statistics) },
  'One bio page and its statistics.',
)

const newCustom = newAlias('New alias; the previous one stops working.')
const custom = newAlias('Alias. Default: a generated one.')
const domain = url('One of the account’s branded domains.', 'https://go.example.com')

export const NewBio = Type.Object(
  { ...plain.created, name, custom: optional(custom), domain: optional(domain) },
  { $id: 'NewBio', description: 'A bio page to create; it is published unless `published` is false.' },
)
export type NewBio = Static<typeof NewBio>

export const BioChange = Type.Object(
  { ...plain.changed, custom: optional(newCustom), domain: optional(domain) },
  { $id: 'BioChange', description: 'Changes to a bio page; `blocks` replaces all blocks, `[]` removes them.' },
)
export type BioChange = Static<typeof BioChange>

export const BioCreated = success(
  'BioCreated',
  {
    id: id('Id of the new page.'),
    // On the service's own host, with a generated alias: the example request names neither.
    link: { ...link, examples: ['http://localhost:3000/h4Kp9Wz'] },
    ...pictureWarnings,
  },
  'The bio page was created.',
)
export const BioUpdated = done(
  'BioUpdated',
  'Bio has been updated successfully.',
  pictureWarnings,
  'DoneWithPictureWarnings',
)
export const BioDeleted = done('BioDeleted', 'Bio has been deleted successfully.')

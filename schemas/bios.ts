import { type Static, Type } from '@sinclair/typebox'
import { BioBlock, MAX_MARKDOWN, picture } from './bio-blocks.ts'
import { BioColors, font } from './bio-looks.ts'
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
import { pageLanguage } from './page-looks.ts'
import { pictureWarnings } from './pictures.ts'
import { addition, checked, nullable, oneOf, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'

/** Themes of bio pages; each has a light and a dark variant. */
export const THEMES = ['plain', 'trail', 'harbour', 'orchard', 'dusk', 'slate'] as const

const name = text('Name of the page for its owner; the heading if there is no title.', 'Ada')
const title = text('Heading of the page.', 'Ada Lovelace')
const description = multilineText('Text below the heading.', 'Guide on the northern traverse.')
const image = picture('Portrait or logo at the top.')
const theme = oneOf(THEMES, { description: 'Theme of the page.', examples: ['trail'] })
const colors = addition(
  Type.Unsafe<BioColors>({
    ...Ref(BioColors),
    description: 'Colors in place of those of the theme; they replace all stored ones. null: those of the theme.',
  }),
)
const language = pageLanguage('Language of the page, for `lang` and the direction of its text.')
const blocks = checked(
  'bioBlocks',
  Type.Array(Ref(BioBlock), {
    maxItems: 100,
    description: `Content of the page, from top to bottom. All its Markdown (texts, answers, \`consent\`, \`thanks\`) has at most ${MAX_MARKDOWN.toLocaleString('en')} characters in all.`,
  }),
)
const published = Type.Boolean({
  description: 'false: a draft, visible only with its preview link and else answered with 404.',
  examples: [true],
})
const publicstats = addition(
  Type.Boolean({
    description: 'Whether the statistics page, `<link>+`, is public; not that of a draft.',
    examples: [false],
  }),
)
const link = urlOut('Public URL of the page.', 'https://go.example.com/ada')

const plain = storedFields(
  { name, theme, published, publicstats, blocks },
  { externalid: externalId('bio page'), title, description, image, colors, font, language },
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

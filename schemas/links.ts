import { type Static, Type } from '@sinclair/typebox'
import { alias, aliasWanted, anyText, count, datetime, future, id, multilineText, text, url, urlOut } from './fields.ts'
import { ListQuery, listOf } from './lists.ts'
import { pictureWarnings } from './pictures.ts'
import { checked, clearable, defaulted, named, nullable, oneOf, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'
import { DeepLink, DeviceTarget, GeoTarget, LanguageTarget, Parameter, SplitTarget, TimeTarget } from './targets.ts'

const longurl = url('Where the link leads.', 'https://example.com/page')
const newAlias = aliasWanted('The alias, case-sensitive; one is made of 7 characters where none is sent.')
const custom = aliasWanted('The alias, case-sensitive; the one there was leads nowhere then.')
const domainName = checked(
  'host',
  text(
    "One of the account's branded domains, with or without its scheme, or the service's own host, which is the default.",
    'https://go.example.com',
    2048,
  ),
)
const status = oneOf(['public', 'private'], {
  description: '`private`: visitors meet the 404 page; only the owner can open it.',
  examples: ['public'],
})
const bareType = Type.String({
  pattern: '^(direct|frame|splash|[1-9]\\d{0,14}|overlay-[1-9]\\d{0,14})$',
  maxLength: 24,
  'x-form':
    '`direct`, `frame`, `splash`, the id of a splash page, such as 42, or `overlay-` and an id, such as overlay-42',
})
const typeWord = Type.String({ ...bareType, description: 'As in the request that set it.', examples: ['direct'] })
const type = Type.Unsafe<string | number>(
  Type.Union([bareType, Type.Integer({ minimum: 1, maximum: 9007199254740991 })], {
    description: 'How visitors get there: `direct`, `frame`, `splash`, the id of a splash page, or `overlay-<id>`.',
    examples: ['direct'],
  }),
)
const password = text('Password that visitors are asked for.', 'open sesame', 64)
const expiry = future('When the link stops working; must be in the future.')
const expirationredirect = url(
  'Where visitors go after the expiry or the last click; else they meet a page.',
  'https://example.com/over',
)
const clicklimit = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'How many clicks the link has.',
  examples: [1000],
})
const description = multilineText('A note for the owner; visitors never see it.', 'Autumn mailing')
const metatitle = text('Title of the preview in chats and networks; also the title of the link.', 'Summer sale')
const metadescription = multilineText('Text of the preview.', 'Everything must go')
const metaimage = url(
  'Picture of the preview. It is fetched once; others are shown our copy.',
  'https://example.com/sale.png',
)
const idOf = (noun: string) => id(`Id of the ${noun}.`)

const geotarget = Type.Array(Ref(GeoTarget), { maxItems: 250, description: 'Other destinations by country.' })
const devicetarget = Type.Array(Ref(DeviceTarget), {
  maxItems: 50,
  description: 'Other destinations by device or system.',
})
const languagetarget = Type.Array(Ref(LanguageTarget), {
  maxItems: 200,
  description: 'Other destinations by language.',
})
const timetarget = Type.Array(Ref(TimeTarget), {
  maxItems: 50,
  description: 'Other destinations by time of the week.',
})
const splittarget = Type.Array(Ref(SplitTarget), {
  maxItems: 50,
  description: 'Destinations that share the visits by weight.',
})
// Real clients send parameters with wrong keys: an item that is none is left out, not refused. Published is what an item should be.
const parameters = Type.Array(
  Type.Unsafe<unknown>({
    'x-published': named('Parameter', Parameter),
  }),
  {
    maxItems: 100,
    description: 'Query parameters `{name, value}` appended to the destination; an item that is none is ignored.',
    examples: [[{ name: 'aff', value: '3' }]],
  },
)
const pixels = Type.Array(id('Id of a pixel.'), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Ids of the pixels that fire on a visit.',
  examples: [[42]],
})
const deeplink = Type.Unsafe<DeepLink>({ ...Ref(DeepLink), description: 'Apps that phones are led to.' })
const forward = Type.Boolean({
  description: 'Whether the query string of the visit is passed on to the destination.',
  examples: [true],
})
const publicstats = Type.Boolean({
  description: 'Whether anyone may see the statistics page, `<short URL>+`.',
  examples: [false],
})

const plain = storedFields(
  { status, forward, publicstats, devicetarget, languagetarget, timetarget, splittarget },
  { expirationredirect, clicklimit, description, metatitle, metadescription, metaimage },
)
export const plainLinkFields = plain.names

export const Link = Type.Object(
  {
    id: idOf('link'),
    alias: alias('What its short URL ends with.'),
    shorturl: urlOut('What to share: its address on its domain.', 'https://go.example.com/summer-sale'),
    longurl,
    title: nullable(text('Its `metatitle`, by which lists and pages call it.', 'Summer sale')),
    description: plain.shown.description,
    clicks: count('How often it was opened.'),
    uniqueclicks: count('Unique visitors, each counted once per day.'),
    campaign: nullable(idOf('campaign that the link is in')),
    channel: nullable(idOf('channel it was assigned to last')),
    domain: nullable(urlOut("Its branded domain; null: the service's own address, or none.", 'https://go.example.com')),
    attached: Type.Boolean({
      description:
        'false when its domain was deleted: it is not served until it is given another one; `shorturl` shows where it was.',
      examples: [true],
    }),
    date: datetime('When it was made.'),
  },
  { $id: 'Link', description: 'A short link.' },
)
export type Link = Static<typeof Link>

export const LinkList = listOf('LinkList', 'urls', Link, 'links')

export const LinkQuery = Type.Object({
  ...ListQuery.properties,
  order: defaulted(
    oneOf(['date', 'click'], {
      default: 'date',
      description: 'Newest first, or most clicks first.',
      examples: ['date'],
    }),
  ),
  q: Type.Optional(anyText('Words, each of which must be in the alias, URL, title or description.', 'sale', 255)),
  short: Type.Optional(
    anyText(
      'A short URL: only the link there. An alias alone: only the links that have it, on any domain.',
      'summer-sale',
      2048,
    ),
  ),
})
export type LinkQuery = Static<typeof LinkQuery>

export const LinkDetails = Type.Object(
  {
    ...Link.properties,
    type: typeWord,
    haspassword: Type.Boolean({ description: 'Whether visitors are asked for a password.', examples: [false] }),
    expiry: nullable(datetime('When it stops working.', '2030-01-01 00:00:00')),
    ...plain.shown,
    geotarget,
    parameters: Type.Array(Ref(Parameter), {
      maxItems: 100,
      description: 'Query parameters appended to the destination.',
    }),
    pixels,
    deeplink: nullable(deeplink),
  },
  { $id: 'LinkDetails', description: 'A short link with everything that can be written.' },
)
export type LinkDetails = Static<typeof LinkDetails>

export const LinkReply = success(
  'LinkReply',
  { details: Ref(LinkDetails), data: Ref(Statistics) },
  'The link and its statistics.',
)

export const NewLink = Type.Object(
  {
    url: longurl,
    custom: optional(newAlias),
    domain: optional(domainName),
    type: optional(type),
    password: optional(password),
    expiry: optional(expiry),
    ...plain.made,
    geotarget: optional(geotarget),
    parameters: optional(parameters),
    pixels: optional(pixels),
    channel: optional(idOf('channel to put it into')),
    campaign: optional(idOf('campaign to put it into')),
    deeplink: optional(deeplink),
    reuse: optional(
      Type.Boolean({
        description:
          'true: answer with the newest link that leads everyone to this URL already (at `custom`, where that is sent), if there is one.',
        examples: [false],
      }),
    ),
  },
  { $id: 'NewLink', description: 'A link to make. The same URL twice makes two links, unless `reuse` is true.' },
)
export type NewLink = Static<typeof NewLink>

export const LinkChange = Type.Object(
  {
    url: optional(longurl),
    custom: optional(custom),
    domain: optional(domainName),
    type: optional(type),
    password: clearable(password),
    expiry: clearable(expiry),
    ...plain.changed,
    geotarget: optional(geotarget),
    parameters: optional(parameters),
    pixels: optional(pixels),
    channel: clearable(idOf('channel to put it into; null takes it out of all')),
    campaign: clearable(idOf('campaign to put it into')),
    deeplink: clearable(deeplink),
  },
  {
    $id: 'LinkChange',
    description:
      'Changes to a link; what is not sent stays. A list that is sent replaces the one that was; `[]` empties it.',
  },
)
export type LinkChange = Static<typeof LinkChange>

const shorturl = urlOut('What to share: its address on its domain.', 'http://localhost:3000/summer-sale')

export const LinkCreated = success(
  'LinkCreated',
  { id: idOf('link'), shorturl, ...pictureWarnings },
  'The link was made, or found.',
)
export const LinkUpdated = success(
  'LinkUpdated',
  { id: idOf('link'), short: shorturl, shorturl, ...pictureWarnings },
  'The link was updated.',
)
export const LinkDeleted = done('LinkDeleted', 'Link has been deleted successfully.')

import { type Static, Type } from '@sinclair/typebox'
import {
  alias,
  anyText,
  count,
  datetime,
  externalId,
  future,
  id,
  multilineText,
  newAlias,
  text,
  timestamp,
  url,
  urlOut,
} from './fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { pictureWarnings } from './pictures.ts'
import { addition, checked, clearable, defaulted, named, nullable, oneOf, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'
import { DeepLink, DeviceTarget, GeoTarget, LanguageTarget, Parameter, SplitTarget, TimeTarget } from './targets.ts'

const longurl = url('Destination of the link.', 'https://example.com/page')
const custom = newAlias('Alias. Default: a generated one of 7 characters.')
const changedCustom = newAlias('New alias; the previous one stops working, unless `keepalias` is true.')
const aliases = Type.Array(newAlias('Another alias on the domain of the link.'), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Further aliases on the same domain that lead to this link; their visits count for it.',
  examples: [['spring-sale']],
})
const keepalias = Type.Boolean({
  description: 'true: when `custom` changes the alias, the previous one is kept in `aliases`.',
  examples: [true],
})
const domainName = checked(
  'host',
  text(
    "Branded domain of the account, with or without the scheme, or the service's own host, which is the default.",
    'https://go.example.com',
    2048,
  ),
)
const status = oneOf(['public', 'private'], {
  description: '`private`: visitors get the 404 page; only the owner can open the link.',
  examples: ['public'],
})
const bareType = Type.String({
  pattern: '^(direct|frame|splash|[1-9]\\d{0,14}|overlay-[1-9]\\d{0,14})$',
  maxLength: 24,
  'x-form':
    '`direct`, `frame`, `splash`, the id of a splash page, such as 42, or `overlay-` and an id, such as overlay-42',
})
const storedType = Type.String({ ...bareType, description: 'Type of the link, as in requests.', examples: ['direct'] })
const type = Type.Unsafe<string | number>(
  Type.Union([bareType, Type.Integer({ minimum: 1, maximum: 9007199254740991 })], {
    description:
      'How the destination is shown: `direct` (a redirect), `frame`, `splash`, the id of a splash page, or `overlay-<id>`.',
    examples: ['direct'],
  }),
)
const password = text('Password that visitors are asked for.', 'open sesame', 64)
const expiry = future('Expiry of the link; must be in the future.')
const expirationredirect = url(
  'Destination after the expiry or the last click. Default: a page that says so.',
  'https://example.com/over',
)
const start = timestamp('Time from which the link works; before the expiry.', '2029-12-01 00:00:00')
const startredirect = url(
  'Destination before `start`. Default: a page that says the link is not active yet.',
  'https://example.com/soon',
)
const redirectstatus = Type.Unsafe<301 | 302 | 307 | 308>(
  Type.Integer({
    enum: [301, 302, 307, 308],
    minimum: 301,
    maximum: 308,
    description:
      'Status of the redirect; 302 unless it is set. With 307 and 308 POST requests are redirected too. See docs/api.md for how long 301 and 308 may be cached.',
    examples: [302],
  }),
)
export type RedirectStatus = Static<typeof redirectstatus>
const pathforward = Type.Boolean({
  description:
    'Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.',
  examples: [true],
})
const clicklimit = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'Number of clicks after which the link stops working.',
  examples: [1000],
})
const description = multilineText('Note for the owner; not shown to visitors.', 'Autumn mailing')
const metatitle = text('Title of the link, and of its preview in messengers and social networks.', 'Summer sale')
const metadescription = multilineText('Text of the preview.', 'Everything must go')
const metaimage = url(
  'Picture of the preview. It is fetched once; visitors get the stored copy.',
  'https://example.com/sale.png',
)
const idOf = (noun: string) => id(`Id of the ${noun}.`)

const geotarget = Type.Array(Ref(GeoTarget), { maxItems: 250, description: 'Other destinations by country.' })
const devicetarget = Type.Array(Ref(DeviceTarget), {
  maxItems: 50,
  description: 'Other destinations by device, operating system or browser.',
})
const languagetarget = Type.Array(Ref(LanguageTarget), {
  maxItems: 200,
  description: 'Other destinations by language.',
})
const timetarget = Type.Array(Ref(TimeTarget), {
  maxItems: 50,
  description: 'Other destinations by day of the week and time of day.',
})
const splittarget = Type.Array(Ref(SplitTarget), {
  maxItems: 50,
  description: 'Destinations that share the visits by weight.',
})
// Existing clients send malformed items: those are ignored, not rejected. The document shows the valid form.
const parameters = Type.Array(
  Type.Unsafe<unknown>({
    'x-published': named('Parameter', Parameter),
  }),
  {
    maxItems: 100,
    description: 'Query parameters `{name, value}` appended to the destination; malformed items are ignored.',
    examples: [[{ name: 'aff', value: '3' }]],
  },
)
const pixels = Type.Array(id('Id of a pixel.'), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Ids of the pixels that fire on a visit.',
  examples: [[42]],
})
const deeplink = Type.Unsafe<DeepLink>({ ...Ref(DeepLink), description: 'App destinations of phones.' })
const forward = Type.Boolean({
  description: 'Whether the query string of the visit is added to the destination.',
  examples: [true],
})
const publicstats = Type.Boolean({
  description: 'Whether the statistics page, `<short URL>+`, is public.',
  examples: [false],
})

const plain = storedFields(
  {
    status,
    redirectstatus,
    forward,
    pathforward,
    publicstats,
    devicetarget,
    languagetarget,
    timetarget,
    splittarget,
  },
  {
    startredirect,
    externalid: externalId('link'),
    expirationredirect,
    clicklimit,
    description,
    metatitle,
    metadescription,
    metaimage,
  },
)
export const plainLinkFields = plain.names

const shorturl = urlOut('Short URL of the link, on its domain.', 'https://go.example.com/summer-sale')

export const Link = Type.Object(
  {
    id: idOf('link'),
    alias: alias('Alias: the path of the short URL.'),
    shorturl,
    longurl,
    title: nullable(text('Title of the link: its `metatitle`.', 'Summer sale')),
    description: plain.shown.description,
    externalid: plain.shown.externalid,
    clicks: count('Number of visits.'),
    uniqueclicks: count('Unique visitors, each counted once per day.'),
    campaign: nullable(idOf('campaign that the link is in')),
    channel: nullable(idOf('channel that the link was assigned to last')),
    domain: nullable(
      urlOut("Branded domain of the link; null: the service's own host, or none.", 'https://go.example.com'),
    ),
    attached: Type.Boolean({
      description:
        'false if the domain of the link was deleted: the link is not served until it gets another domain. `shorturl` shows the previous URL.',
      examples: [true],
    }),
    date: datetime('Time of creation.'),
  },
  { $id: 'Link', description: 'A short link.' },
)
export type Link = Static<typeof Link>

export const LinkList = listOf('LinkList', 'urls', Link, 'links', {
  atleast: Type.Optional(
    Type.Boolean({
      description:
        'True: a search found more than `result`, which counts up to 10,000 or the next page. Else not sent.',
      examples: [true],
    }),
  ),
})

export const LinkQuery = Type.Object({
  ...CreatedQuery.properties,
  order: defaulted(
    oneOf(['date', 'click'], {
      default: 'date',
      description: 'Order: `date` is newest first, `click` is most clicks first.',
      examples: ['date'],
    }),
  ),
  q: Type.Optional(anyText('Search words: each must occur in the alias, URL, title or description.', 'sale', 255)),
  direction: addition(
    defaulted(
      oneOf(['asc', 'desc'], {
        default: 'desc',
        description: 'Direction of the order: `desc` is newest or most clicked first, `asc` the reverse.',
        examples: ['desc'],
      }),
    ),
  ),
  campaign: addition(Type.Optional(idOf('campaign that the links are in'))),
  channel: addition(Type.Optional(idOf('channel that the links are in'))),
  domain: addition(Type.Optional(domainName)),
  status: addition(Type.Optional(status)),
  externalid: addition(Type.Optional(externalId('link'))),
  short: Type.Optional(
    anyText(
      'Short URL of the link to find, or an alias, which finds the links with it on any domain.',
      'summer-sale',
      8192,
    ),
  ),
})
export type LinkQuery = Static<typeof LinkQuery>

export const LinkDetails = Type.Object(
  {
    ...Link.properties,
    aliases: Type.Array(alias('Another alias of the link.'), {
      maxItems: 20,
      description: 'Further aliases on the same domain that lead to this link.',
      examples: [['spring-sale']],
    }),
    type: storedType,
    haspassword: Type.Boolean({ description: 'Whether visitors are asked for a password.', examples: [false] }),
    start: nullable(datetime('Time from which the link works.', '2029-12-01 00:00:00')),
    expiry: nullable(datetime('Expiry of the link.', '2030-01-01 00:00:00')),
    ...plain.shown,
    geotarget,
    parameters: Type.Array(Ref(Parameter), {
      maxItems: 100,
      description: 'Query parameters appended to the destination.',
    }),
    pixels,
    deeplink: nullable(deeplink),
  },
  { $id: 'LinkDetails', description: 'A short link with all writable fields.' },
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
    custom: optional(custom),
    aliases: optional(aliases),
    domain: optional(domainName),
    type: optional(type),
    password: optional(password),
    start: optional(start),
    expiry: optional(expiry),
    ...plain.created,
    geotarget: optional(geotarget),
    parameters: optional(parameters),
    pixels: optional(pixels),
    channel: optional(idOf('channel to assign the link to')),
    campaign: optional(idOf('campaign to assign the link to')),
    deeplink: optional(deeplink),
    reuse: optional(
      Type.Boolean({
        description:
          'true: return the newest existing link that sends all visitors to this URL (with the alias `custom` and the `externalid` if they are sent), if there is one.',
        examples: [false],
      }),
    ),
  },
  { $id: 'NewLink', description: 'A link to create. The same URL twice creates two links, unless `reuse` is true.' },
)
export type NewLink = Static<typeof NewLink>

export const LinkChange = Type.Object(
  {
    url: optional(longurl),
    custom: optional(changedCustom),
    aliases: optional(aliases),
    keepalias: optional(keepalias),
    domain: optional(domainName),
    type: optional(type),
    password: clearable(password),
    start: clearable(start),
    expiry: clearable(expiry),
    ...plain.changed,
    geotarget: optional(geotarget),
    parameters: optional(parameters),
    pixels: optional(pixels),
    channel: clearable(idOf('channel to assign the link to; null removes it from all channels')),
    campaign: clearable(idOf('campaign to assign the link to')),
    deeplink: clearable(deeplink),
  },
  {
    $id: 'LinkChange',
    description:
      'Changes to a link; fields that are not sent keep their value. A list replaces the stored one; `[]` empties it.',
  },
)
export type LinkChange = Static<typeof LinkChange>

export const LinkCreated = success(
  'LinkCreated',
  {
    id: idOf('link'),
    // On the service's own host, with a generated alias: the example request names neither.
    shorturl: { ...shorturl, examples: ['http://localhost:3000/Zx81KqP'] },
    ...pictureWarnings,
  },
  'The link was created or, with `reuse`, found.',
)
export const LinkUpdated = success(
  'LinkUpdated',
  { id: idOf('link'), short: shorturl, shorturl, ...pictureWarnings },
  'The link was updated.',
)
export const LinkDeleted = done('LinkDeleted', 'Link has been deleted successfully.')

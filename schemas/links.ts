import { type Static, Type } from '@sinclair/typebox'
import { alias, anyText, count, datetime, externalId, text, urlOut } from './fields.ts'
import {
  aliases,
  changedCustom,
  clicklimit,
  custom,
  deeplink,
  description,
  devicetarget,
  domainName,
  expirationredirect,
  expiry,
  forward,
  geotarget,
  idOf,
  keepalias,
  languagetarget,
  longurl,
  metadescription,
  metaimage,
  metatitle,
  parameters,
  password,
  pathforward,
  pixels,
  publicstats,
  redirectstatus,
  referrerpath,
  splittarget,
  start,
  startredirect,
  status,
  storedType,
  timetarget,
  type,
  watch,
} from './link-fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { pictureWarnings } from './pictures.ts'
import { addition, clearable, defaulted, nullable, oneOf, optional, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'
import { Parameter } from './targets.ts'

const plain = storedFields(
  {
    status,
    redirectstatus,
    forward,
    pathforward,
    publicstats,
    referrerpath,
    devicetarget,
    languagetarget,
    timetarget,
    splittarget,
    watch,
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
  q: Type.Optional(anyText('Search words: each must occur in an alias, the URL, title or description.', 'sale', 255)),
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
  broken: addition(
    Type.Optional(
      Type.Boolean({
        description: 'true: only watched links whose destination is broken; false: only others.',
        examples: [true],
      }),
    ),
  ),
  short: Type.Optional(
    anyText(
      'Short URL of the link to find, or an alias, which finds the links with it on any domain.',
      'summer-sale',
      8192,
    ),
  ),
})
export type LinkQuery = Static<typeof LinkQuery>

export const LinkHealth = Type.Object(
  {
    broken: Type.Boolean({
      description:
        'Whether the last checks failed: two in a row with 404 or 410, three with a status of 500 or more or without a response.',
      examples: [false],
    }),
    since: nullable(datetime('Since when it is broken; null: it is not.')),
    checked: nullable(datetime('Time of the last check; null: there was none since `watch` or `url` changed.')),
    status: nullable(
      Type.Integer({
        minimum: 100,
        maximum: 999,
        description: 'HTTP status of the last check; null: none.',
        examples: [200],
      }),
    ),
    fault: nullable(text('Why the last check got no response.', 'The server took too long to answer.')),
  },
  { $id: 'LinkHealth', description: 'Whether the destination of a link answers.' },
)
export type LinkHealth = Static<typeof LinkHealth>

export const LinkQuarantine = Type.Object(
  {
    since: datetime('Since when visitors get a page that says that the link is blocked.'),
    until: nullable(datetime('When it ends; null: when the operator lifts it.', '2030-01-31 00:00:00')),
    reason: nullable(text('Why, as the operator wrote it.', 'reported as phishing', 500)),
  },
  {
    $id: 'LinkQuarantine',
    description:
      'The operator has quarantined the link, which can be neither changed nor deleted meanwhile; null: not.',
  },
)
export type LinkQuarantine = Static<typeof LinkQuarantine>

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
    health: nullable(Ref(LinkHealth)),
    quarantine: addition(nullable(Ref(LinkQuarantine))),
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
          'true: return the newest existing link to this URL that has all that the request asks for, if there is one; texts, `publicstats` and `watch` are not compared. A link that is private, starts later, expires, has a click limit, another type, targets, parameters or a deep link is only found by a request for the same; one with a password never. If another link has the `custom` or `externalid`, the answer is 409.',
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

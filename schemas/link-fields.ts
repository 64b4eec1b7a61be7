import { type Static, Type } from '@sinclair/typebox'
import { future, id, multilineText, newAlias, text, timestamp, url } from './fields.ts'
import { checked, named, oneOf, Ref } from './ref.ts'
import { DeepLink, DeviceTarget, GeoTarget, LanguageTarget, Parameter, SplitTarget, TimeTarget } from './targets.ts'

// The fields of a link, as requests have them.

export const longurl = url('Destination of the link.', 'https://example.com/page')
export const custom = newAlias('Alias. Default: a generated one of 7 characters.')
export const changedCustom = newAlias('New alias; the previous one stops working, unless `keepalias` is true.')
export const aliases = Type.Array(newAlias('Another alias on the domain of the link.'), {
  maxItems: 20,
  uniqueItems: true,
  description: 'Further aliases on the same domain that lead to this link; their visits count for it.',
  examples: [['spring-sale']],
})
export const keepalias = Type.Boolean({
  description: 'true: when `custom` changes the alias, the previous one is kept in `aliases`.',
  examples: [true],
})
export const domainName = checked(
  'host',
  text(
    "Branded domain of the account, with or without the scheme, or the service's own host, which is the default.",
    'https://go.example.com',
    2048,
  ),
)
export const status = oneOf(['public', 'private'], {
  description: '`private`: visitors get the 404 page; only the owner can open the link.',
  examples: ['public'],
})
const bareType = Type.String({
  pattern: '^(direct|frame|splash|[1-9]\\d{0,14}|overlay-[1-9]\\d{0,14})$',
  maxLength: 24,
  'x-form':
    '`direct`, `frame`, `splash`, the id of a splash page, such as 42, or `overlay-` and an id, such as overlay-42',
})
export const storedType = Type.String({
  ...bareType,
  description: 'Type of the link, as in requests.',
  examples: ['direct'],
})
export const type = Type.Unsafe<string | number>(
  Type.Union([bareType, Type.Integer({ minimum: 1, maximum: 9007199254740991 })], {
    description:
      'How the destination is shown: `direct` (a redirect), `frame`, `splash`, the id of a splash page, or `overlay-<id>`.',
    examples: ['direct'],
  }),
)
export const password = text('Password that visitors are asked for.', 'open sesame', 64)
export const expiry = future('Expiry of the link; must be in the future.')
export const expirationredirect = url(
  'Destination after the expiry or the last click. Default: a page that says so.',
  'https://example.com/over',
)
export const start = timestamp('Time from which the link works; before the expiry.', '2029-12-01 00:00:00')
export const startredirect = url(
  'Destination before `start`. Default: a page that says the link is not active yet.',
  'https://example.com/soon',
)
export const redirectstatus = Type.Unsafe<301 | 302 | 307 | 308>(
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
export const pathforward = Type.Boolean({
  description:
    'Whether what follows the alias in a path is added to the destination, with its query: `<short URL>/more?a=b`.',
  examples: [true],
})
export const watch = Type.Boolean({
  description:
    'Whether the destination `url` is checked regularly. `health` shows the result; the events `link.broken` and `link.recovered` report changes.',
  examples: [true],
})
export const clicklimit = Type.Integer({
  minimum: 1,
  maximum: 1_000_000_000,
  description: 'Number of clicks after which the link stops working.',
  examples: [1000],
})
export const description = multilineText('Note for the owner; not shown to visitors.', 'Autumn mailing')
export const metatitle = text('Title of the link, and of its preview in messengers and social networks.', 'Summer sale')
export const metadescription = multilineText('Text of the preview.', 'Everything must go')
export const metaimage = url(
  'Picture of the preview. It is fetched once; visitors get the stored copy.',
  'https://example.com/sale.png',
)
export const idOf = (noun: string) => id(`Id of the ${noun}.`)

export const geotarget = Type.Array(Ref(GeoTarget), { maxItems: 250, description: 'Other destinations by country.' })
export const devicetarget = Type.Array(Ref(DeviceTarget), {
  maxItems: 50,
  description: 'Other destinations by device, operating system or browser.',
})
export const languagetarget = Type.Array(Ref(LanguageTarget), {
  maxItems: 200,
  description:
    'Other destinations by language. A target with the URL of the link itself says which language that one has.',
})
export const timetarget = Type.Array(Ref(TimeTarget), {
  maxItems: 50,
  description: 'Other destinations by day of the week and time of day.',
})
export const splittarget = Type.Array(Ref(SplitTarget), {
  maxItems: 50,
  description: 'Destinations that share the visits by weight.',
})
// Existing clients send malformed items: those are ignored, not rejected. The document shows the valid form.
export const parameters = Type.Array(
  Type.Unsafe<unknown>({
    'x-published': named('Parameter', Parameter),
  }),
  {
    maxItems: 100,
    description: 'Query parameters `{name, value}` appended to the destination; malformed items are ignored.',
    examples: [[{ name: 'aff', value: '3' }]],
  },
)
export const pixels = Type.Array(id('Id of a pixel.'), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Ids of the pixels that fire on a visit.',
  examples: [[42]],
})
export const deeplink = Type.Unsafe<DeepLink>({ ...Ref(DeepLink), description: 'App destinations of phones.' })
export const forward = Type.Boolean({
  description: 'Whether the query string of the visit is added to the destination.',
  examples: [true],
})
export const publicstats = Type.Boolean({
  description: 'Whether the statistics page, `<short URL>+`, is public.',
  examples: [false],
})
export const referrerpath = Type.Boolean({
  description: 'Whether visits keep the path of the page that they came from, besides its host.',
  examples: [false],
})

import { type Static, Type } from '@sinclair/typebox'
import { anyText, appUrl, text, url } from './fields.ts'
import { checked, optional } from './ref.ts'

const link = url('Destination of these visits.', 'https://example.com/de')
const clock = (description: string, example: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    'x-form': `a time of day, such as ${example}`,
    description: `${description}, \`HH:MM\`.`,
    examples: [example],
  })

export const GeoTarget = Type.Object(
  { location: checked('country', text('Country: ISO 3166-1 alpha-2 code, or English name.', 'DE', 100)), link },
  { $id: 'GeoTarget', description: 'Another destination for a country.' },
)
export type GeoTarget = Static<typeof GeoTarget>

/** The values of a device target: kinds of devices, operating systems and browsers. */
export const DEVICE_NAMES = [
  ...['mobile', 'tablet', 'desktop', 'tv'],
  ...['iphone', 'ipad', 'ios', 'android', 'windows', 'macos', 'linux', 'chromeos', 'blackberry', 'windows phone'],
  ...['harmonyos', 'tizen', 'webos', 'playstation 4', 'roku', 'bada'],
  ...['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung internet'],
] as const
export type DeviceName = (typeof DEVICE_NAMES)[number]

export const DeviceTarget = Type.Object(
  {
    device: checked(
      'device',
      text(`Device, system or browser, in upper or lower case: ${DEVICE_NAMES.join(', ')}.`, 'android', 64),
    ),
    link,
  },
  { $id: 'DeviceTarget', description: 'Another destination for a device, system or browser.' },
)
export type DeviceTarget = Static<typeof DeviceTarget>

export const LanguageTarget = Type.Object(
  { language: checked('language', text('Language: a tag like `de` or `pt-BR`, or an English name.', 'de', 64)), link },
  { $id: 'LanguageTarget', description: 'Another destination for a language.' },
)
export type LanguageTarget = Static<typeof LanguageTarget>

export const TimeTarget = Type.Object(
  {
    from: clock('Start of the window', '09:00'),
    to: clock('End of the window, exclusive; may be past midnight', '17:00'),
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'Days of the week on which the window starts: 1 is Monday, 7 is Sunday.',
      examples: [[1, 2, 3, 4, 5]],
    }),
    timezone: checked(
      'timezone',
      text('IANA time zone, in upper or lower case; stored under its current name.', 'Europe/Berlin', 64),
    ),
    link,
  },
  { $id: 'TimeTarget', description: 'Another destination during a window of the week.' },
)
export type TimeTarget = Static<typeof TimeTarget>

export const SplitTarget = Type.Object(
  {
    link,
    weight: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Share of the visits, relative to the others.',
      examples: [50],
    }),
  },
  { $id: 'SplitTarget', description: 'A destination that gets a share of the visits.' },
)
export type SplitTarget = Static<typeof SplitTarget>

export const Parameter = Type.Object(
  {
    name: text('Name of the query parameter.', 'aff'),
    value: anyText('Value of the query parameter.', '3', 2048),
  },
  { $id: 'Parameter', description: 'A query parameter appended to the destination.' },
)
export type Parameter = Static<typeof Parameter>

export const DeepLink = Type.Object(
  {
    auto: optional(
      Type.Boolean({
        description: 'Whether phones are redirected to the app. Default true.',
        examples: [true],
      }),
    ),
    apple: optional(
      appUrl(
        'Destination of iPhones and iPads: a web page, or a URL of an app (`myapp://…`) whose scheme `APP_SCHEMES` names.',
        'https://apps.apple.com/app/id1',
      ),
    ),
    google: optional(
      appUrl(
        'Destination of Android devices: a web page, or a URL of an app (`myapp://…`) whose scheme `APP_SCHEMES` names.',
        'https://play.google.com/store/apps/details?id=com.example',
      ),
    ),
  },
  { $id: 'DeepLink', description: 'App destinations of phones.' },
)
export type DeepLink = Static<typeof DeepLink>

import { type Static, Type } from '@sinclair/typebox'
import { optional } from './ref.ts'

// Bounds under which the published files have less than 128 KiB, as much as Apple reads.
const MAX_APPS = 10
const MAX_PATTERNS = 20

const FINGERPRINT = Array(8).fill('14:6D:E9:83').join(':')

const patterns = (description: string, example: string) =>
  optional(
    Type.Array(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^/[\\x21\\x22\\x24-\\x7E]*$',
        'x-form': `a path that starts with a slash, such as ${example}`,
        description: 'Pattern of a path: `*` stands for any characters, `?` for one.',
        examples: [example],
      }),
      { maxItems: MAX_PATTERNS, description, examples: [[example]] },
    ),
  )

const scope = {
  paths: patterns(
    'Paths that open the app. Default: all but those of pictures, statistics and the service.',
    '/promo/*',
  ),
  exclude: patterns('Paths that never open the app.', '/terms'),
}

export const AppleApp = Type.Object(
  {
    app: Type.String({
      maxLength: 166,
      pattern: '^[A-Z0-9]{10}\\.[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$',
      'x-form': 'a prefix of ten capital letters or digits, a dot and a bundle id, such as ABCDE12345.com.example.app',
      description: 'App id: the prefix (the id of the team) and the bundle id.',
      examples: ['ABCDE12345.com.example.app'],
    }),
    ...scope,
  },
  { $id: 'AppleApp', description: 'An app of iPhones, iPads and Macs that opens links of a domain.' },
)
export type AppleApp = Static<typeof AppleApp>

export const AndroidApp = Type.Object(
  {
    package: Type.String({
      maxLength: 255,
      pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
      'x-form': 'a package name of two or more parts, such as com.example.app',
      description: 'Package name of the app.',
      examples: ['com.example.app'],
    }),
    fingerprints: Type.Array(
      Type.String({
        pattern: '^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31}$',
        'x-form': `32 pairs of hexadecimal digits with colons between them, such as ${FINGERPRINT}`,
        description: 'SHA-256 fingerprint of a certificate.',
        examples: [FINGERPRINT],
      }),
      {
        minItems: 1,
        maxItems: MAX_APPS,
        description: 'SHA-256 fingerprints of the certificates that the app is signed with.',
        examples: [[FINGERPRINT]],
      },
    ),
    ...scope,
  },
  {
    $id: 'AndroidApp',
    description: 'An Android app that opens links of a domain; before Android 15 its manifest alone chooses the paths.',
  },
)
export type AndroidApp = Static<typeof AndroidApp>

/** Options of the lists of apps: of a domain, and of the service's own host. */
export const appleList = {
  maxItems: MAX_APPS,
  description: 'Apps of iPhones, iPads and Macs that open the links of the domain.',
}
export const androidList = { maxItems: MAX_APPS, description: 'Android apps that open the links of the domain.' }

/** The apps that open the links of a host. */
export interface AppLinks {
  apple: readonly AppleApp[]
  android: readonly AndroidApp[]
}

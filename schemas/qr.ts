import { type Static, Type } from '@sinclair/typebox'
import { rgbColor } from './colors.ts'
import { count, datetime, externalId, id, text, urlOut } from './fields.ts'
import { domainName } from './link-fields.ts'
import { CreatedQuery, listOf } from './lists.ts'
import { QrWarning } from './qr-check.ts'
import { otherContent, QR_TYPES, QrContent } from './qr-content.ts'
import { QrDesign } from './qr-design.ts'
import { addition, checked, clearable, defaulted, nullable, oneOf, optional, publishedWith, Ref } from './ref.ts'
import { done, success } from './replies.ts'
import { Statistics } from './statistics.ts'
import { storedFields } from './stored-fields.ts'

const type = oneOf(QR_TYPES, { description: 'Type of the content.', examples: ['link'] })

export const codeColors = {
  background: rgbColor('Color of the light modules', 'rgb(255,255,255)'),
  foreground: rgbColor('Color of the dark modules', 'rgb(20,40,90)'),
}
const { background, foreground } = codeColors
const logo = checked(
  'logo',
  Type.String({
    minLength: 1,
    maxLength: 1_400_000,
    description:
      'A PNG or JPEG picture for the middle of the code, at most 1 MiB and 4,096 pixels each way: a path in the server’s ' +
      'assets directory, an http or https URL (fetched once), or a data URI.',
    examples: ['https://example.com/logo.png'],
  }),
)
const design = Type.Unsafe<QrDesign>({
  ...Ref(QrDesign),
  description: 'How the code looks, besides its colors and logo. Every field is optional.',
})
/** What a code looks like. */
export const appearance = { background, foreground, logo, design }
const name = text('Name of the code. Default: taken from its content.', 'Menu')
const isStatic = Type.Boolean({
  description:
    'true: the picture encodes the content itself; scans are then not counted and the content cannot change after ' +
    'printing. Codes of the types text and wifi are always static, those of the type app never.',
  examples: [false],
})
const domain = Type.Unsafe<string>({
  ...domainName,
  description:
    "Branded domain of the account for the addresses of the code, with or without the scheme, or the service's own host, which is the default.",
})
const link = urlOut('Public URL of the picture.', 'http://localhost:3000/qr/Zx81KqP')

const publicstats = Type.Boolean({
  description: 'Whether the statistics page, the `scan` URL followed by `+`, is public.',
  examples: [false],
})

const plain = storedFields({ name, publicstats }, { externalid: externalId('QR code') })
export const plainQrFields = plain.names

export const QrCode = Type.Object(
  {
    id: id('Id of the QR code.'),
    link,
    scans: count('Number of scans.'),
    name,
    externalid: addition(plain.shown.externalid),
    domain: addition({
      ...nullable(
        urlOut("Branded domain of the code; null: the service's own host, or none.", 'https://go.example.com'),
      ),
      // As of a code that was created without one.
      examples: [null],
    }),
    attached: addition(
      Type.Boolean({
        description:
          'false if the domain of the code was deleted: the code is not served there until the domain is added again. `link` shows the previous URL.',
        examples: [true],
      }),
    ),
    date: datetime('Time of creation.'),
  },
  { $id: 'QrCode', description: 'A QR code.' },
)
export type QrCode = Static<typeof QrCode>

export const QrDetails = Type.Object(
  {
    ...QrCode.properties,
    uniquescans: addition(count('Number of different visitors per day, summed up.')),
    name: plain.shown.name,
    externalid: addition(plain.shown.externalid),
    type: addition(type),
    data: Ref(QrContent),
    background: addition(nullable(background)),
    foreground: addition(nullable(foreground)),
    logo: addition(nullable(logo)),
    design: addition(nullable(design)),
    static: addition(isStatic),
    publicstats: addition(plain.shown.publicstats),
    scan: addition(urlOut('URL encoded in the picture of a dynamic code.', 'http://localhost:3000/q/Zx81KqP')),
    picture: addition(
      urlOut(
        'URL of the current picture. It changes with the picture, so that it can be cached without a limit.',
        'http://localhost:3000/qr/Zx81KqP?v=3f2a9c',
      ),
    ),
  },
  { $id: 'QrDetails', description: 'A QR code with all writable fields.' },
)
export type QrDetails = Static<typeof QrDetails>

export const QrList = listOf('QrList', 'qrs', QrCode, 'QR codes')

export const QrQuery = Type.Object({
  ...CreatedQuery.properties,
  channel: addition(Type.Optional(id('Id of the channel that the codes are in.'))),
  externalid: addition(Type.Optional(externalId('QR code'))),
  domain: addition(
    Type.Optional({
      ...domainName,
      description: 'Domain of the codes, with or without the scheme; that of the service for those without one.',
    }),
  ),
})

export const QrReply = success(
  'QrReply',
  { details: Ref(QrDetails), data: Ref(Statistics) },
  'One QR code and its statistics.',
)

export const WriteQuery = Type.Object({
  strict: addition(
    defaulted(
      Type.Boolean({
        default: false,
        description: 'true: a code that phones may not read is rejected instead of created with warnings.',
        examples: [true],
      }),
    ),
  ),
})

export const NewQr = checked(
  'qrContent',
  publishedWith(
    otherContent,
    Type.Object(
      {
        type,
        data: Ref(QrContent),
        background: optional(background),
        foreground: optional(foreground),
        logo: optional(logo),
        design: addition(optional(design)),
        name: addition(plain.created.name),
        externalid: addition(plain.created.externalid),
        static: addition(optional(isStatic)),
        domain: addition(optional(domain)),
        template: addition(
          optional(
            id(
              'Id of a template of the account, from which colors, logo and design are copied that are not in the request.',
            ),
          ),
        ),
        publicstats: addition(plain.created.publicstats),
      },
      { $id: 'NewQr', description: 'A QR code to create.' },
    ),
  ),
)
export type NewQr = Static<typeof NewQr>

export const QrChange = checked(
  'qrContent',
  publishedWith(
    otherContent,
    Type.Object(
      {
        data: Ref(QrContent),
        type: optional(type),
        background: clearable(background),
        foreground: clearable(foreground),
        logo: clearable(logo),
        design: addition(clearable(design)),
        name: addition(plain.changed.name),
        externalid: addition(plain.changed.externalid),
        static: addition(
          optional({
            ...isStatic,
            description: `${isStatic.description} Not sent: unchanged, also with another type; false for a code that was of the type text or wifi and gets a type with a choice.`,
          }),
        ),
        domain: addition(
          optional({
            ...domain,
            description: `${domain.description} Printed pictures go on working on the previous one.`,
          }),
        ),
        publicstats: addition(plain.changed.publicstats),
      },
      { $id: 'QrChange', description: 'Changes to a QR code; `data` is required.' },
    ),
  ),
)
export type QrChange = Static<typeof QrChange>

export const codeWarnings = Type.Optional(
  Type.Array(Ref(QrWarning), { description: 'Why phones may not read the picture; absent if they can.' }),
)
const warnings = addition(codeWarnings)

export const QrCreated = success(
  'QrCreated',
  { id: id('Id of the new code.'), link, warnings },
  'The QR code was created.',
)

export const QrUpdated = Type.Composite(
  [done('QrUpdated', 'QR has been updated successfully.'), Type.Object({ warnings })],
  {
    $id: 'QrUpdated',
    description: 'The operation succeeded: “QR has been updated successfully.”',
  },
)
export const QrDeleted = done('QrDeleted', 'QR Code has been deleted successfully.')

export const PictureQuery = Type.Object({
  size: Type.Optional(
    Type.Integer({
      minimum: 64,
      maximum: 4096,
      description: 'Width and height in pixels. Default: about 400.',
      examples: [600],
    }),
  ),
  margin: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 16, description: 'Quiet zone in modules. Default 4.', examples: [4] }),
  ),
})

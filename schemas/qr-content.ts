import { type Static, type TObject, Type } from '@sinclair/typebox'
import { prose, text, url } from './fields.ts'
import { named, oneOf, optional } from './ref.ts'

export const QR_TYPES = ['text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi'] as const
export type QrType = (typeof QR_TYPES)[number]

/** The digits that a symbol of the largest version holds: nothing longer can be a code. */
export const LONGEST_TEXT = 7089

const phone = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^\\+?[-0-9(). /,*#]+$',
    'x-form': 'a phone number, such as +49 30 901820',
    description,
    examples: ['+49 30 901820'],
  })
const email = (description: string) =>
  Type.String({
    minLength: 3,
    maxLength: 254,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    'x-form': 'an e-mail address, such as ada@example.com',
    description,
    examples: ['ada@example.com'],
  })

/**
 * What a code of each type holds, by its fields, which stand in the order in which an array gives their values. What is
 * wrong with a value is told by the reader of contents, in words of its own.
 */
export const QR_CONTENTS = {
  text: named(
    'QrText',
    Type.Object(
      { text: prose('The text that the picture holds.', 'Boil the water before drinking', LONGEST_TEXT) },
      { description: 'Of a code of the type `text`.' },
    ),
  ),
  vcard: named(
    'QrVcard',
    Type.Object(
      {
        fname: text('First name.', 'Ada'),
        lname: optional(text('Last name.', 'Lovelace')),
        phone: optional(phone('Telephone number.')),
        email: optional(email('E-mail address.')),
        company: optional(text('Company they work for.', 'Analytical Engines')),
        site: optional(text('Web site; without a scheme it is taken as https.', 'https://example.com', 2048)),
        address: optional(prose('Postal address, over several lines.', '12 St James’s Square\nLondon')),
      },
      { description: 'Of a code of the type `vcard`: a visiting card.' },
    ),
  ),
  link: named(
    'QrLink',
    Type.Object(
      { link: url('Where a scan leads.', 'https://example.com/menu') },
      { description: 'Of a code of the type `link`.' },
    ),
  ),
  email: named(
    'QrEmail',
    Type.Object(
      {
        email: email('Whom the message is for.'),
        subject: optional(text('Its subject.', 'Booking')),
        body: optional(prose('What it says to begin with.', 'I would like to book two bunks.')),
      },
      { description: 'Of a code of the type `email`: a message to be sent.' },
    ),
  ),
  phone: named(
    'QrPhone',
    Type.Object({ phone: phone('The number to be called.') }, { description: 'Of a code of the type `phone`.' }),
  ),
  sms: named(
    'QrSms',
    Type.Object(
      {
        phone: phone('The number that the message is for.'),
        message: optional(prose('What it says to begin with.', 'Is the hut open?')),
      },
      { description: 'Of a code of the type `sms`: a text message to be sent.' },
    ),
  ),
  wifi: named(
    'QrWifi',
    Type.Object(
      {
        ssid: text('Name of the network.', 'Hut'),
        pass: optional(text('Its password.', 'mountain air')),
        encryption: oneOf(['WPA', 'WEP', 'nopass'], {
          description: 'How it is protected; `nopass`: not at all.',
          examples: ['WPA'],
        }),
        hidden: optional(Type.Boolean({ description: 'Whether it hides its name.', examples: [false] })),
      },
      { description: 'Of a code of the type `wifi`: a wireless network to be joined.' },
    ),
  ),
} satisfies Record<QrType, TObject>

/** The content of a code as it is kept: a string, an object of the known fields, or their values in order. */
export type QrData = string | Record<string, string | boolean> | (string | boolean | null)[]

const string = Type.String({ minLength: 1, maxLength: LONGEST_TEXT })
const values = Type.Array(Type.Union([Type.String(), Type.Boolean(), Type.Null()]), { minItems: 1, maxItems: 100 })
const said = {
  description:
    'The content to embed: a string (the main value), the object of the type of the code, or an array of the values of ' +
    'that object in their order. A string of a wifi or vcard code is the finished payload; one of a link code is an ' +
    'http or https address.',
  examples: ['https://example.com/menu'],
}

// Which object it must be follows from the type beside it: the reader of contents sees to that.
export const QrContent = Type.Unsafe<QrData>(
  Type.Union([string, Type.Object({}, { additionalProperties: true }), values], {
    $id: 'QrContent',
    ...said,
    'x-published': { ...Type.Union([string, ...Object.values(QR_CONTENTS), values]), ...said },
  }),
)
export type QrContent = Static<typeof QrContent>

/** For the document: which `data` a body with this `type` must not have. */
export const otherContent = {
  not: {
    anyOf: QR_TYPES.map((type) => ({
      required: ['type', 'data'],
      properties: {
        type: { enum: [type] },
        data: {
          type: 'object',
          not: { $ref: `#/components/schemas/${QR_CONTENTS[type]['x-component']}` },
        },
      },
    })),
  },
}

import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { multilineText, text, timestamp, url } from './fields.ts'
import { named, oneOf, optional } from './ref.ts'

export const QR_TYPES = [
  'text',
  'vcard',
  'link',
  'email',
  'phone',
  'sms',
  'wifi',
  'event',
  'geo',
  'whatsapp',
  'app',
] as const
export type QrType = (typeof QR_TYPES)[number]

/** The length of the longest URL. Of what a picture contains itself even less fits: at most 7,089 digits. */
export const MAX_QR_TEXT = 8192

const phone = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^\\+?[-0-9(). /,*#]+$',
    'x-form': 'a phone number, such as +49 30 901820',
    description,
    examples: ['+49 30 901820'],
  })
const internationalPhone = (description: string) =>
  Type.String({
    minLength: 8,
    maxLength: 64,
    pattern: '^(\\+|00)([-(). /]*[0-9]){7,15}[-(). /]*$',
    'x-form': 'a phone number with its country code, such as +49 30 901820',
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

const localTime = (description: string, example: string) => timestamp(description, example, 'In `timezone`')
const degrees = (description: string, most: number, example: number) =>
  Type.Number({ minimum: -most, maximum: most, description, examples: [example] })

/**
 * The content of a code by type. The order of the fields is that of the values in an array. Values are validated by
 * src/qr/content.ts: these schemas are only published.
 */
export const QR_CONTENTS = {
  text: named(
    'QrText',
    Type.Object(
      { text: multilineText('The text encoded in the picture.', 'Boil the water before drinking', MAX_QR_TEXT) },
      { description: 'Content of a code of the type `text`.' },
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
        company: optional(text('Company name.', 'Analytical Engines')),
        site: optional(text('Website; `https://` is added if there is no scheme.', 'https://example.com', 2048)),
        address: optional(
          multilineText('Postal address, which may have several lines.', '12 St James’s Square\nLondon'),
        ),
      },
      { description: 'Content of a code of the type `vcard`: a contact card.' },
    ),
  ),
  link: named(
    'QrLink',
    Type.Object(
      { link: url('Where a scan leads.', 'https://example.com/menu') },
      { description: 'Content of a code of the type `link`.' },
    ),
  ),
  email: named(
    'QrEmail',
    Type.Object(
      {
        email: email('Recipient.'),
        subject: optional(text('Subject line.', 'Booking')),
        body: optional(multilineText('Initial text of the message.', 'I would like to book two bunks.')),
      },
      { description: 'Content of a code of the type `email`: an e-mail to be sent.' },
    ),
  ),
  phone: named(
    'QrPhone',
    Type.Object({ phone: phone('Number to call.') }, { description: 'Content of a code of the type `phone`.' }),
  ),
  sms: named(
    'QrSms',
    Type.Object(
      {
        phone: phone('Number of the recipient.'),
        message: optional(multilineText('Initial text of the message.', 'Is the hut open?')),
      },
      { description: 'Content of a code of the type `sms`: a text message to be sent.' },
    ),
  ),
  wifi: named(
    'QrWifi',
    Type.Object(
      {
        ssid: text('Name of the network (SSID).', 'Hut'),
        pass: optional(text('Password of the network.', 'mountain air')),
        encryption: oneOf(['WPA', 'WEP', 'nopass'], {
          description: 'Encryption of the network; `nopass` for an open one.',
          examples: ['WPA'],
        }),
        hidden: optional(Type.Boolean({ description: 'Whether the network hides its name.', examples: [false] })),
      },
      { description: 'Content of a code of the type `wifi`: a wireless network to join.' },
    ),
  ),
  event: named(
    'QrCalendarEvent',
    Type.Object(
      {
        title: text('Title of the event.', 'Season opening'),
        start: localTime('Start of the event; a date without a time is a whole day.', '2030-05-01 10:00:00'),
        end: optional(
          localTime('End of the event, in the form of the start; a date includes that day.', '2030-05-01 18:00:00'),
        ),
        timezone: optional(text('IANA time zone of start and end. Default: UTC.', 'Europe/Berlin', 64)),
        location: optional(text('Where it takes place.', 'Hut, 2,100 m')),
        description: optional(multilineText('Text about the event.', 'Soup is free.', 2000)),
        url: optional(url('Website of the event.')),
      },
      { description: 'Content of a code of the type `event`: an event for the calendar.' },
    ),
  ),
  geo: named(
    'QrPlace',
    Type.Object(
      {
        lat: degrees('Latitude in degrees, WGS 84.', 90, 46.5586),
        lng: degrees('Longitude in degrees, WGS 84.', 180, 7.9006),
        name: optional(text('Name of the place.', 'Hut')),
      },
      { description: 'Content of a code of the type `geo`: a place on the map.' },
    ),
  ),
  whatsapp: named(
    'QrWhatsapp',
    Type.Object(
      {
        phone: internationalPhone('Number with its country code, after + or 00.'),
        message: optional(multilineText('Initial text of the message.', 'Is the hut open?')),
      },
      { description: 'Content of a code of the type `whatsapp`: a WhatsApp chat.' },
    ),
  ),
  app: named(
    'QrApp',
    Type.Object(
      {
        apple: url(
          'Page of the app in the App Store, for iPhones and iPads.',
          'https://apps.apple.com/app/id284882215',
        ),
        google: url(
          'Page of the app in Google Play, for Android.',
          'https://play.google.com/store/apps/details?id=com.example',
        ),
        other: optional(url('Where all others are sent. Default: a page with both stores.', 'https://example.com/app')),
      },
      { description: 'Content of a code of the type `app`: an app, by the store of the phone.' },
    ),
  ),
} satisfies Record<QrType, TObject>

/** The content of a code as it is stored: a string, an object of the known fields, or their values in order. */
export type QrData = string | Record<string, QrValue> | (QrValue | null)[]

/** A value of a field. */
export type QrValue = string | boolean | number

const string = Type.String({ minLength: 1, maxLength: MAX_QR_TEXT })
const values = Type.Array(Type.Union([Type.String(), Type.Boolean(), Type.Number(), Type.Null()]), {
  minItems: 1,
  maxItems: 100,
})
const published = {
  description:
    'The content to embed: a string (the main value), the object of the type of the code, or an array of the values of ' +
    'that object in their order. A string of a wifi or vcard code is the finished payload; one of a link code is an ' +
    'http or https URL. Codes of the types event, geo and app have no string.',
  examples: ['https://example.com/menu'],
}

// The field `type` decides which object is valid, so src/qr/content.ts checks the object.
export const QrContent = Type.Unsafe<QrData>(
  Type.Union([string, Type.Object({}, { additionalProperties: true }), values], {
    $id: 'QrContent',
    ...published,
    'x-published': { ...Type.Union([string, ...Object.values(QR_CONTENTS), values]), ...published },
  }),
)
export type QrContent = Static<typeof QrContent>

// The keywords that decide what is valid; a list may have the encryption in any case.
function rulesOf(schema: TSchema): object {
  const { type, minLength, maxLength, pattern, minimum, maximum, enum: names } = schema
  return names
    ? { type, pattern: '^([wW][pP][aA]|[wW][eE][pP]|[nN][oO][pP][aA][sS][sS])$' }
    : { type, minLength, maxLength, pattern, minimum, maximum }
}

// A list may have null or "" in the place of an optional value, and more items than there are fields.
function listRules({ properties, required = [] }: TObject): object {
  const fields = Object.entries<TSchema>(properties)
  const items = fields.map(([name, schema]) => {
    const [inner = schema] = (schema['anyOf'] as TSchema[] | undefined) ?? []
    return required.includes(name)
      ? rulesOf(inner)
      : { anyOf: [rulesOf(inner), { type: 'null' }, { type: 'string', maxLength: 0 }] }
  })
  const minItems = fields.findLastIndex(([name]) => required.includes(name)) + 1
  return { type: 'array', minItems, prefixItems: items, items: {} }
}

/** Whether a string is the finished payload of a code of this type. */
export const takesPayload = (type: QrType): type is 'wifi' | 'vcard' => type === 'wifi' || type === 'vcard'

/** Whether the content of this type cannot be one string, because several fields are required. */
export const needsFields = (type: QrType): boolean =>
  !takesPayload(type) && ((QR_CONTENTS[type] as TObject).required?.length ?? 0) > 1

// The finished payload of a wifi or vcard code, or the main value.
function textRules(type: QrType): object {
  const isPayload = takesPayload(type)
  const [main] = Object.values<TSchema>(QR_CONTENTS[isPayload ? 'text' : type].properties)
  return main === undefined ? {} : rulesOf(main)
}

/** For the document: which `data` a body with this `type` must not have. */
export const otherContent = {
  not: {
    anyOf: QR_TYPES.map((type) => ({
      required: ['type', 'data'],
      properties: {
        type: { enum: [type] },
        data: {
          not: {
            anyOf: [
              ...(needsFields(type) ? [] : [textRules(type)]),
              { $ref: `#/components/schemas/${QR_CONTENTS[type]['x-component']}` },
              listRules(QR_CONTENTS[type]),
            ],
          },
        },
      },
    })),
  },
}

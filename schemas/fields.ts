import { Type } from '@sinclair/typebox'
import { checked, publishedWith } from './ref.ts'

// `x-form` describes the values that a pattern or format accepts, with an example; it is part of the fault's message.

// No control characters; lone surrogates are rejected before validation. Written with \x because not every language's
// regular expressions have \u.
const line = '^[^\\x00-\\x1F\\x7F-\\x9F]*$'
const lines = '^[^\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]*$'

const lineForm = (example: string) => `one line without control characters, such as ${example}`

export const id = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 9007199254740991, description, examples: [42] })

/** One line of text of 1 to `max` characters. */
export const text = (description: string, example: string, max = 255) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: line,
    'x-form': lineForm(example),
    description,
    examples: [example],
  })

/** The id that something has in a system of its account. */
export const externalId = (noun: string) =>
  text(
    `Id of the ${noun} in a system of yours, unique within the account. \`ext_<externalid>\` can be sent in place of its id.`,
    'sku-4711',
  )

/** One line of text of 0 to `max` characters. */
export const anyText = (description: string, example: string, max: number) =>
  Type.String({ maxLength: max, pattern: line, 'x-form': lineForm(example), description, examples: [example] })

/** Text of 1 to `max` characters that may have several lines (tab and newline are allowed). */
export const multilineText = (description: string, example: string, max = 2000) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: lines,
    'x-form': `text without control characters other than tab and newline, such as ${example.replaceAll('\n', ', ')}`,
    description,
    examples: [example],
  })

/** An absolute http or https URL. */
export const url = (description: string, example = 'https://example.com/page') =>
  checked(
    'url',
    Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 8192,
      pattern: '^[hH][tT][tT][pP][sS]?://[^\\s\\x00-\\x1F\\x7F-\\x9F]+$',
      'x-form': `an http or https URL, such as ${example}`,
      description,
      examples: [example],
    }),
  )

/** An absolute http or https URL, or the URL of an app whose scheme the operator allows. */
export const appUrl = (description: string, example: string) =>
  checked(
    'appUrl',
    Type.String({
      format: 'uri',
      minLength: 1,
      maxLength: 8192,
      pattern: '^[a-zA-Z][a-zA-Z0-9+.-]*:[^\\s\\x00-\\x1F\\x7F-\\x9F]+$',
      'x-form': `an http or https URL, such as ${example}`,
      description,
      examples: [example],
    }),
  )

/** A URL that the service makes, in a response. Those that accounts type may not match RFC 3986: use `url` for them. */
export const urlOut = (description: string, example: string) =>
  Type.String({ format: 'uri', description, examples: [example] })

/** What the examples of signed URLs end in: the time until which they are valid, and a signature. */
export const SIGNATURE_EXAMPLE = '1830297600.4kW9tQ2mXb7LrD1sVz8HcN5yJf3Gp6TaEu0BoRiKxYw'

export const datetime = (description: string, example = '2026-06-01 09:30:00') =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    description: `${description} UTC, \`YYYY-MM-DD HH:MM:SS\`.`,
    examples: [example],
  })

export const date = (description: string, example = '2026-06-01') =>
  Type.String({ format: 'date', description: `${description} UTC, \`YYYY-MM-DD\`.`, examples: [example] })

/** A time in a request: `YYYY-MM-DD`, which means its midnight, `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`. */
export const timestamp = (description: string, example = '2030-01-01 00:00:00', zone = 'UTC') =>
  checked(
    'calendar',
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])( ([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?)?$',
      'x-form': 'a date, such as 2030-01-01, or a date and time, such as 2030-01-01 09:30:00',
      description: `${description} ${zone}, \`YYYY-MM-DD HH:MM:SS\` or \`YYYY-MM-DD\`.`,
      examples: [example],
    }),
  )

/** A time in a request that must be in the future. */
export const future = (description: string) => checked('future', timestamp(description))

export const email = (description: string) =>
  Type.String({
    format: 'email',
    'x-form': 'an e-mail address, such as ada@example.com',
    minLength: 3,
    maxLength: 255,
    description,
    examples: ['ada@example.com'],
  })

export const password = (description: string) =>
  Type.String({
    minLength: 8,
    maxLength: 64,
    pattern: line,
    'x-form': lineForm('correct horse battery'),
    description,
    examples: ['correct horse battery'],
  })

export const alias = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description, examples: ['summer-sale'] })

// What of the check `alias` every language's regular expressions can say: no other characters of ASCII, and segments
// that are neither empty nor `.` or `..`.
const aliasCharacter = (except: string) => `[^\\x00-\\x2C${except}\\x3A-\\x40\\x5B-\\x5E\\x60\\x7B-\\x7D\\x7F-\\xA0]`
const [character, notDot] = [aliasCharacter('/'), aliasCharacter('./')]
const aliasSegment = `(${notDot}${character}*|\\.${notDot}${character}*|\\.\\.${character}+)`
const aliasSegments = `^${aliasSegment}(/${aliasSegment})*$`

/**
 * An alias in a request: it must not be reserved. It is brought into the Unicode normal form NFC before it is checked.
 */
export const newAlias = (description: string) =>
  checked(
    'alias',
    publishedWith(
      { pattern: aliasSegments },
      {
        ...alias(
          `${description} Up to 255 letters and digits of any script, \`-\`, \`_\`, \`.\`, \`~\` and emoji, in segments separated by \`/\`.`,
        ),
        'x-normalized': true,
      },
    ),
  )

/** A color as `#RRGGBB`. */
export const hexColor = (description: string, example: string) =>
  Type.String({
    pattern: '^#[0-9A-Fa-f]{6}$',
    'x-form': `a color, such as ${example}`,
    description,
    examples: [example],
  })

export const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [128] })

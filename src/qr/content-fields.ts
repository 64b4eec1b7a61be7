import type { QrValue } from '../../schemas/qr-content.ts'
import { withoutTrunkPrefix } from '../net/phone-number.ts'
import { isWebUrl } from '../net/web-url.ts'
import { parseTimestamp } from '../time/timestamps.ts'
import { canonicalZone } from '../time/zones.ts'

/** Reads one value of a code's `data`: the value to store, or the fault. Texts have at most `max` characters. */
export type ReadField = (value: unknown, max: number, isStored?: boolean) => { value: QrValue } | { fault: string }

const NOT_IN_LINE = /[\u0000-\u001f\u007f-\u009f]/
const NOT_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

// The fault names what is valid, with an example of this kind of text.
function textReader(
  forbidden: RegExp,
  fault: string,
  isValid = (_text: string, _isStored?: boolean) => true,
): ReadField {
  return (value, max, isStored) => {
    if (typeof value !== 'string') return { fault: 'must be text' }
    // In code points, as JSON Schema and the database count.
    const length = value.length > max ? [...value].length : value.length
    if (length > max) return { fault: `must have at most ${max} characters, and has ${length}` }
    return !forbidden.test(value) && value.isWellFormed() && isValid(value, isStored) ? { value } : { fault }
  }
}

/** One line of text. */
export const line: ReadField = textReader(
  NOT_IN_LINE,
  'must be one line without control characters, such as Ada Lovelace',
)

/** Text of any number of lines. */
export const multilineText: ReadField = textReader(
  NOT_IN_TEXT,
  'must be text without control characters other than tab and newline, such as Boil the water first',
)

/** An absolute http or https URL. */
export const httpUrl: ReadField = textReader(
  NOT_IN_LINE,
  'must be an http or https URL, such as https://example.com/menu',
  isHttpUrl,
)

/** An http or https URL; a host without a scheme gets `https://`. */
export const website: ReadField = (value, max, isStored) => {
  const result = httpUrl(value, max, isStored)
  const hasNoScheme = typeof value === 'string' && /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(value)
  return 'fault' in result && hasNoScheme ? httpUrl(`https://${value}`, max, isStored) : result
}

export const emailAddress: ReadField = textReader(
  NOT_IN_LINE,
  'must be an e-mail address, such as ada@example.com',
  (text) =>
    /^[^\s@"(),:;<>[\\\]]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) && !text.includes('..'),
)

/** A phone number with the usual separators; `*`, `#` and pauses too. */
export const phoneNumber: ReadField = textReader(
  NOT_IN_LINE,
  'must be a phone number, such as +49 30 901820',
  (text) => /^\+?[\d().\-/ ,*#]+$/.test(text) && /\d/.test(text),
)

/** A phone number with its country code, as WhatsApp needs it. */
export const internationalNumber: ReadField = textReader(
  NOT_IN_LINE,
  'must be a phone number with its country code, such as +49 30 901820',
  (text) => /^(\+|00)[\d(). /-]+$/.test(text) && /^\d{7,15}$/.test(internationalDigits(text)),
)

/** The digits of a number that begins with + or 00, without those. */
export const internationalDigits = (text: string): string =>
  withoutTrunkPrefix(text).replace(/^00/, '').replace(/\D/g, '')

/** A date, or a date and time. */
export const localTime: ReadField = (value) => {
  const isTime =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/.test(value) &&
    parseTimestamp(value) !== undefined
  return isTime
    ? { value }
    : { fault: 'must be a date, such as 2030-05-01, or a date and time, such as 2030-05-01 10:00' }
}

/** A time zone, stored under its current name. */
export const timezone: ReadField = (value, max) => {
  const result = zoneName(value, max)
  return 'fault' in result ? result : { value: canonicalZone(String(result.value)) ?? result.value }
}

const zoneName: ReadField = textReader(
  NOT_IN_LINE,
  'must be an IANA time zone, such as Europe/Berlin',
  (text) => canonicalZone(text) !== undefined,
)

const degrees =
  (most: number, fault: string): ReadField =>
  (value) =>
    typeof value === 'number' && Math.abs(value) <= most ? { value } : { fault }

export const latitude: ReadField = degrees(90, 'must be a number from -90 to 90, such as 46.5586')
export const longitude: ReadField = degrees(180, 'must be a number from -180 to 180, such as 7.9006')

/** The encryption of a Wi-Fi network, read in any case and stored as the standard spells it. */
export const wifiEncryption: ReadField = (value) => {
  const found = ['WPA', 'WEP', 'nopass'].find(
    (name) => typeof value === 'string' && name.toLowerCase() === value.toLowerCase(),
  )
  return found ? { value: found } : { fault: 'must be one of WPA, WEP, nopass' }
}

export const bool: ReadField = (value) => (typeof value === 'boolean' ? { value } : { fault: 'must be true or false' })

/** Whether a text is an absolute http or https URL that any reader of codes can open. */
export function isHttpUrl(text: string, isStored = false): boolean {
  if (/[\s\\]/.test(text)) return false
  // Releases before took more hosts.
  return isWebUrl(text) || (isStored && /^https?:\/\/[^/?#]/i.test(text) && (URL.parse(text)?.hostname ?? '') !== '')
}

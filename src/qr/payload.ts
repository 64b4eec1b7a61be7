import type { QrType } from '../../schemas/qr-content.ts'
import { withoutTrunkPrefix } from '../net/phone-number.ts'
import { calendarFile } from './calendar-file.ts'
import type { ContactCard, Content, Place, Wifi } from './content.ts'
import { internationalDigits } from './content-fields.ts'

/**
 * Whether pictures of this type always encode the content itself (true) or a scan URL (false); undefined: the owner
 * decides.
 */
export function fixedStatic(type: QrType): boolean | undefined {
  if (type === 'text' || type === 'wifi') return true
  // The store depends on the phone that scans.
  return type === 'app' ? false : undefined
}

/** The text that phones understand, in the standard form of each type. */
export function payloadOf(content: Content): string {
  if ('rawPayload' in content) return content.rawPayload
  switch (content.type) {
    case 'text':
      return content.text
    case 'link':
      return content.link
    case 'email':
      return mailto(content)
    case 'phone':
      return `tel:${dialable(content.phone).replaceAll('#', '%23')}`
    case 'sms':
      return `SMSTO:${dialable(content.phone)}${content.message === undefined ? '' : `:${content.message}`}`
    case 'wifi':
      return wifi(content)
    case 'vcard':
      return vcard(content)
    case 'event':
      return calendarFile(content)
    case 'geo':
      return geoUri(content)
    case 'whatsapp': {
      const text = content.message === undefined ? '' : `?text=${encodeText(content.message)}`
      return `https://wa.me/${internationalDigits(content.phone)}${text}`
    }
    case 'app':
      return content.other ?? content.apple
  }
}

/** The URL that opens the content: `mailto:`, `tel:`, `sms:`, `geo:` or https; null for types without one. */
export function tapLink(content: Content): string | null {
  if ('rawPayload' in content) return null
  if (content.type === 'geo' || content.type === 'whatsapp' || content.type === 'app') return payloadOf(content)
  if (content.type === 'email' || content.type === 'phone') return payloadOf(content)
  if (content.type !== 'sms') return null
  // RFC 5724.
  const number = dialable(content.phone).replaceAll('#', '%23')
  return `sms:${number}${content.message === undefined ? '' : `?body=${encodeText(content.message)}`}`
}

// Spaces and slashes are common in phone numbers but not allowed in a tel: URL (RFC 3966).
const dialable = (phone: string) => withoutTrunkPrefix(phone).replace(/[ /]/g, '')

// RFC 6068: lines end in CRLF.
const encodeText = (text: string) => encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'))

function mailto({ email, subject, body }: { email: string; subject?: string; body?: string }): string {
  const at = email.lastIndexOf('@')
  const local = encodeURIComponent(email.slice(0, at)).replaceAll('%2B', '+')
  const headers = [
    ...(subject === undefined ? [] : [`subject=${encodeText(subject)}`]),
    ...(body === undefined ? [] : [`body=${encodeText(body)}`]),
  ]
  return `mailto:${local}@${encodeURIComponent(email.slice(at + 1))}${headers.length > 0 ? `?${headers.join('&')}` : ''}`
}

function wifi({ ssid, pass, encryption, hidden }: Wifi): string {
  const escapeText = (text: string) => text.replace(/[\\;,:"]/g, '\\$&')
  const password = pass === undefined || encryption === 'nopass' ? '' : `P:${escapeText(pass)};`
  return `WIFI:T:${encryption};S:${escapeText(ssid)};${password}${hidden ? 'H:true;' : ''};`
}

// RFC 5870; the query is that of Android, which shows the name.
function geoUri({ lat, lng, name }: Place): string {
  const position = positionOf({ lat, lng })
  return `geo:${position}${name === undefined ? '' : `?q=${position}(${encodeURIComponent(name)})`}`
}

/** Latitude and longitude, such as `46.5586,7.9006`, to about 10 cm. */
export const positionOf = ({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string =>
  [lat, lng].map((degrees) => String(Number(degrees.toFixed(6)))).join(',')

// vCard 3.0, RFC 2426, in which URLs are not escaped.
function vcard(card: ContactCard): string {
  const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeText(fullName(card))}`,
    `N:${escapeText(card.lname ?? '')};${escapeText(card.fname)};;;`,
    ...(card.phone === undefined ? [] : [`TEL:${escapeText(withoutTrunkPrefix(card.phone))}`]),
    ...(card.email === undefined ? [] : [`EMAIL:${escapeText(card.email)}`]),
    ...(card.company === undefined ? [] : [`ORG:${escapeText(card.company)}`]),
    ...(card.site === undefined ? [] : [`URL:${card.site}`]),
    ...(card.address === undefined ? [] : [`ADR:;;${escapeText(card.address)};;;;`]),
    'END:VCARD',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const fullName = ({ fname, lname }: ContactCard) => (lname === undefined ? fname : `${fname} ${lname}`)

const MAX_NAME_LENGTH = 255

/** A name for a code that was created without one, taken from its content; its type if that gives no name. */
export function nameOf(content: Content): string {
  const name = titleOf(content).replace(/\s+/g, ' ').trim()
  return truncate(name === '' ? content.type : name)
}

function titleOf(content: Content): string {
  if ('rawPayload' in content) {
    // FN of a vCard, S of a Wi-Fi payload.
    const [, found] =
      (content.type === 'vcard' ? /^FN[^:\r\n]*:(.*)$/im : /[:;]S:((?:\\.|[^;\\])*)/).exec(content.rawPayload) ?? []
    return found?.replace(/\\(.)/g, '$1') ?? ''
  }
  switch (content.type) {
    case 'text':
      return content.text.trim().split(/[\r\n]/, 1)[0] ?? ''
    case 'link':
      return content.link.replace(/^https?:\/\//i, '').replace(/\/$/, '')
    case 'email':
      return content.email
    case 'phone':
    case 'sms':
      return content.phone
    case 'wifi':
      return content.ssid
    case 'vcard':
      return fullName(content)
    case 'event':
      return content.title
    case 'geo':
      return content.name ?? positionOf(content)
    case 'whatsapp':
      return content.phone
    case 'app':
      return ''
  }
}

// Counts code points, so that no surrogate pair is split.
function truncate(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${[...name.slice(0, MAX_NAME_LENGTH - 1)].slice(0, -1).join('')}…`
}

import type { QrType } from '../../schemas/qr-content.ts'
import type { Content, VisitingCard, Wifi } from './content.ts'

/** Types whose picture holds the payload itself; the others hold an address of ours unless made static. */
export const isAlwaysStatic = (type: QrType) => type === 'text' || type === 'wifi'

/** What a phone is to be given, in the form its standard asks for. */
export function payloadOf(content: Content): string {
  if ('finished' in content) return content.finished
  switch (content.type) {
    case 'text':
      return content.text
    case 'link':
      return content.link
    case 'email':
      return mailto(content)
    case 'phone':
      return `tel:${dialled(content.phone).replaceAll('#', '%23')}`
    case 'sms':
      return `SMSTO:${dialled(content.phone)}${content.message === undefined ? '' : `:${content.message}`}`
    case 'wifi':
      return wifi(content)
    case 'vcard':
      return vcard(content)
  }
}

/** The address that makes a phone act on the content (call, write), or null where there is none. */
export function tapLink(content: Content): string | null {
  if ('finished' in content) return null
  if (content.type === 'email' || content.type === 'phone') return payloadOf(content)
  if (content.type !== 'sms') return null
  // RFC 5724.
  const number = dialled(content.phone).replaceAll('#', '%23')
  return `sms:${number}${content.message === undefined ? '' : `?body=${encodeText(content.message)}`}`
}

// Space and slash may stand in a number as it is written, not in a tel: address (RFC 3966).
const dialled = (phone: string) => phone.replace(/[ /]/g, '')

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
  const quote = (text: string) => text.replace(/[\\;,:"]/g, '\\$&')
  const password = pass === undefined || encryption === 'nopass' ? '' : `P:${quote(pass)};`
  return `WIFI:T:${encryption};S:${quote(ssid)};${password}${hidden ? 'H:true;' : ''};`
}

// vCard 3.0, RFC 2426. A URL is no text and is not escaped.
function vcard(card: VisitingCard): string {
  const quote = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${quote(cardName(card))}`,
    `N:${quote(card.lname ?? '')};${quote(card.fname)};;;`,
    ...(card.phone === undefined ? [] : [`TEL:${quote(card.phone)}`]),
    ...(card.email === undefined ? [] : [`EMAIL:${quote(card.email)}`]),
    ...(card.company === undefined ? [] : [`ORG:${quote(card.company)}`]),
    ...(card.site === undefined ? [] : [`URL:${card.site}`]),
    ...(card.address === undefined ? [] : [`ADR:;;${quote(card.address)};;;;`]),
    'END:VCARD',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const cardName = ({ fname, lname }: VisitingCard) => (lname === undefined ? fname : `${fname} ${lname}`)

const LONGEST_NAME = 255

/** A name for a code that was given none, out of what it holds. */
export function nameOf(content: Content): string {
  const name = shownName(content).replace(/\s+/g, ' ').trim()
  return cut(name === '' ? content.type : name)
}

function shownName(content: Content): string {
  if ('finished' in content) {
    // FN of a vCard, S of a Wi-Fi payload.
    const [, found] =
      (content.type === 'vcard' ? /^FN[^:\r\n]*:(.*)$/im : /[:;]S:((?:\\.|[^;\\])*)/).exec(content.finished) ?? []
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
      return cardName(content)
  }
}

// Code points, so that no character is cut in two.
function cut(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${[...name.slice(0, LONGEST_NAME - 1)].slice(0, -1).join('')}…`
}

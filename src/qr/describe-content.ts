import { withoutTrunkPrefix } from '../net/phone-number.ts'
import type { Content } from './content.ts'
import { isHttpUrl } from './content-fields.ts'
import { webMapUrl } from './map-links.ts'
import { payloadOf, positionOf } from './payload.ts'
import { readWifiPayload, vcardLines, type WifiPayload } from './raw-payload.ts'

/** What a value of a code's content is. */
type ContentLabel =
  | 'text'
  | 'link'
  | 'to'
  | 'subject'
  | 'message'
  | 'phone'
  | 'network'
  | 'password'
  | 'protection'
  | 'wifi'
  | 'company'
  | 'jobTitle'
  | 'email'
  | 'website'
  | 'address'
  | 'note'
  | 'starts'
  | 'ends'
  | 'place'
  | 'about'
  | 'position'
  | 'ios'
  | 'android'

/** The value of `protection` for a network without one. */
export const NO_PROTECTION = 'nopass'

/** A labeled value of a code's content, for people to read. */
interface ContentDetail {
  label: ContentLabel
  value: string
  href?: string
}

/** The content of a code as labeled values, with links where a value can be opened. */
export function describeContent(content: Content): ContentDetail[] {
  if ('rawPayload' in content)
    return content.type === 'wifi' ? wifiPayloadDetails(content.rawPayload) : vcardDetails(content.rawPayload)
  switch (content.type) {
    case 'text':
      return [{ label: 'text', value: content.text }]
    case 'link':
      return [{ label: 'link', value: content.link, href: content.link }]
    case 'email':
      return labeled([
        ['to', content.email],
        ['subject', content.subject],
        ['message', content.body],
      ])
    case 'phone':
      return labeled([['phone', content.phone]])
    case 'sms':
      return labeled([
        ['to', content.phone],
        ['message', content.message],
      ])
    case 'wifi':
      return wifiDetails(content)
    case 'vcard':
      return vcardDetails(payloadOf(content))
    case 'event': {
      const { start, end, timezone = 'UTC', location, description, url } = content
      const zone = start.length === 10 ? '' : ` (${timezone})`
      return [
        ...labeled([
          ['starts', `${start}${zone}`],
          ['ends', end === undefined ? undefined : `${end}${zone}`],
          ['place', location],
          ['about', description],
        ]),
        ...(url === undefined ? [] : [{ label: 'website' as const, value: url, href: url }]),
      ]
    }
    case 'geo': {
      const position = positionOf(content)
      return [...labeled([['place', content.name]]), { label: 'position', value: position, href: webMapUrl(content) }]
    }
    case 'whatsapp':
      return labeled([
        ['to', content.phone],
        ['message', content.message],
      ])
    case 'app':
      return [
        { label: 'ios', value: 'App Store', href: content.apple },
        { label: 'android', value: 'Google Play', href: content.google },
      ]
  }
}

const labeled = (pairs: readonly (readonly [ContentLabel, string | undefined])[]): ContentDetail[] =>
  pairs.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

const wifiDetails = ({ ssid, pass, encryption }: WifiPayload): ContentDetail[] =>
  labeled([
    ['network', ssid],
    ['password', pass],
    ['protection', encryption],
  ])

function wifiPayloadDetails(payload: string): ContentDetail[] {
  const network = readWifiPayload(payload)
  return network === null ? [{ label: 'wifi', value: payload }] : wifiDetails(network)
}

const MAX_DETAILS = 30

// By the name of the vCard property.
const labels: Record<string, ContentLabel> = {
  ORG: 'company',
  TITLE: 'jobTitle',
  TEL: 'phone',
  EMAIL: 'email',
  URL: 'website',
  ADR: 'address',
  NOTE: 'note',
}

const unescapeText = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1')

function vcardDetails(card: string): ContentDetail[] {
  const details = vcardLines(card).flatMap((line): ContentDetail[] => {
    const [, property = '', value = ''] = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z]+)(?:;[^:]*)?:(.+)$/.exec(line) ?? []
    const label = labels[property.toUpperCase()]
    if (label === undefined) return []
    if (label === 'website') return [{ label, value, ...(isHttpUrl(value) ? { href: value } : {}) }]
    if (label === 'phone')
      return [
        {
          label,
          value: unescapeText(value),
          href: `tel:${withoutTrunkPrefix(unescapeText(value)).replace(/[^\d+*,#]/g, '')}`,
        },
      ]
    if (label === 'email')
      return [{ label, value: unescapeText(value), href: `mailto:${encodeURI(unescapeText(value))}` }]
    const parts = value.split(/(?<!\\);/).map((part) => unescapeText(part).trim())
    const text = parts.filter((part) => part !== '').join(', ')
    return text === '' ? [] : [{ label, value: text }]
  })
  return details.slice(0, MAX_DETAILS)
}

import type { Content } from './content.ts'
import { isHttpUrl } from './content-fields.ts'
import { payloadOf } from './payload.ts'
import { readWifiPayload, vcardLines, type WifiPayload } from './raw-payload.ts'

/** A labeled value of a code's content, for people to read. */
interface ContentDetail {
  label: string
  value: string
  href?: string
}

/** The content of a code as labeled values, with links where a value can be opened. */
export function describeContent(content: Content): ContentDetail[] {
  if ('rawPayload' in content)
    return content.type === 'wifi' ? wifiPayloadDetails(content.rawPayload) : vcardDetails(content.rawPayload)
  switch (content.type) {
    case 'text':
      return [{ label: 'Text', value: content.text }]
    case 'link':
      return [{ label: 'Link', value: content.link, href: content.link }]
    case 'email':
      return labeled([
        ['To', content.email],
        ['Subject', content.subject],
        ['Message', content.body],
      ])
    case 'phone':
      return labeled([['Phone', content.phone]])
    case 'sms':
      return labeled([
        ['To', content.phone],
        ['Message', content.message],
      ])
    case 'wifi':
      return wifiDetails(content)
    case 'vcard':
      return vcardDetails(payloadOf(content))
  }
}

const labeled = (pairs: readonly (readonly [string, string | undefined])[]): ContentDetail[] =>
  pairs.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))

const encryptionNames: Record<string, string> = { WPA: 'WPA', WEP: 'WEP', nopass: 'none' }

const wifiDetails = ({ ssid, pass, encryption }: WifiPayload): ContentDetail[] =>
  labeled([
    ['Network', ssid],
    ['Password', pass],
    ['Protection', encryptionNames[encryption] ?? encryption],
  ])

function wifiPayloadDetails(payload: string): ContentDetail[] {
  const network = readWifiPayload(payload)
  return network === null ? [{ label: 'Wi-Fi', value: payload }] : wifiDetails(network)
}

const MAX_DETAILS = 30

// By the name of the vCard property.
const labels: Record<string, string> = {
  ORG: 'Company',
  TITLE: 'Title',
  TEL: 'Phone',
  EMAIL: 'E-mail',
  URL: 'Website',
  ADR: 'Address',
  NOTE: 'Note',
}

const unescapeText = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1')

function vcardDetails(card: string): ContentDetail[] {
  const details = vcardLines(card).flatMap((line): ContentDetail[] => {
    const [, property = '', value = ''] = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z]+)(?:;[^:]*)?:(.+)$/.exec(line) ?? []
    const label = labels[property.toUpperCase()]
    if (label === undefined) return []
    if (label === 'Website') return [{ label, value, ...(isHttpUrl(value) ? { href: value } : {}) }]
    if (label === 'Phone')
      return [{ label, value: unescapeText(value), href: `tel:${unescapeText(value).replace(/[^\d+*,#]/g, '')}` }]
    if (label === 'E-mail')
      return [{ label, value: unescapeText(value), href: `mailto:${encodeURI(unescapeText(value))}` }]
    const parts = value.split(/(?<!\\);/).map((part) => unescapeText(part).trim())
    const text = parts.filter((part) => part !== '').join(', ')
    return text === '' ? [] : [{ label, value: text }]
  })
  return details.slice(0, MAX_DETAILS)
}

import type { Content } from './content.ts'
import { isWebAddress } from './content-fields.ts'
import { payloadOf } from './payload.ts'
import { readWifiPayload, vcardLines, type WifiPayload } from './raw-payload.ts'

/** What a code holds, for a person to read. */
interface Fact {
  name: string
  value: string
  href?: string
}

/** What a code holds, each thing with its name. */
export function factsOf(content: Content): Fact[] {
  if ('finished' in content) return content.type === 'wifi' ? wifiFacts(content.finished) : cardFacts(content.finished)
  switch (content.type) {
    case 'text':
      return [{ name: 'Text', value: content.text }]
    case 'link':
      return [{ name: 'Link', value: content.link, href: content.link }]
    case 'email':
      return named([
        ['To', content.email],
        ['Subject', content.subject],
        ['Message', content.body],
      ])
    case 'phone':
      return named([['Phone', content.phone]])
    case 'sms':
      return named([
        ['To', content.phone],
        ['Message', content.message],
      ])
    case 'wifi':
      return networkFacts(content)
    case 'vcard':
      return cardFacts(payloadOf(content))
  }
}

const named = (pairs: readonly (readonly [string, string | undefined])[]): Fact[] =>
  pairs.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))

const protections: Record<string, string> = { WPA: 'WPA', WEP: 'WEP', nopass: 'none' }

const networkFacts = ({ ssid, pass, encryption }: WifiPayload): Fact[] =>
  named([
    ['Network', ssid],
    ['Password', pass],
    ['Protection', protections[encryption] ?? encryption],
  ])

function wifiFacts(payload: string): Fact[] {
  const network = readWifiPayload(payload)
  return network === null ? [{ name: 'Wi-Fi', value: payload }] : networkFacts(network)
}

const properties: Record<string, string> = {
  ORG: 'Company',
  TITLE: 'Title',
  TEL: 'Phone',
  EMAIL: 'E-mail',
  URL: 'Website',
  ADR: 'Address',
  NOTE: 'Note',
}

const unquote = (text: string) => text.replace(/\\n/gi, '\n').replace(/\\(.)/g, '$1')

// The lines of a vCard, those that were folded put together again.
function cardFacts(card: string): Fact[] {
  const facts = vcardLines(card).flatMap((line): Fact[] => {
    const [, property = '', value = ''] = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z]+)(?:;[^:]*)?:(.+)$/.exec(line) ?? []
    const name = properties[property.toUpperCase()]
    if (name === undefined) return []
    if (name === 'Website') return [{ name, value, ...(isWebAddress(value) ? { href: value } : {}) }]
    if (name === 'Phone')
      return [{ name, value: unquote(value), href: `tel:${unquote(value).replace(/[^\d+*,#]/g, '')}` }]
    if (name === 'E-mail') return [{ name, value: unquote(value), href: `mailto:${encodeURI(unquote(value))}` }]
    const parts = value.split(/(?<!\\);/).map((part) => unquote(part).trim())
    const shown = parts.filter((part) => part !== '').join(', ')
    return shown === '' ? [] : [{ name, value: shown }]
  })
  return facts.slice(0, MOST_FACTS)
}

const MOST_FACTS = 30

import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What lists find a URL by: its own key, which has a slash, and those of its host and of the domains above it. */
export interface UrlKeys {
  host: string
  keys: string[]
}

/**
 * The keys of a URL; null if it is not one of the web. Addresses in odd forms, such as `0x7f.1`, are read as browsers
 * read them.
 */
export function keysOfUrl(text: string): UrlKeys | null {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const host = hostOf(url)
  // Longer hosts do not exist, and would have thousands of keys.
  if (host === '' || host.length > MAX_HOST) return null
  const whole = keyOf(url, host)
  // Parameters that are added to a listed URL lead to the same file.
  const query = whole.indexOf('?')
  return { host, keys: [whole, ...(query === -1 ? [] : [whole.slice(0, query)]), ...keysOfHost(host)] }
}

const MAX_HOST = 253

// Mapped and compatible addresses, and those of NAT64 gateways.
const EMBEDDING = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((block) => ipaddr.IPv6.parseCIDR(block))
const RESERVED = ipaddr.IPv6.parseCIDR('::/120')

/** The host of a URL without final dots. An IPv6 address that stands for one of IPv4 is written as that. */
function hostOf({ hostname }: URL): string {
  if (!hostname.startsWith('[')) return hostname.replace(/\.+$/, '')
  const address = ipaddr.IPv6.parse(hostname.slice(1, -1))
  if (address.match(RESERVED) || !EMBEDDING.some((block) => address.match(block))) return hostname
  return address.toByteArray().slice(-4).join('.')
}

// Without scheme, user and fragment; escapes that change nothing (RFC 3986, 6.2.2) are decoded.
const keyOf = ({ port, pathname, search }: URL, host: string) =>
  `${host}${port === '' ? '' : `:${port}`}${(pathname + search).replace(/%[\da-f]{2}/gi, withoutEscape)}`

function withoutEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

const ADDRESS = /^\[|^\d+\.\d+\.\d+\.\d+$/

/** A normalized host and its parent domains, without the top-level domain: `a.b.example` gives `b.example` too. */
export function keysOfHost(host: string): string[] {
  const keys = [host]
  if (ADDRESS.test(host)) return keys
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const above = host.slice(dot + 1)
    if (above.includes('.')) keys.push(above)
  }
  return keys
}

const canBeBlocked = (host: string) => host.includes('.') || host.startsWith('[')

/** The key of a host of a list or a command; null if the text is none that could be blocked. */
export function hostKey(text: string): string | null {
  const name = text.replace(/^(?:\*?\.)/, '')
  if (/[/?#@\\\s]/.test(name)) return null
  const url = URL.parse(`http://${isIPv6(name) ? `[${name}]` : name}`)
  const host = url === null ? '' : hostOf(url)
  return canBeBlocked(host) && host.length <= MAX_HOST ? host : null
}

/** The key of an entry of a list, which is a host or a URL; null if it is neither. */
export function keyOfEntry(text: string): string | null {
  const hasScheme = /^https?:\/\//i.test(text)
  if (!hasScheme && !text.includes('/')) return hostKey(text)
  const url = URL.parse(hasScheme ? text : `http://${text}`)
  const host = url === null ? '' : hostOf(url)
  return url && canBeBlocked(host) ? keyOf(url, host) : null
}

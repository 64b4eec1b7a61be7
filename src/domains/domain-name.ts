import { isIP } from 'node:net'

/** A branded domain as it is stored: the host in lower case and Punycode, without a port. */
interface DomainName {
  scheme: 'http' | 'https'
  host: string
}

/** Parses a domain that its schema has validated. Throws if it is not valid. */
export function domainOf(text: string): DomainName {
  const name = parseDomain(text)
  if (typeof name === 'string') throw new Error('The domain was not validated.')
  return name
}

/** The host, in its stored form, of a name with or without a scheme; '' if it has none. */
export function hostOf(name: string): string {
  const url = name.includes('://') ? name : `https://${name}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
}

const NAME = /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/

/** Whether a host, in its stored form, can be that of a domain: not an IP address or a name without a dot. */
export const isDomainHost = (host: string): boolean => NAME.test(host) && !isIP(host)

const EXAMPLE = 'such as https://go.example.com'

/** Parses `http(s)://host` with an optional trailing slash; a string is the fault. */
export function parseDomain(text: string): DomainName | string {
  const [, scheme, rest] = /^(https?):\/\/(.+)$/i.exec(text.trim()) ?? []
  if (!scheme || !rest) return `must start with http:// or https://, ${EXAMPLE}`
  if (/\s/.test(rest)) return `must have no spaces, ${EXAMPLE}`
  const [, name, port, after] = /^([^/?#:@\\\s[\]]+)(:\d*)?(.*)$/.exec(rest) ?? []
  if (!name) return `must have a host name after the scheme, ${EXAMPLE}`
  if (port !== undefined) return `must have no port, ${EXAMPLE}`
  if (after !== '' && after !== '/') return `must have nothing after the host but a slash, ${EXAMPLE}`
  const host = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/\.$/, '') : ''
  if (isIP(host)) return `must be a name, not an IP address, ${EXAMPLE}`
  if (!NAME.test(host))
    return `is not a host name with a top-level domain and labels of 1 to 63 letters, digits or hyphens, ${EXAMPLE}`
  return { scheme: scheme.toLowerCase() as DomainName['scheme'], host }
}

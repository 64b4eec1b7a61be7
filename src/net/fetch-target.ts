import { isIP } from 'node:net'
import { resolveName } from './dns.ts'
import { FetchError } from './fetch-error.ts'
import { isPublicAddress } from './public-address.ts'

/** How host names are resolved, and which addresses are allowed. */
export interface AddressPolicy {
  /** Resolves a name to all its addresses. Default: a DNS query to `dnsServers`. */
  resolve?: (host: string) => Promise<string[]>
  /** Name servers, as `address` or `address:port`. Default: those of the system. */
  dnsServers?: readonly string[]
  /** Also allows private addresses, for tests with local servers. */
  allowPrivate?: boolean
}

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
// Ports above 1023 that browsers block (https://fetch.spec.whatwg.org/#port-blocking), and those of common databases.
const BLOCKED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080, 11211, 27017,
])

/**
 * Parses a URL, relative to `base` if given. Throws a FetchError if it must not be fetched. The URL parser normalizes
 * decimal, octal, hex and short forms of IP addresses, and rejects zones.
 */
export function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) throw new FetchError('fetch_url')
  if (url.username !== '' || url.password !== '') throw new FetchError('fetch_credentials')
  const port = Number(url.port)
  if (url.port !== '' && ((port < 1024 && port !== 80 && port !== 443) || BLOCKED_PORTS.has(port))) {
    throw new FetchError('fetch_port')
  }
  return url
}

/**
 * The reason why a URL can never be fetched, whatever its DNS records; null if there is none. Names with private
 * addresses are only rejected when they are fetched.
 */
export function findUrlFault(text: string): string | null {
  try {
    return isLocalHost(hostnameOf(checkUrl(text))) ? 'has a host that is not on the public internet' : null
  } catch (error) {
    const { code } = error as FetchError
    if (code === 'fetch_credentials') return 'must not contain a user name or password'
    if (code === 'fetch_port') return 'has a port that is not allowed: use 80, 443 or one above 1023'
    return 'is not an http or https URL, such as https://example.com/hooks/waymark'
  }
}

/** Whether a host can only be on a private network, by its form. */
const isLocalHost = (host: string): boolean => LOCAL_NAMES.test(host) || (isIP(host) !== 0 && !isPublicAddress(host))

/** The host name of a URL without brackets or a trailing dot. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

/** The addresses of a URL's host. Rejects with a FetchError unless all of them are allowed. */
export async function resolvePublic(url: URL, settings: AddressPolicy, signal: AbortSignal): Promise<string[]> {
  const host = hostnameOf(url)
  const isAllowed = settings.allowPrivate ? () => true : isPublicAddress
  if (!settings.allowPrivate && LOCAL_NAMES.test(host)) throw new FetchError('fetch_address')
  const addresses = isIP(host) ? [host] : await addressesOf(host, settings, signal)
  if (addresses.length === 0 || !addresses.every((ip) => isIP(ip) && isAllowed(ip)))
    throw new FetchError('fetch_address')
  return addresses
}

async function addressesOf(
  host: string,
  { resolve, dnsServers }: AddressPolicy,
  signal: AbortSignal,
): Promise<string[]> {
  if (!resolve) return resolveName(host, signal, dnsServers)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const found = resolve(host).catch((error: unknown) => {
    throw new FetchError('fetch_address', error)
  })
  try {
    return await Promise.race([found, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

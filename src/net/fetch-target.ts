import { isIP } from 'node:net'
import { resolveName } from './dns.ts'
import { FetchRefused } from './fetch-error.ts'
import { isPublicAddress } from './public-address.ts'

/** How names are resolved, and which addresses may be reached. */
export interface Reach {
  /** Resolves a name to all of its addresses. Default: a DNS query to the configured name servers. */
  resolve?: (host: string) => Promise<string[]>
  /** Name servers to ask, as `address` or `address:port`; by default those of the system. */
  dnsServers?: readonly string[]
  /** Allows private addresses too: for tests with servers of their own. */
  allowPrivate?: boolean
}

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
// Above 1023: the ports browsers refuse (https://fetch.spec.whatwg.org/#port-blocking) and those of common databases.
const REFUSED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080, 11211, 27017,
])

/**
 * Parses a URL, relative to `base` where there is one; throws a FetchRefused where it must not be fetched. The URL parser
 * turns decimal, octal, hex and short forms of an IP address into the usual one, and refuses zones.
 */
export function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) throw new FetchRefused('fetch_url')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('fetch_credentials')
  const port = Number(url.port)
  if (url.port !== '' && ((port < 1024 && port !== 80 && port !== 443) || REFUSED_PORTS.has(port))) {
    throw new FetchRefused('fetch_port')
  }
  return url
}

/** The host of a URL without brackets or a final dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

/** The addresses of a URL's host, all of which may be reached. Rejects with a FetchRefused. */
export async function resolvePublic(url: URL, settings: Reach, signal: AbortSignal): Promise<string[]> {
  const host = bareHost(url)
  const isAllowed = settings.allowPrivate ? () => true : isPublicAddress
  if (!settings.allowPrivate && LOCAL_NAMES.test(host)) throw new FetchRefused('fetch_address')
  const addresses = isIP(host) ? [host] : await addressesOf(host, settings, signal)
  if (addresses.length === 0 || !addresses.every((ip) => isIP(ip) && isAllowed(ip)))
    throw new FetchRefused('fetch_address')
  return addresses
}

async function addressesOf(host: string, { resolve, dnsServers }: Reach, signal: AbortSignal): Promise<string[]> {
  if (!resolve) return resolveName(host, signal, dnsServers)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const found = resolve(host).catch((error: unknown) => {
    throw new FetchRefused('fetch_address', error)
  })
  try {
    return await Promise.race([found, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

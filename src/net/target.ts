import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { FetchRefused } from './refused.ts'

/** How the name of a server becomes addresses, and which of them may be reached. */
export interface Reach {
  /** All addresses of a name. The system's resolver unless told. */
  resolve?: (host: string) => Promise<string[]>
  /** Reaches private addresses too: for tests against servers of their own. */
  allowPrivate?: boolean
}

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
// Above 1023: what browsers refuse, and the data stores people leave open.
const REFUSED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9200, 9300, 10080, 11211, 27017,
])

/**
 * Reads an address, which may lean on `base`; throws where it must not be fetched. The URL parser turns decimal, octal, hex
 * and short forms of an IP address into its plain one, and refuses zones.
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

/** The host of an address without brackets or a last dot. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

/** The addresses of an address's host, all of which may be reached. */
export async function resolvePublic(url: URL, settings: Reach, signal: AbortSignal): Promise<string[]> {
  const host = bareHost(url)
  const allowed = settings.allowPrivate ? () => true : isPublicAddress
  if (!settings.allowPrivate && LOCAL_NAMES.test(host)) throw new FetchRefused('fetch_address')
  const addresses = isIP(host) ? [host] : await resolveName(host, settings.resolve ?? resolveBySystem, signal)
  if (addresses.length === 0 || !addresses.every((ip) => isIP(ip) && allowed(ip)))
    throw new FetchRefused('fetch_address')
  return addresses
}

async function resolveName(
  host: string,
  resolve: (host: string) => Promise<string[]>,
  signal: AbortSignal,
): Promise<string[]> {
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

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map((found) => found.address)
}

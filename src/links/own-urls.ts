import type { Config } from '../config/config.ts'

/** What decides which URLs lead to this service. */
export type Base = Pick<Config, 'baseHost' | 'baseUrl'>

/**
 * The path of a URL, as it is sent, if it leads to a host of this service, else null. `host` is that of a branded
 * domain, or null for the service's own.
 */
export function pathOn(host: string | null, url: string, { baseHost, baseUrl }: Base): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  if (hostname.replace(/\.$/, '') !== (host ?? baseHost)) return null
  // Another port of this name may be another service.
  const isHere = port === new URL(baseUrl).port || (host !== null && port === '')
  return isHere ? pathname : null
}

import { Resolver } from 'node:dns/promises'
import { FetchError } from './fetch-error.ts'

const ATTEMPT_MS = 1500
const DEADLINE_MS = 3000

/**
 * The IPv4 and IPv6 addresses of a host name. Queries the name servers directly: getaddrinfo would block one of the
 * four libuv threads until a name server answers (https://nodejs.org/api/dns.html#implementation-considerations).
 * Rejects with a FetchError if there are none, and after DEADLINE_MS.
 */
export async function resolveName(host: string, signal: AbortSignal, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  const stop = () => resolver.cancel()
  const timer = setTimeout(stop, DEADLINE_MS)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
    return addresses
  } catch (error) {
    throw new FetchError('fetch_address', error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

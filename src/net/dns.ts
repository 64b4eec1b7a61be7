import { Resolver } from 'node:dns/promises'
import { FetchRefused } from './fetch-error.ts'

const ATTEMPT_MS = 1500
const DEADLINE_MS = 3000

/**
 * The IPv4 and IPv6 addresses of a name. Asks the name servers over sockets of its own: the look-up of the operating
 * system (getaddrinfo) would block one of the process's four worker threads for as long as a name server is silent
 * (https://nodejs.org/api/dns.html#implementation-considerations). Rejects where there are none, and after DEADLINE_MS.
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
    throw new FetchRefused('fetch_address', error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

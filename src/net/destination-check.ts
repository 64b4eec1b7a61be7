import { FetchError, type FetchErrorCode } from './fetch-error.ts'
import type { SafeFetch } from './safe-fetch.ts'

/**
 * What a destination answered: `missing` is 404 or 410, `failing` another error of the server or no response. `unknown`:
 * this service never requests such a URL, which browsers may open.
 */
export interface DestinationCheck {
  verdict: 'working' | 'missing' | 'failing' | 'unknown'
  status: number | null
  /** Why there was no response. */
  fault: string | null
}

const TIMEOUT_MS = 10_000
// Browsers follow twenty.
const MAX_REDIRECTS = 10
const NEVER_REQUESTED = new Set<FetchErrorCode>(['fetch_url', 'fetch_credentials', 'fetch_port'])

/** Requests a URL without reading the page; undefined if the queue of `fetch` is full. */
export async function checkDestination(
  fetch: SafeFetch,
  url: string,
  agent: string,
): Promise<DestinationCheck | undefined> {
  try {
    const { status } = await fetch(url, {
      maxBytes: 0,
      headersOnly: true,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: MAX_REDIRECTS,
      headers: { 'user-agent': agent },
    })
    // Other statuses, such as 401, 403 or 429, are those of servers that refuse programs.
    const verdict = status === 404 || status === 410 ? 'missing' : status >= 500 ? 'failing' : 'working'
    return { verdict, status, fault: null }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (error.code === 'fetch_busy') return undefined
    const verdict = NEVER_REQUESTED.has(error.code) ? 'unknown' : 'failing'
    return { verdict, status: null, fault: error.message }
  }
}

import { LRUCache } from 'lru-cache'
import type { Fetched, SafeFetch } from './fetch/safe-fetch.ts'

/** Tells which pages let themselves be shown in a frame of another site. */
interface Framing {
  /**
   * The origins a page is reached through, its own last, where it is known to allow frames; null where it refuses, or
   * could not be asked: an empty frame helps nobody. The answer is waited for only shortly.
   */
  originsOf(url: string): Promise<string[] | null>
}

const KNOWN_MS = 3_600_000
// A page that could not be asked may be there again soon.
const SILENT_MS = 60_000
const PATIENCE_MS = 1000
const TIMEOUT_MS = 4000

/** Asks a destination once an hour. */
export function watchFraming(fetch: SafeFetch): Framing {
  const known = new LRUCache<string, Promise<string[] | null>>({ max: 5000 })
  const ask = async (url: string): Promise<string[] | null> => {
    try {
      const answer = await fetch(url, {
        maxBytes: 0,
        headersOnly: true,
        timeoutMs: TIMEOUT_MS,
        accept: 'text/html,*/*',
      })
      return canBeFramed(answer) ? [...new Set(answer.hops.map((hop) => new URL(hop).origin))] : null
    } catch {
      known.set(url, Promise.resolve(null), { ttl: SILENT_MS })
      return null
    }
  }
  return {
    originsOf(url) {
      let answer = known.get(url)
      if (answer === undefined) {
        answer = ask(url)
        known.set(url, answer, { ttl: KNOWN_MS })
      }
      const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())
      return Promise.race([answer, patience])
    },
  }
}

// A failure is better met at its own address. What is no page (a PDF, a download) stays empty in a frame with a sandbox.
function canBeFramed({ status, headers }: Fetched): boolean {
  if (status >= 400 || refusesFrames(headers) || /^\s*attachment/i.test(headers['content-disposition'] ?? ''))
    return false
  return /^\s*(text\/(html|plain)|application\/xhtml\+xml|image\/)/i.test(headers['content-type'] ?? 'text/html')
}

/** Whether an answer's headers forbid frames on sites other than its own. */
export function refusesFrames(headers: Record<string, string | undefined>): boolean {
  const ancestors = (headers['content-security-policy'] ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name === 'frame-ancestors')
  // Browsers ignore X-Frame-Options where a policy speaks of frames, and hold to each of several policies.
  if (ancestors.length > 0)
    return ancestors.some((sources) => !sources.slice(1).some((source) => ['*', 'https:', 'http:'].includes(source)))
  return /\b(deny|sameorigin)\b/i.test(headers['x-frame-options'] ?? '')
}

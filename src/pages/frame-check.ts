import { afterReading } from '../../db/connection.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { Fetched, SafeFetch } from '../net/safe-fetch.ts'

/** Checks whether pages can be shown in a frame of another site. */
interface FramingChecker {
  /**
   * The origins of the redirects to a page and its own, if the page allows frames; null if it does not, or could not be
   * requested. Waits at most a second for the response.
   */
  originsOf(url: string): Promise<string[] | null>
}

interface FramingAnswer {
  origins: string[] | null
  ttlMs: number
}

const MAX_PAGES = 5000
const ANSWERED_TTL_MS = 3_600_000
// A page that could not be requested may be available again soon.
const UNREACHABLE_TTL_MS = 60_000
const PATIENCE_MS = 1000
const TIMEOUT_MS = 4000

/** Creates a checker that requests a page at most once an hour. */
export function createFramingChecker(fetch: SafeFetch, caches: Caches): FramingChecker {
  const pages = caches.create<FramingAnswer>('framing', {
    maxEntries: MAX_PAGES,
    ttlMs: (answer) => answer?.ttlMs ?? UNREACHABLE_TTL_MS,
    // Visitors do not wait for another server as long as there is an answer.
    patienceMs: 0,
    missTimeoutMs: undefined,
  })
  const check = async (url: string): Promise<FramingAnswer> => {
    try {
      const answer = await fetch(url, {
        maxBytes: 0,
        headersOnly: true,
        timeoutMs: TIMEOUT_MS,
        accept: 'text/html,*/*',
      })
      const origins = canBeFramed(answer) ? [...new Set(answer.hops.map((hop) => new URL(hop).origin))] : null
      return { origins, ttlMs: ANSWERED_TTL_MS }
    } catch {
      return { origins: null, ttlMs: UNREACHABLE_TTL_MS }
    }
  }
  return {
    async originsOf(url) {
      const answer = pages.get(url, () => check(url))
      const { promise: late, resolve } = Promise.withResolvers<null>()
      const timer = afterReading(() => resolve(null), PATIENCE_MS).unref()
      const found = await Promise.race([answer, late])
      clearTimeout(timer)
      return found?.origins ?? null
    },
  }
}

// Failures are not framed, so that visitors see them at their own URL. PDFs and downloads stay empty in a sandboxed
// frame.
function canBeFramed({ ok, headers }: Fetched): boolean {
  if (!ok || refusesFrames(headers) || /^\s*attachment/i.test(headers['content-disposition'] ?? '')) return false
  return /^\s*(text\/(html|plain)|application\/xhtml\+xml|image\/)/i.test(headers['content-type'] ?? 'text/html')
}

/** Whether the headers of a response forbid frames on other sites. */
export function refusesFrames(headers: Record<string, string | undefined>): boolean {
  const ancestors = (headers['content-security-policy'] ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name === 'frame-ancestors')
  // Browsers ignore X-Frame-Options if a policy has frame-ancestors, and enforce each of several policies.
  if (ancestors.length > 0)
    return ancestors.some((sources) => !sources.slice(1).some((source) => ['*', 'https:', 'http:'].includes(source)))
  return /\b(deny|sameorigin)\b/i.test(headers['x-frame-options'] ?? '')
}

import type { Caches } from '../cache/caches.ts'
import type { Fetched, SafeFetch } from '../net/safe-fetch.ts'

/** Finds which pages let themselves be shown in a frame of another site. */
interface FramingChecker {
  /**
   * The origins a page is reached through, its own last, where it is known to allow frames; null where it refuses, or
   * could not be asked: an empty frame helps no one. Waits a second at most for the answer.
   */
  originsOf(url: string): Promise<string[] | null>
}

interface FramingAnswer {
  origins: string[] | null
  ttlMs: number
}

const MAX_PAGES = 5000
const ANSWERED_TTL_MS = 3_600_000
// A page that could not be asked may be there again soon.
const UNREACHABLE_TTL_MS = 60_000
const PATIENCE_MS = 1000
const TIMEOUT_MS = 4000

/** Asks a destination once an hour. */
export function createFramingChecker(fetch: SafeFetch, caches: Caches): FramingChecker {
  const pages = caches.create<FramingAnswer>('framing', {
    maxEntries: MAX_PAGES,
    ttlMs: (answer) => answer?.ttlMs ?? UNREACHABLE_TTL_MS,
    missTimeoutMs: undefined,
  })
  const ask = async (url: string): Promise<FramingAnswer> => {
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
      const answer = pages.get(url, () => ask(url))
      const { promise: late, resolve } = Promise.withResolvers<null>()
      const timer = setTimeout(resolve, PATIENCE_MS, null).unref()
      const found = await Promise.race([answer, late])
      clearTimeout(timer)
      return found?.origins ?? null
    },
  }
}

// A failure is better met at its own address. What is no page (a PDF, a download) stays empty in a frame with a sandbox.
function canBeFramed({ ok, headers }: Fetched): boolean {
  if (!ok || refusesFrames(headers) || /^\s*attachment/i.test(headers['content-disposition'] ?? '')) return false
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

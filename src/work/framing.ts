import { LRUCache } from 'lru-cache'
import type { SafeFetch } from './fetch.ts'

/** Whether a page lets itself be shown in a frame of another site. */
export interface Framing {
  /** True unless the page is known to refuse; the answer is waited for only shortly. */
  allows(url: string): Promise<boolean>
}

const KNOWN_MS = 3_600_000
const PATIENCE_MS = 1000
const TIMEOUT_MS = 4000

/** Asks a destination once an hour. */
export function watchFraming(fetch: SafeFetch): Framing {
  const known = new LRUCache<string, Promise<boolean>>({ max: 5000, ttl: KNOWN_MS })
  const ask = async (url: string): Promise<boolean> => {
    try {
      const { headers } = await fetch(url, {
        maxBytes: 0,
        headersOnly: true,
        timeoutMs: TIMEOUT_MS,
        accept: 'text/html,*/*',
      })
      return !refusesFrames(headers)
    } catch {
      return true
    }
  }
  return {
    allows(url) {
      let answer = known.get(url)
      if (answer === undefined) {
        answer = ask(url)
        known.set(url, answer)
      }
      const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, true).unref())
      return Promise.race([answer, patience])
    },
  }
}

/** Whether an answer's headers forbid frames on sites other than its own. */
export function refusesFrames(headers: Record<string, string | undefined>): boolean {
  const ancestors = (headers['content-security-policy'] ?? '')
    .split(/[;,]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .find(([name]) => name === 'frame-ancestors')
  // Browsers ignore X-Frame-Options where the policy speaks of frames.
  if (ancestors) return !ancestors.slice(1).some((source) => ['*', 'https:', 'http:'].includes(source))
  return /\b(deny|sameorigin)\b/i.test(headers['x-frame-options'] ?? '')
}

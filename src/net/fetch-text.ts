import type { SafeFetch } from './safe-fetch.ts'

const MAX_BYTES = 1000
const TIMEOUT_MS = 3000

/** A function that fetches a short text, without redirects; null if there is none at the URL, for whatever reason. */
export function fetchTextBy(fetch: SafeFetch): (url: string) => Promise<string | null> {
  return async (url) => {
    try {
      const { ok, body } = await fetch(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, followsRedirects: false })
      return ok ? body.toString('utf8') : null
    } catch {
      return null
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { aliasPath } from '../links/aliases.ts'
import { FetchError, isTemporary } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { isRepeatable } from './service-client.ts'

/** A short link to compare: its alias, and its URL at this service. */
export interface Compared {
  alias: string
  url: string
}

/** Where the old and the new address of an alias lead: a URL, or why there is none. */
export interface Comparison extends Compared {
  outcome: 'same' | 'different' | 'unclear'
  old: string
  new: string
}

interface CompareSettings {
  fetch: SafeFetch
  /** Scheme and host of the old service. */
  oldBase: string
  /**
   * The URL of this service, which is requested with the host name of each link; undefined: the URL of the link itself.
   */
  newBase: string | undefined
  /** Links per minute. */
  perMinute: number
  accountId: number
}

type Answer = { leadsTo: string } | { status: number } | { failure: string }

const CONCURRENCY = 4
const TRIES = 5
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 120_000
const TIMEOUT_MS = 15_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const NO_HEAD = new Set([404, 405, 501])
const GONE = new Set([404, 410])

/**
 * Compares the destinations of links at an old service and here, at most `perMinute`; yields results as responses
 * arrive.
 */
export async function* compareLinks(
  links: AsyncIterable<Compared>,
  { fetch, oldBase, newBase, perMinute, accountId }: CompareSettings,
): AsyncGenerator<Comparison> {
  const gapMs = 60_000 / perMinute
  let nextAt = 0

  const askOnce = async (url: string, host: string | undefined, method: 'HEAD' | 'GET') => {
    const options = { maxBytes: 0, headersOnly: true, timeoutMs: TIMEOUT_MS, account: accountId, method } as const
    return fetch(url, { ...options, followsRedirects: false, ...(host === undefined ? {} : { host }) })
  }
  const ask = async (url: string, host?: string): Promise<Answer> => {
    let failure = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      let pauseMs = FIRST_PAUSE_MS * 2 ** attempt
      try {
        // HEAD requests do not count as clicks; services that do not support them get GET requests.
        let reply = await askOnce(url, host, 'HEAD')
        if (NO_HEAD.has(reply.status)) reply = await askOnce(url, host, 'GET')
        const { location } = reply.headers
        if (REDIRECTS.has(reply.status) && location !== undefined)
          return URL.canParse(location, url)
            ? { leadsTo: new URL(location, url).href }
            : { failure: 'redirects to what is no URL' }
        if (!isRepeatable(reply.status)) return { status: reply.status }
        failure = `answers ${reply.status}`
        const seconds = Number(reply.headers['retry-after'])
        if (seconds >= 0) pauseMs = Math.min(seconds * 1000, MAX_PAUSE_MS)
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        failure = error.message
        if (!isTemporary(error)) break
      }
      if (attempt < TRIES - 1) await sleep(pauseMs)
    }
    return { failure }
  }
  const compare = async (link: Compared): Promise<Comparison> => {
    const path = `/${aliasPath(link.alias)}`
    const here = new URL(link.url)
    const [old, own] = await Promise.all([
      ask(`${oldBase}${path}`),
      newBase === undefined ? ask(link.url) : ask(`${newBase}${path}`, here.host),
    ])
    return { ...link, outcome: outcomeOf(old, own), old: shown(old), new: shown(own) }
  }

  const open = new Set<Promise<Comparison>>()
  const first = async () => {
    const { done, promise } = await Promise.race(
      [...open].map((promise) => promise.then((done) => ({ done, promise }))),
    )
    open.delete(promise)
    return done
  }
  for await (const link of links) {
    if (nextAt > Date.now()) await sleep(nextAt - Date.now())
    nextAt = Date.now() + gapMs
    open.add(compare(link))
    if (open.size === CONCURRENCY) yield await first()
  }
  while (open.size > 0) yield await first()
}

// A page with status 200 may be a password form or redirect by script, so its destination is unknown.
function outcomeOf(old: Answer, own: Answer): Comparison['outcome'] {
  if ('leadsTo' in old && 'leadsTo' in own) return old.leadsTo === own.leadsTo ? 'same' : 'different'
  if ('failure' in old || 'failure' in own) return 'unclear'
  if ('status' in old && 'status' in own) return GONE.has(old.status) && GONE.has(own.status) ? 'same' : 'unclear'
  return 'different'
}

const shown = (answer: Answer): string =>
  'leadsTo' in answer ? answer.leadsTo : 'status' in answer ? `answers ${answer.status}` : answer.failure

import type { Database } from '../../db/open.ts'
import {
  claimDueLinks,
  type DueLink,
  type LinkCheckResult,
  postponeLinkCheck,
  recordLinkCheck,
} from '../../db/queries/link-checks.ts'
import type { Config } from '../config/config.ts'
import { checkDestination, type DestinationCheck } from '../net/destination-check.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import type { FairQueueLimits } from '../security/fair-queue.ts'
import { repeat } from '../time/repeat.ts'

/** Checks the destinations of links that are watched, on a schedule. */
export interface LinkChecks {
  /** Checks one batch of the links that are due; returns how many. Concurrent instances claim different ones. */
  checkDue(): Promise<number>
  /** Sets the listener for errors of the scheduled checks, which are repeated at the next interval. */
  report(listener: (error: unknown) => void): void
  /** Stops after the running checks. */
  close(): Promise<void>
}

/** The queue of these fetches: two at a time for each host. */
export const LINK_CHECK_FETCHES: FairQueueLimits = {
  concurrency: 10,
  concurrencyPerOwner: 2,
  maxWaiting: 40,
  maxWaitingPerOwner: 20,
}

// At most 20 requests in 5 seconds, so that nobody's server is flooded; 345,600 a day for each instance.
const BATCH = 20
const INTERVAL_MS = 5_000
const HOUR_S = 3600
// Seconds until a failed check is repeated: after the first failure and after the second.
const RETRIES_S = [600, HOUR_S]
const BROKEN_S = 6 * HOUR_S
const BUSY_S = 300

/** `hours` is the time between two checks of a link; 0: none is checked. */
export function createLinkChecks({
  db,
  fetch,
  config,
}: {
  db: Database
  fetch: SafeFetch
  config: Pick<Config, 'LINK_CHECK_HOURS' | 'baseUrl'>
}): LinkChecks {
  const hours = config.LINK_CHECK_HOURS
  let onError: (error: unknown) => void = () => {}
  let account = 0

  const check = async (link: DueLink) => {
    // Says who asks, and lets visits of our own links count as those of a crawler.
    const answer = await checkDestination(fetch, link.url, `Waymark link check (+${config.baseUrl})`)
    if (answer === undefined) await postponeLinkCheck(db, link, BUSY_S)
    else await recordLinkCheck(db, link, assess(link, answer, hours * HOUR_S))
  }
  const checkDue = async () => {
    const { links, last } = await claimDueLinks(db, account, BATCH)
    account = last
    await Promise.all(links.map(check))
    return links.length
  }
  const stop = hours === 0 ? async () => {} : repeat(checkDue, INTERVAL_MS, (error) => onError(error))

  return {
    checkDue,
    report(listener) {
      onError = listener
    },
    close: stop,
  }
}

/** What follows from a check after the failures before it. `interval`: seconds between checks of a working link. */
function assess(
  { failures, isBroken }: DueLink,
  { verdict, status, fault }: DestinationCheck,
  interval: number,
): LinkCheckResult {
  // Spread, so that links that were added together are not checked together for ever.
  const usual = interval * (0.9 + Math.random() * 0.2)
  if (verdict === 'working' || verdict === 'unknown')
    return { status, fault, failures: 0, isBroken: false, nextIn: usual }
  const failed = failures + 1
  const retry = RETRIES_S[failures]
  const breaks = isBroken || retry === undefined || (verdict === 'missing' && failed >= 2)
  return { status, fault, failures: failed, isBroken: breaks, nextIn: Math.min(usual, breaks ? BROKEN_S : retry) }
}

import type { Database } from '../../db/open.ts'
import {
  claimDueList,
  type DueList,
  type FetchedList,
  keepLists,
  releaseList,
  storeList,
} from '../../db/queries/block-lists.ts'
import type { Config } from '../config/config.ts'
import { FetchError } from '../net/fetch-error.ts'
import { isUnchanged, type SafeFetch } from '../net/safe-fetch.ts'
import { packKeys } from './key-set.ts'
import { readList } from './list.ts'

/** Fetches the lists of `BLOCKED_HOSTS_URLS` on a schedule; of several instances each time one. */
export interface ListFetcher {
  /** Fetches the lists that are due. */
  fetchDue(): Promise<void>
  report(listener: (error: unknown) => void): void
  /** Stops after the running fetches. */
  close(): Promise<void>
}

const POLL_MS = 60_000
const FETCH_MINUTES = 60
const RETRY_MINUTES = 10
const MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 120_000
const PIECE = 65_536

async function* piecesOf(body: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}

export function createListFetcher(needed: {
  db: Database
  fetch: SafeFetch
  config: Pick<Config, 'blockedHostsUrls' | 'baseUrl'>
}): ListFetcher {
  const { db, fetch, config } = needed
  let onError: (error: unknown) => void = () => {}
  let round: Promise<void> | undefined
  const stop = new AbortController()

  const read = async ({ url, etag }: DueList): Promise<FetchedList> => {
    try {
      const reply = await fetch(url, {
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        signal: stop.signal,
        headers: {
          'user-agent': `Waymark (+${config.baseUrl})`,
          ...(etag === null ? {} : { 'if-none-match': etag }),
        },
      })
      if (isUnchanged(reply)) return null
      if (!reply.ok) return { fault: `The server answered ${reply.status}.` }
      const { blocked, unread } = await readList(piecesOf(reply.body), reply.body.length)
      // An error page, or a list that was emptied by mistake.
      if (blocked.size === 0) return { fault: 'The response has no entries.' }
      return { keys: packKeys(blocked), unread, etag: reply.headers['etag']?.slice(0, 200) ?? null }
    } catch (error) {
      if (error instanceof FetchError) return { fault: error.message }
      if (error instanceof RangeError) return { fault: `The list ${error.message}.` }
      throw error
    }
  }
  const fetchDue = async () => {
    const urls = config.blockedHostsUrls
    if (urls.length === 0) return
    await keepLists(db, urls)
    // One after the other, since each may take much memory.
    while (!stop.signal.aborted) {
      const due = await claimDueList(db, urls)
      if (!due) return
      const fetched = await read(due)
      if (stop.signal.aborted) return releaseList(db, due.url)
      const isFault = fetched !== null && 'fault' in fetched
      await storeList(db, due.url, fetched, isFault ? RETRY_MINUTES : FETCH_MINUTES)
      if (isFault) onError(new Error(`A list of blocked hosts could not be read: ${fetched.fault}`))
    }
  }
  const poll = () => {
    round ??= fetchDue()
      .catch((error) => onError(error))
      .finally(() => {
        round = undefined
      })
  }
  const timer = config.blockedHostsUrls.length === 0 ? undefined : setInterval(poll, POLL_MS).unref()
  if (timer) poll()

  return {
    async fetchDue() {
      await round
      await fetchDue()
    },
    report(listener) {
      onError = listener
    },
    async close() {
      clearInterval(timer)
      stop.abort()
      await round
    },
  }
}

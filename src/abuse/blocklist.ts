import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../../db/open.ts'
import { findListKeys, listVersions } from '../../db/queries/block-lists.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import { createLru } from '../cache/lru.ts'
import type { Config } from '../config/config.ts'
import { createBans } from './bans.ts'
import { hashOf, unpackKeys } from './key-set.ts'
import { type List, readList } from './list.ts'
import { keysOfHost, keysOfUrl } from './url-keys.ts'

/** What no link may lead to, and what is not served: bans of the operator, and lists. All in memory. */
export interface Blocklist {
  /** Whether no visitor may be sent to a URL. */
  blocksUrl(url: string): boolean
  /** Whether a host, in its stored form, or a domain above it is blocked. */
  blocksHost(host: string): boolean
  /** Whether a link is quarantined, or its account suspended. */
  blocksLink(link: { id: number; account_id: number }): boolean
  quarantines(linkId: number): boolean
  blocksAccount(id: number): boolean
  /** Reads what has changed since. Rejects if the database is away or the file cannot be read. */
  refresh(): Promise<void>
  report(listener: (error: unknown) => void): void
  close(): void
}

const MAX_VERDICTS = 20_000
const MAX_CACHED_URL = 500
const REFRESH_MS = 10_000

export async function openBlocklist(needed: {
  db: Database
  config: Pick<Config, 'BLOCKED_HOSTS_FILE' | 'blockedHostsUrls' | 'baseHost'>
  changes: Pick<ChangeFeed, 'on' | 'onGap'>
}): Promise<Blocklist> {
  const { db, config, changes } = needed
  const file = config.BLOCKED_HOSTS_FILE
  const urls = config.blockedHostsUrls
  // By the URL; that of the file has none.
  const sources = new Map<string, { version: string; list: Pick<List, 'blocked' | 'allowed'> }>()
  let lists: Pick<List, 'blocked' | 'allowed'>[] = []
  let onError: (error: unknown) => void = () => {}
  let reported = ''
  let isLoaded = false
  // Whether a URL is blocked, by URL: the same destinations are checked at every visit.
  const verdicts = createLru<string, boolean>(MAX_VERDICTS)
  // Undefined: not known yet. Bans may come by the thousand, so it is not found out for each.
  let verdictsUntil: number | undefined

  const isActive = (until: number | undefined) => until !== undefined && (until === Infinity || until > Date.now())

  const forget = () => {
    verdicts.clear()
    verdictsUntil = undefined
  }
  const nextEnd = () => {
    let next = Number.POSITIVE_INFINITY
    for (const until of bans.hosts.values()) if (until < next && isActive(until)) next = until
    return next
  }
  const bans = createBans(db, changes, forget)

  const isListed = (host: string, keys: readonly string[]) => {
    if (keysOfHost(host).some((key) => lists.some(({ allowed }) => allowed.has(key)))) return false
    if (lists.every(({ blocked }) => blocked.size === 0)) return false
    const hashes = keys.map(hashOf)
    return lists.some(({ blocked }) => hashes.some((hash) => blocked.hasHash(hash)))
  }
  const isBlocked = (host: string, keys: readonly string[]) =>
    host !== config.baseHost && (keys.some((key) => isActive(bans.hosts.get(key))) || isListed(host, keys))

  const isEmpty = () => bans.hosts.size === 0 && lists.every(({ blocked }) => blocked.size === 0)

  const setList = (source: string, version: string, list: Pick<List, 'blocked' | 'allowed'>) => {
    sources.set(source, { version, list })
    lists = [...sources.values()].map(({ list }) => list)
    forget()
  }
  const readFile = async () => {
    if (file === '') return
    const { mtimeMs, size, ino } = await stat(file)
    const found = `${mtimeMs} ${size} ${ino}`
    if (sources.get('')?.version === found) return
    setList('', found, await readList(createReadStream(file), size))
  }
  // Exceptions are those of the operator's own file.
  const loadLists = async () => {
    if (urls.length === 0) return
    for (const { url, version } of await listVersions(db, urls)) {
      if (sources.get(url)?.version === version) continue
      const keys = await findListKeys(db, url)
      if (keys) setList(url, version, { blocked: await unpackKeys(keys), allowed: new Set() })
    }
  }
  // One at a time, so that an older state never replaces a newer one; what is asked for meanwhile is read once more.
  let loading: Promise<void> | undefined
  const loadUntilCurrent = async () => {
    do {
      isLoaded = true
      await Promise.all([bans.load(), loadLists()])
    } while (!isLoaded)
  }
  const load = () => {
    loading ??= loadUntilCurrent()
      .catch((error) => {
        isLoaded = false
        throw error
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const reload = () => {
    isLoaded = false
    // A failed one is repeated, and reported, by the next refresh.
    load().catch(() => {})
  }
  // A reading that has begun may not see what was written since, so the next one follows it.
  let reading = Promise.resolve()
  let nextReading: Promise<void> | undefined
  const startReading = () => {
    nextReading = undefined
    reading = readFile()
    return reading
  }
  const refresh = async () => {
    nextReading ??= reading.then(startReading, startReading)
    await Promise.all([nextReading, isLoaded ? loading : load()])
  }

  changes.onGap(reload)
  changes.on('block_lists', reload)
  await refresh()
  // The same failure is not reported again and again.
  const poll = () =>
    refresh().then(
      () => {
        reported = ''
      },
      (error) => {
        if (String(error) !== reported) onError(error)
        reported = String(error)
      },
    )
  const timer = setInterval(poll, REFRESH_MS).unref()

  return {
    blocksUrl(url) {
      if (isEmpty()) return false
      verdictsUntil ??= nextEnd()
      if (verdictsUntil !== Infinity && Date.now() >= verdictsUntil) forget()
      const known = verdicts.get(url)
      if (known !== undefined) return known
      const asked = keysOfUrl(url)
      const verdict = asked !== null && isBlocked(asked.host, asked.keys)
      if (url.length <= MAX_CACHED_URL) verdicts.set(url, verdict)
      return verdict
    },
    blocksHost: (host) => !isEmpty() && isBlocked(host, keysOfHost(host)),
    blocksLink: ({ id, account_id }) => isActive(bans.links.get(id)) || isActive(bans.accounts.get(account_id)),
    quarantines: (id) => isActive(bans.links.get(id)),
    blocksAccount: (id) => isActive(bans.accounts.get(id)),
    refresh,
    report(listener) {
      onError = listener
    },
    close: () => clearInterval(timer),
  }
}

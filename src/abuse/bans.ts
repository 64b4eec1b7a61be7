import type { Database } from '../../db/open.ts'
import { type ActiveBan, listActiveBans } from '../../db/queries/bans.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'

/** What the operator blocks, in memory: the time until when, in milliseconds since 1970. */
export interface Bans {
  hosts: ReadonlyMap<string, number>
  links: ReadonlyMap<number, number>
  accounts: ReadonlyMap<number, number>
  /** Reads all of them, after changes may have been missed. Rejects if the database is away. */
  load(): Promise<void>
}

type Notified = ActiveBan & { isOn: boolean }

/** `onChange` is called after each change. */
export function createBans(db: Database, changes: Pick<ChangeFeed, 'on'>, onChange: () => void): Bans {
  const hosts = new Map<string, number>()
  const links = new Map<number, number>()
  const accounts = new Map<number, number>()
  // What is notified while the bans are read, since the rows that were read may be older.
  let missed: Notified[] | undefined

  const apply = ({ isOn, host, link, account, until }: Notified) => {
    const set = <K>(map: Map<K, number>, key: K) =>
      isOn ? map.set(key, until ?? Number.POSITIVE_INFINITY) : map.delete(key)
    if (host !== null) set(hosts, host)
    else if (link !== null) set(links, link)
    else if (account !== null) set(accounts, account)
  }
  changes.on('bans', (text) => {
    const change: Notified = JSON.parse(text)
    missed?.push(change)
    apply(change)
    onChange()
  })

  return {
    hosts,
    links,
    accounts,
    async load() {
      const waiting: Notified[] = []
      missed = waiting
      const rows = await listActiveBans(db)
      for (const map of [hosts, links, accounts]) map.clear()
      for (const ban of rows) apply({ isOn: true, ...ban })
      for (const ban of waiting) apply(ban)
      if (missed === waiting) missed = undefined
      onChange()
    },
  }
}

import { foldAlias } from '../../db/folded-alias.ts'
import type { Database } from '../../db/open.ts'
import type { LinkChangeRow } from '../../db/queries/link-changes.ts'
import { listLinkTargets } from '../../db/queries/link-targets.ts'
import type { Fault } from '../errors/api-error.ts'
import { canonicalAlias } from './aliases.ts'
import { type Base, pathOn } from './own-urls.ts'

/** Where a link is: `host` is that of its branded domain, or null for the service's own host. */
interface Place {
  host: string | null
  caseinsensitive: boolean
  aliases: readonly string[]
}

interface Target {
  link: string
}

/** The fields of a link that have a destination. */
export interface Destinations {
  url?: string | undefined
  startredirect?: string | null | undefined
  expirationredirect?: string | null | undefined
  geotarget?: readonly Target[] | undefined
  devicetarget?: readonly Target[] | undefined
  languagetarget?: readonly Target[] | undefined
  timetarget?: readonly Target[] | undefined
  splittarget?: readonly Target[] | undefined
  deeplink?: { apple?: string | null | undefined; google?: string | null | undefined } | null | undefined
}

const lists = ['geotarget', 'devicetarget', 'languagetarget', 'timetarget', 'splittarget'] as const

function destinationsOf(fields: Destinations): [path: string, url: string | null | undefined][] {
  return [
    ['/url', fields.url],
    ['/startredirect', fields.startredirect],
    ['/expirationredirect', fields.expirationredirect],
    ...lists.flatMap((name) =>
      (fields[name] ?? []).map(({ link }, i): [string, string] => [`/${name}/${i}/link`, link]),
    ),
    ['/deeplink/apple', fields.deeplink?.apple],
    ['/deeplink/google', fields.deeplink?.google],
  ]
}

/** The alias that a URL has on a host of the service; null if it leads elsewhere, or to no alias. */
function aliasOn(host: string | null, url: string, base: Base): string | null {
  const path = pathOn(host, url, base)
  if (path === null) return null
  try {
    return canonicalAlias(decodeURIComponent(path.replace(/^\/|\/$/g, '')))
  } catch {
    return null
  }
}

/** The faults of destinations that are the address of the link itself, in any spelling; other queries are no others. */
export function selfLinkFaults(base: Base, { host, caseinsensitive, aliases }: Place, fields: Destinations): Fault[] {
  if (aliases.length === 0) return []
  const keyOf = (alias: string) => (caseinsensitive ? foldAlias(alias) : (canonicalAlias(alias) ?? alias))
  const own = new Set(aliases.map(keyOf))
  return destinationsOf(fields).flatMap(([path, url]) => {
    const alias = url ? aliasOn(host, url, base) : null
    return alias !== null && own.has(keyOf(alias)) ? [{ path, message: SELF_FAULT }] : []
  })
}

const SELF_FAULT = 'must not be the address of the link itself, such as its short URL'

const destinationColumns = ['url', 'startredirect', 'expirationredirect', 'deeplink', ...lists] as const

/** The faults of changes after which a link would lead to itself, by its id. A link that is not found has none. */
export async function findSelfLinks(
  { db, config }: { db: Database; config: Base },
  accountId: number,
  changes: readonly Pick<LinkChangeRow, 'id' | 'columns' | 'move'>[],
): Promise<Map<number, Fault[]>> {
  const found = new Map<number, Fault[]>()
  const relevant = changes.filter(
    ({ columns, move: { alias, aliases, domainId } }) =>
      destinationColumns.some((name) => columns[name] !== undefined) || (alias ?? aliases ?? domainId) !== undefined,
  )
  if (relevant.length === 0) return found
  const stored = await listLinkTargets(
    db,
    accountId,
    relevant.map(({ id, move: { domainId } }) => ({ id, domainId })),
  )
  for (const { id, columns, move } of relevant) {
    const link = stored.get(id)
    if (!link || (link.detached && move.domainId === undefined)) continue
    const kept = move.keepalias || move.alias === undefined ? [link.alias] : []
    const place = {
      host: link.host,
      caseinsensitive: link.caseinsensitive,
      aliases: [...(move.alias === undefined ? [] : [move.alias]), ...kept, ...(move.aliases ?? link.extra)],
    }
    const faults = selfLinkFaults(config, place, { ...link.destinations, ...columns }).map(({ path, message }) =>
      isSent(path, columns) ? { path, message } : { path: movedField(move), message: movedFault(path) },
    )
    if (faults.length > 0) found.set(id, faults)
  }
  return found
}

const isSent = (path: string, columns: LinkChangeRow['columns']) =>
  columns[path.split('/', 2)[1] as keyof LinkChangeRow['columns']] !== undefined

const movedField = ({ alias, aliases }: LinkChangeRow['move']) =>
  alias !== undefined ? '/custom' : aliases !== undefined ? '/aliases' : '/domain'

const movedFault = (path: string) => `must not make the link lead to itself: its ${path.slice(1)} is this address`

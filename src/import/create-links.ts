import { type Holder, listHolders } from '../../db/queries/import-addresses.ts'
import { createLinks, type KeptColumns } from '../../db/queries/new-links.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import { readTimestamp } from '../time/timestamps.ts'
import type { LinkRow } from './link-rows.ts'
import type { WriteContext } from './write-context.ts'

interface Wanted {
  link: LinkRow
  alias: string | undefined
}

export const addressOf = ({ link, alias = '' }: Wanted) => ({ domainId: link.domainId, alias })

/**
 * Creates links; the result is 'taken' for each whose address is in use, and an error for those beyond the plan limit.
 */
export function createWithinPlan(
  { db, config, reservedAliases, accountId, by }: WriteContext,
  wanted: readonly Wanted[],
) {
  return withRoom({ db, plans: config.plans }, accountId, 'links', wanted.length, async (db, room, full) => {
    const isEnough = room >= wanted.length
    // A row whose address is in use does not count against the plan limit.
    const holders = isEnough ? new Map<number, Holder>() : await listHolders(db, accountId, wanted.map(addressOf))
    const free = wanted.filter((_one, i) => !holders.has(i))
    const accepted = isEnough ? free : withinRoom(free, room)
    const rows = accepted.map(({ link, alias }) => ({
      columns: link.columns,
      domainId: link.domainId,
      alias,
      pixels: link.pixels,
      kept: keptOf(link),
    }))
    const made = rows.length === 0 ? [] : await createLinks(db, by, rows, reservedAliases.generate)
    const results = new Map(accepted.map((one, i) => [one, made[i] ?? ('taken' as const)]))
    return wanted.map((one, i) => results.get(one) ?? (holders.has(i) ? ('taken' as const) : full()))
  })
}

/** The first rows that create `room` links, and further rows with the same addresses, which create none. */
function withinRoom(wanted: readonly Wanted[], room: number): readonly Wanted[] {
  const places = new Set<string>()
  let left = room
  return wanted.filter((one) => {
    const place = JSON.stringify(addressOf(one))
    if (one.alias !== undefined && places.has(place)) return true
    if (left === 0) return false
    left--
    places.add(place)
    return true
  })
}

/** The creation time and totals of a link at the old service. A future date becomes the current time. */
function keptOf({ record: { date, clicks, uniqueclicks } }: LinkRow): KeptColumns {
  const created = date === undefined ? undefined : Math.min(readTimestamp(date).getTime(), Date.now())
  return {
    created_at: created === undefined ? undefined : new Date(created).toISOString(),
    ...(clicks ? { clicks, imported_visits: clicks, undated_visits: clicks } : {}),
    ...(uniqueclicks ? { uniqueclicks, imported_uniques: uniqueclicks, undated_uniques: uniqueclicks } : {}),
  }
}

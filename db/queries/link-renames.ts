import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { LinkColumns } from '../tables/links.ts'
import type { Refusal } from './aliases.ts'
import { asIds } from './list-parameters.ts'

/** What a change of a link may depend on. */
export type StoredLink = Pick<LinkColumns, 'starts_at' | 'expires_at' | 'externalid' | 'clicklimit'>

interface Renaming {
  id: number
  columns: Partial<LinkColumns>
}

/**
 * The refusals of changes to an external id that another link has then: one that was not given up before, or that a
 * change before it took. `stored` has the ids that links give up.
 */
export function findRenamed(
  stored: ReadonlyMap<number, StoredLink>,
  claimed: ReadonlyMap<string, number>,
  changes: readonly Renaming[],
): Map<number, Refusal> {
  const holders = new Map(claimed)
  const refused = new Map<number, Refusal>()
  for (const { id, columns } of changes) {
    const { externalid } = columns
    if (externalid === undefined) continue
    const holder = externalid === null ? id : (holders.get(externalid) ?? id)
    if (holder !== id) {
      refused.set(id, { reason: 'external', alias: externalid ?? '' })
      continue
    }
    const old = stored.get(id)?.externalid
    if (old && holders.get(old) === id) holders.delete(old)
    if (externalid !== null) holders.set(externalid, id)
  }
  return refused
}

/** Clears the external ids that links give up to others of the request, because no two may have one at any time. */
export async function leaveExternalIds(
  db: Database,
  stored: ReadonlyMap<number, StoredLink>,
  changes: readonly Renaming[],
): Promise<Set<number>> {
  const wanted = new Map(changes.map(({ id, columns }) => [columns.externalid, id]))
  const left = changes.flatMap(({ id, columns }) => {
    const old = stored.get(id)?.externalid
    return old && columns.externalid !== undefined && (wanted.get(old) ?? id) !== id ? [id] : []
  })
  if (left.length > 0) await sql`update links set externalid = null where id = any (${asIds(left)})`.execute(db)
  return new Set(left)
}

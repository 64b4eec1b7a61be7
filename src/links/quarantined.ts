import type { Database } from '../../db/open.ts'
import { listOwnedIds } from '../../db/queries/owned.ts'
import type { Blocklist } from '../abuse/blocklist.ts'
import { type Fault, invalid } from '../errors/api-error.ts'

interface Needed {
  db: Database
  blocklist: Blocklist
}

/** The fault of a quarantined link that is to be changed or deleted. */
export const quarantinedFault: Fault = {
  path: '/id',
  message: 'is that of a quarantined link, which only the operator of this service can release',
  code: 'link_quarantined',
}

/** Those of the ids that are of quarantined links of the account. A query is made only where there are any. */
export const findQuarantined = ({ db, blocklist }: Needed, accountId: number, ids: readonly number[]) =>
  listOwnedIds(
    db,
    accountId,
    'links',
    ids.filter((id) => blocklist.quarantines(id)),
  )

/** Throws if a link of the account is quarantined: a change or a new link in its place would lift that. */
export async function refuseQuarantined(needed: Needed, accountId: number, id: number): Promise<void> {
  const found = await findQuarantined(needed, accountId, [id])
  if (found.has(id)) throw invalid([quarantinedFault])
}

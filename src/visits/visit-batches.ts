import type { Database } from '../../db/open.ts'
import { isVisitIndexReady } from '../../db/queries/indexes.ts'
import { readSettledId } from '../../db/queries/visit-counters.ts'
import { listFeeds, recordVisitBatches } from '../../db/queries/visit-feeds.ts'

/**
 * Writes new visits as events, of the accounts with webhooks that ask for them. Rejects with the first error after all
 * accounts had their turn; the visits of an account that failed are written the next time.
 */
export async function recordBatches(db: Database, isStopped = () => false): Promise<void> {
  const { accounts, horizon } = await listFeeds(db)
  if (accounts.length === 0 || !(await isVisitIndexReady(db, 'clicks_subject'))) return
  // After the notes were listed: what those are about is stored by then.
  const settledId = await readSettledId(db)
  const errors: Error[] = []
  for (const account of accounts) {
    try {
      for (let step = 0; !isStopped(); step++)
        if (!(await recordVisitBatches(db, account, { settledId, horizon, step }))) break
    } catch (error) {
      errors.push(new Error(`The visits of account ${account} cannot be written as events`, { cause: error }))
    }
  }
  if (errors[0]) throw errors[0]
}

import { sql } from 'kysely'
import { release } from '../contract.ts'
import { ApiError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { closing } from './manners.ts'

const ASK_TIMEOUT_MS = 3000

/** /livez: the process answers. /readyz: it can serve and will go on to, the database has really been asked; with the numbers of the click writer. */
export function healthRoutes(
  app: App,
  { db, store, clicks, state }: Pick<Parts, 'db' | 'store' | 'clicks' | 'state'>,
): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ error: 0, status: 'alive', release }))

  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (state.leaving) throw closing()
    if (state.starting)
      throw new ApiError(503, 'starting', 'The service is starting.', undefined, { 'Retry-After': '1' })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), ASK_TIMEOUT_MS)
    })
    try {
      await Promise.race([sql`select 1`.execute(db), late])
      return { error: 0, status: 'ready', release, database: store.kind, visits: clicks.metrics() }
    } catch {
      throw new ApiError(503, 'database_away', 'The database does not answer.', undefined, { 'Retry-After': '5' })
    } finally {
      clearTimeout(timer)
    }
  })
}

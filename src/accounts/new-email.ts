import type { Database } from '../../db/open.ts'
import { findAccount } from '../../db/queries/account.ts'
import type { Fault } from '../errors/api-error.ts'
import { asciiFault } from '../net/email-address.ts'

/** The faults of an account's new e-mail address. One that is not ASCII may be stored since before: it is kept. */
export async function newEmailFaults(db: Database, accountId: number, email: unknown): Promise<Fault[]> {
  const message = typeof email === 'string' ? asciiFault(email) : null
  if (message === null || (await findAccount(db, accountId))?.email === email) return []
  return [{ path: '/email', message }]
}

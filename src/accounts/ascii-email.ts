import type { Database } from '../../db/open.ts'
import { findAccount } from '../../db/queries/account.ts'
import type { Fault } from '../errors/api-error.ts'

const FORM =
  'must have only ASCII characters; write an international domain in Punycode, such as ada@xn--bcher-kva.example'

/** The fault of an e-mail address that clients may not read: the format of the document has only ASCII. */
export const asciiFault = (email: string): string | null => (/[^\x20-\x7e]/.test(email) ? FORM : null)

/** The faults of an account's new e-mail address. One that is not ASCII may be stored since before: it is kept. */
export async function newEmailFaults(db: Database, accountId: number, email: unknown): Promise<Fault[]> {
  const message = typeof email === 'string' ? asciiFault(email) : null
  if (message === null || (await findAccount(db, accountId))?.email === email) return []
  return [{ path: '/email', message }]
}

import { type ExternalTable, findExternalIds } from '../../db/queries/external-ids.ts'
import type { RowResult } from '../../db/queries/imports.ts'
import type { WriteContext } from './context.ts'

const NOUNS: Record<ExternalTable, string> = { links: 'link', qr_codes: 'QR code', bios: 'bio page' }

/** What becomes of a row whose external id the account uses for something else. */
type Clash = Omit<RowResult, 'row'> | { leaveOut: true; notes: string[] }

/**
 * External ids of an account that are in use, among those that rows want; the database would refuse the whole
 * statement.
 */
export interface ExternalIds {
  /** Undefined: the row may have the id. `holder` is what has the address of the row. */
  clashOf(externalid: string | null | undefined, holder: number | undefined): Clash | undefined
  /** A row before this one takes the id. */
  take(externalid: string | null | undefined, id: number): void
}

export async function readExternalIds(
  { db, accountId, options }: WriteContext,
  table: ExternalTable,
  wanted: readonly (string | null | undefined)[],
): Promise<ExternalIds> {
  const ids = wanted.flatMap((externalid) => externalid ?? [])
  const holders = await findExternalIds(db, accountId, table, ids)
  return {
    clashOf(externalid, holder) {
      const used = externalid ? holders.get(externalid) : undefined
      if (used === undefined || (used === holder && options.conflicts !== 'rename')) return undefined
      const message = `Another ${NOUNS[table]} of the account has the externalid ${externalid}.`
      if (options.conflicts === 'rename') return { leaveOut: true, notes: [`${message} It is left out here.`] }
      if (options.conflicts === 'skip') return { outcome: 'skipped', notes: [message] }
      return { outcome: 'failed', errors: [{ path: '/externalid', message: message }] }
    },
    take(externalid, id) {
      if (externalid) holders.set(externalid, id)
    },
  }
}

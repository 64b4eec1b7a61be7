import { type ExternalTable, findExternalIds } from '../../db/queries/external-ids.ts'
import type { RowResult } from '../../db/queries/imports.ts'
import type { WriteContext } from './write-context.ts'

const NOUNS: Record<ExternalTable, string> = { links: 'link', qr_codes: 'QR code', bios: 'bio page' }

/** The outcome of a row whose external id another record of the account has. */
type Clash = Omit<RowResult, 'row'> | { leaveOut: true; notes: string[] }

/**
 * The external ids of rows that the account uses already. Checked in advance, because one duplicate would fail the
 * whole statement.
 */
export interface ExternalIds {
  /** Undefined if the id is free for the row. `holder` is the record at the address of the row. */
  clashOf(externalid: string | null | undefined, holder: number | undefined): Clash | undefined
  /** Marks the id as used by an earlier row. */
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
      const noun = NOUNS[table]
      if (options.conflicts === 'replace')
        return {
          outcome: 'failed',
          errors: [{ path: '/externalid', message: `is that of another ${noun} of the account` }],
        }
      const note = `Another ${noun} of the account has the externalid ${externalid}.`
      return options.conflicts === 'rename'
        ? { leaveOut: true, notes: [`${note} It is left out here.`] }
        : { outcome: 'skipped', notes: [note] }
    },
    take(externalid, id) {
      if (externalid) holders.set(externalid, id)
    },
  }
}

import type { Database } from '../../db/open.ts'
import type { Actor } from '../../db/queries/events.ts'
import { claimExternalIds } from '../../db/queries/external-ids.ts'
import { createQrCodes, type NewQrRow } from '../../db/queries/qr.ts'
import { withRoom } from '../accounts/plan-limits.ts'
import type { Plans } from '../config/plans.ts'
import { type ApiError, externalIdTaken } from '../errors/api-error.ts'
import { randomCode } from './code.ts'

const ATTEMPTS = 5

/** Creates QR codes with the outcome of each: what requests for one after the other would have. */
export function makeCodes(
  db: Database,
  plans: Plans,
  by: Actor,
  codes: readonly NewQrRow[],
): Promise<({ id: number; code: string } | ApiError)[]> {
  return withRoom({ db, plans }, by.id, 'qrcodes', codes.length, async (db, room, full) => {
    const names = codes.flatMap(({ externalid }) => externalid ?? [])
    const taken = new Set((await claimExternalIds(db, by.id, 'qr_codes', names)).keys())
    let left = room
    const failures = codes.map(({ externalid }) => {
      if (left === 0) return full()
      if (externalid !== null && taken.has(externalid)) return externalIdTaken()
      if (externalid !== null) taken.add(externalid)
      left--
      return undefined
    })
    const accepted = codes.filter((_code, i) => !failures[i])
    const created = accepted.length === 0 ? [] : await createAll(db, by, accepted)
    return failures.map((failure) => failure ?? (created.shift() as { id: number; code: string }))
  })
}

async function createAll(db: Database, by: Actor, codes: readonly NewQrRow[]) {
  const made = new Map<number, { id: number; code: string }>()
  let waiting = codes.map((row, i) => ({ row, i }))
  for (let attempt = 0; waiting.length > 0; attempt++) {
    if (attempt === ATTEMPTS) throw new Error('No unused code was found.')
    const ids = await createQrCodes(
      db,
      by,
      waiting.map(({ row }) => row),
    )
    for (const [at, { row, i }] of waiting.entries()) {
      const id = ids[at]
      if (id !== undefined) made.set(i, { id, code: row.code })
    }
    waiting = waiting.flatMap(({ row, i }) => (made.has(i) ? [] : [{ row: { ...row, code: randomCode() }, i }]))
  }
  return codes.map((_row, i) => made.get(i) as { id: number; code: string })
}

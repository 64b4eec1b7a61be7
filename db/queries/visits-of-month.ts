import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { type ShippedVisit, shippedColumns } from './visit-sink.ts'

const ROWS = 2000

/** The time of the first visit that is stored; undefined if there is none. Reads all visits. */
export async function findFirstVisit(db: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from clicks`.execute(db)
  return rows[0]?.at ?? undefined
}

/** The moment before which raw visits were deleted because of their age; null if none were. */
export async function readRawFrom(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select nullif(raw_from, '-infinity') as at from visit_mark`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * The visits of all accounts in a range of time, in about the order of their ids, as they were at one moment. A
 * transaction is open meanwhile; it must be one month at most, because partitions have months.
 */
export async function* readVisits(db: Database, from: Date, to: Date): AsyncGenerator<ShippedVisit[]> {
  const transaction = await db.startTransaction().execute()
  try {
    await sql`
      declare visits_of_month no scroll cursor for select ${shippedColumns} from clicks
      where at >= ${from}::timestamptz and at < ${to}::timestamptz`.execute(transaction)
    for (;;) {
      const { rows } = await sql<ShippedVisit>`fetch ${sql.lit(ROWS)} from visits_of_month`.execute(transaction)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await transaction.rollback().execute()
  }
}

import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject } from '../tables/visits.ts'
import { asJson } from './list-parameters.ts'
import { subjectTables } from './owned.ts'

/** Sets the time of creation of links, bio pages or QR codes of an account. */
export async function setCreated(
  db: Database,
  accountId: number,
  subject: Subject,
  rows: readonly { id: number; at: Date }[],
): Promise<void> {
  await sql`
    update ${sql.table(subjectTables[subject])} t set created_at = g.at
    from json_to_recordset(${asJson(rows)}) as g(id bigint, at timestamptz)
    where t.id = g.id and t.account_id = ${accountId}::bigint`.execute(db)
}

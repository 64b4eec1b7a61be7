import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { DAY_MS, type RangeQuery } from './statistics.ts'
import { isGroup } from './visit-groups.ts'
import { accountOfSubject } from './visit-subjects.ts'

/** Which visits of a subject ClickHouse has received. */
export interface Coverage {
  generation: string
  /** Visits up to this id. */
  shippedId: number
  account: number
  /** By how many seconds it may be behind; 0: it has all. */
  lag: number
}

/**
 * Up to which visit ClickHouse has received the visits of a link, QR code, page or group. Undefined if it cannot have
 * all visits between the two times: some expired, were imported as daily counts, or belong to a deleted link.
 */
export async function readCoverage(
  db: Database,
  { subject, id, account, from, to }: RangeQuery,
  version: number,
): Promise<Coverage | undefined> {
  const firstDay = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)
  const hasGap = isGroup(subject)
    ? sql`select from visit_gaps g where g.account_id = ${account}::bigint and g.until > ${from}::timestamptz`
    : sql`select from visit_days d where d.subject = ${subject} and d.subject_id = ${id}::bigint
        and d.start >= ${firstDay}::timestamptz and d.start < ${to}::timestamptz and d.first_id = 0`
  const owner = isGroup(subject)
    ? sql`select ${account}::bigint as account`
    : sql`select ${accountOfSubject} as account from (select ${subject}::text as subject, ${id}::bigint as subject_id) counted`
  const { rows } = await sql<Coverage>`
    select s.generation, s.shipped_id as "shippedId", o.account,
      case when not c.is_called or c.last_value <= s.shipped_id then 0
        else extract(epoch from clock_timestamp() - s.complete_at) end::float8 as lag
    from visit_sink s cross join visit_mark m cross join click_ids c cross join (${owner}) o
    where s.version = ${version}::integer and s.complete_at is not null and o.account is not null
      and m.raw_from <= ${from}::timestamptz and not exists (${hasGap})`.execute(db)
  return rows[0]
}

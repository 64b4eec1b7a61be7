import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject } from '../tables/visits.ts'
import { asJson } from './list-parameters.ts'
import { wireDate } from './wire.ts'

/** The visits of a day of a record that the import wrote; `id` is the id of that record. */
interface NewDay {
  id: number
  /** Whether the record was there before the import. */
  isReplaced: boolean
  date: string
  class: string
  visits: number
  uniques: number
  facets: object
}

const tables = {
  link: ['links', 'clicks', 'uniqueclicks'],
  bio: ['bios', 'clicks', 'uniqueclicks'],
  qr: ['qr_codes', 'scans', 'uniquescans'],
} as const

/**
 * Stores the visits of each day for records that an import wrote. The totals of the records already include them, as
 * visits of unknown days; a total that is smaller than the sum of the days is raised. Skips days that already have
 * visits, so that a repeated import counts nothing twice, and all days of a replaced record that had visits before,
 * because the days may contain the same visits. Returns the ids and dates that were added.
 */
export async function createDays(
  db: Database,
  accountId: number,
  subject: Subject,
  days: readonly NewDay[],
): Promise<Set<string>> {
  if (days.length === 0) return new Set()
  const [table, visits, uniques] = tables[subject]
  const more = (name: 'visits' | 'uniques') =>
    sql`greatest(${sql.ref(`a.${name}`)} - ${sql.ref(`t.undated_${name}`)}, 0)`
  const { rows } = await sql<{ key: string }>`
    with given as materialized (
      select * from json_to_recordset(${asJson(days)})
        as d(id bigint, "isReplaced" boolean, date date, class text, visits bigint, uniques bigint, facets jsonb)
      where not ("isReplaced" and (
        exists (select from visit_deltas v where v.subject = ${subject} and v.subject_id = d.id)
        or exists (select from visit_subjects v where v.subject = ${subject} and v.subject_id = d.id)))
    ), added as (
      insert into visit_days (account_id, subject, subject_id, start, class, visits, uniques, first_id, last_id, facets)
      select ${accountId}::bigint, ${subject}, id, date::timestamp at time zone 'UTC', class, visits, uniques, 0, 0, facets
      from given order by id, date, class
      on conflict do nothing returning subject_id, start, class, visits, uniques
    ), moved as (
      update ${sql.table(table)} t set undated_visits = greatest(t.undated_visits - a.visits, 0),
        undated_uniques = greatest(t.undated_uniques - a.uniques, 0),
        ${sql.ref(visits)} = t.${sql.ref(visits)} + ${more('visits')},
        ${sql.ref(uniques)} = t.${sql.ref(uniques)} + ${more('uniques')},
        imported_visits = t.imported_visits + ${more('visits')}, imported_uniques = t.imported_uniques + ${more('uniques')}
      from (select subject_id, sum(visits) as visits, sum(uniques) as uniques from added where class = 'visitor' group by 1 order by 1) a
      where t.id = a.subject_id
    )
    select subject_id || ' ' || ${wireDate('start')} || ' ' || class as key from added`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

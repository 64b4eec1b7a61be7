import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject, VisitClass } from '../tables/visits.ts'

type Counts = [visits: number, uniques: number]
type Facets = Record<string, Record<string, Counts>>

/** The visits of a UTC day by class; `facets` as in visit_days. */
export interface ExportedDay {
  subject: Subject
  id: number
  date: string
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

const DIMENSIONS = ['country', 'referrer', 'browser', 'os', 'device', 'language', 'campaign', 'quarter'] as const
const EPOCH = sql`'2000-01-01T00:00Z'`
const day = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
const quarter = (column: string) => sql`(extract(epoch from ${sql.ref(column)})::bigint / 900 % 96)::text`

type Row = Omit<ExportedDay, 'subject' | 'facets'> & { facets: Facets | null; values: (string | null)[] | null }

/** The visits of some subjects by day, from their counters and from the raw visits that are in none yet. */
export async function listExportedDays(
  db: Database,
  accountId: number,
  subject: Subject,
  ids: readonly number[],
): Promise<ExportedDay[]> {
  if (ids.length === 0) return []
  const wanted = sql`any (${`{${ids.join(',')}}`}::text::bigint[])`
  const isOf = sql`subject = ${subject} and subject_id = ${wanted}`
  const { rows } = await sql<Row>`
    select subject_id as id, ${day('start')} as date, class, visits, uniques, facets, null::jsonb as values
    from visit_days where ${isOf} and account_id = ${accountId}::bigint
    union all
    select subject_id, ${day('start')}, class, visits, uniques, facets, null from visit_counts where ${isOf} and grain = 'day'
    union all
    select subject_id, ${day('start')}, class, 0, 0,
      jsonb_build_object('quarter', jsonb_build_object(${quarter('start')}, jsonb_build_array(visits, uniques))), null
    from visit_counts where ${isOf} and grain = 'quarter'
    union all
    select c.subject_id, ${day('c.at')}, c.class, count(*), count(*) filter (where c.first), null,
      jsonb_build_array(c.country, c.referrer, c.browser, c.os, c.device, c.language, c.campaign_id::text,
        (extract(epoch from date_bin('15 minutes', c.at, ${EPOCH}))::bigint / 900 % 96)::text)
    from clicks c left join visit_subjects s on s.subject = c.subject and s.subject_id = c.subject_id cross join visit_mark m
    where c.subject = ${subject} and c.subject_id = ${wanted} and c.id > coalesce(s.rolled_id, m.id)
    group by c.subject_id, ${day('c.at')}, c.class, 7`.execute(db)
  return merge(subject, rows)
}

function merge(subject: Subject, rows: readonly Row[]): ExportedDay[] {
  const days = new Map<string, ExportedDay>()
  for (const { id, date, class: kind, visits, uniques, facets, values } of rows) {
    const key = `${id} ${date} ${kind}`
    const sum = days.get(key) ?? { subject, id, date, class: kind, visits: 0, uniques: 0, facets: {} }
    days.set(key, sum)
    sum.visits += visits
    sum.uniques += uniques
    const counted = facets ?? facetsOf(values ?? [], [visits, uniques])
    for (const [dimension, counts] of Object.entries(counted))
      for (const [value, [visits, uniques]] of Object.entries(counts)) {
        sum.facets[dimension] ??= {}
        const of = sum.facets[dimension]
        const before = Object.hasOwn(of, value) ? of[value] : undefined
        Object.defineProperty(of, value, {
          value: [(before?.[0] ?? 0) + visits, (before?.[1] ?? 0) + uniques],
          enumerable: true,
          configurable: true,
        })
      }
  }
  return [...days.values()]
    .filter(({ visits }) => visits > 0)
    .sort((a, b) => a.id - b.id || (a.date < b.date ? -1 : a.date > b.date ? 1 : a.class < b.class ? -1 : 1))
}

const facetsOf = (values: readonly (string | null)[], counts: Counts): Facets =>
  Object.fromEntries(DIMENSIONS.map((dimension, i) => [dimension, Object.fromEntries([[values[i] ?? '', counts]])]))

import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject, VisitClass } from '../tables/visits.ts'
import { asIds } from './list-parameters.ts'

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

/** Subjects whose days are read together, or a single subject and a range of its days. */
interface Stretch {
  ids: readonly number[]
  from?: number
  until?: number
}

// A row has up to some kilobytes of facets.
const ROWS = 2000

/**
 * The visits of some subjects by day, from their counters and from the raw visits that are in none yet, in parts that
 * fit into memory.
 */
export async function* exportDays(
  db: Database,
  accountId: number,
  subject: Subject,
  ids: readonly number[],
): AsyncGenerator<ExportedDay[]> {
  for (const stretch of await planStretches(db, subject, ids)) {
    const days = await listExportedDays(db, accountId, subject, stretch)
    if (days.length > 0) yield days
  }
}

const notRolled = sql`c left join visit_subjects s on s.subject = c.subject and s.subject_id = c.subject_id cross join visit_mark m`

/** Subjects in stretches of about `ROWS` rows; one that has more alone is read year by year. */
async function planStretches(db: Database, subject: Subject, ids: readonly number[]): Promise<Stretch[]> {
  if (ids.length === 0) return []
  const isOf = sql`subject = ${subject} and subject_id = any (${asIds(ids)})`
  const { rows } = await sql<{ id: number; year: number; rows: number }>`
    select id, extract(year from at at time zone 'UTC')::integer as year, count(*) as rows from (
      select subject_id as id, start as at from visit_days where ${isOf}
      union all
      select subject_id, start from visit_counts where ${isOf} and grain in ('day', 'quarter')
      union all
      select c.subject_id, c.at from clicks ${notRolled}
      where c.subject = ${subject} and c.subject_id = any (${asIds(ids)}) and c.id > coalesce(s.rolled_id, m.id)) read
    group by 1, 2 order by 1, 2`.execute(db)
  const stretches: Stretch[] = []
  let together: number[] = []
  let weight = 0
  const end = () => {
    if (together.length > 0) stretches.push({ ids: together })
    together = []
    weight = 0
  }
  for (const [id, years] of Map.groupBy(rows, ({ id }) => id)) {
    const own = years.reduce((sum, { rows }) => sum + rows, 0)
    if (weight + own > ROWS) end()
    if (own <= ROWS) {
      together.push(id)
      weight += own
    }
    // Without a first and a last bound, because the visits of another year may be added meanwhile.
    else
      years.forEach(({ year }, i) => {
        stretches.push({
          ids: [id],
          ...(i === 0 ? {} : { from: year }),
          ...(i === years.length - 1 ? {} : { until: years[i + 1]?.year }),
        })
      })
  }
  end()
  return stretches
}

const yearStart = (year: number) => sql`${`${year}-01-01T00:00:00Z`}::text::timestamptz`

async function listExportedDays(
  db: Database,
  accountId: number,
  subject: Subject,
  { ids, from, until }: Stretch,
): Promise<ExportedDay[]> {
  const isOf = sql`subject = ${subject} and subject_id = any (${asIds(ids)})`
  const within = (column: string) => {
    const at = sql.ref(column)
    const first = from === undefined ? sql`` : sql` and ${at} >= ${yearStart(from)}`
    return until === undefined ? first : sql`${first} and ${at} < ${yearStart(until)}`
  }
  const { rows } = await sql<Row>`
    select subject_id as id, ${day('start')} as date, class, visits, uniques, facets, null::jsonb as values
    from visit_days where ${isOf} and account_id = ${accountId}::bigint${within('start')}
    union all
    select subject_id, ${day('start')}, class, visits, uniques, facets, null from visit_counts
    where ${isOf} and grain = 'day'${within('start')}
    union all
    select subject_id, ${day('start')}, class, 0, 0,
      jsonb_build_object('quarter', jsonb_build_object(${quarter('start')}, jsonb_build_array(visits, uniques))), null
    from visit_counts where ${isOf} and grain = 'quarter'${within('start')}
    union all
    select c.subject_id, ${day('c.at')}, c.class, count(*), count(*) filter (where c.first), null,
      jsonb_build_array(c.country, c.referrer, c.browser, c.os, c.device, c.language, c.campaign_id::text,
        (extract(epoch from date_bin('15 minutes', c.at, ${EPOCH}))::bigint / 900 % 96)::text)
    from clicks ${notRolled}
    where c.subject = ${subject} and c.subject_id = any (${asIds(ids)}) and c.id > coalesce(s.rolled_id, m.id)${within('c.at')}
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

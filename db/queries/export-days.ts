import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Subject, VisitClass } from '../tables/visits.ts'
import { asIds } from './list-parameters.ts'
import { COLUMNS } from './visit-groups.ts'
import { wireDate } from './wire.ts'

type Counts = [visits: number, uniques: number]
type Facets = Record<string, Record<string, Counts>>

/** The visits of a UTC day by class; `facets` as in visit_days. */
interface ExportedDay {
  subject: Subject
  id: number
  date: string
  class: VisitClass
  visits: number
  uniques: number
  facets: Facets
}

const DIMENSIONS = [...COLUMNS, 'quarter']
const EPOCH = sql`'2000-01-01T00:00Z'`
const quarter = (column: string) => sql`(extract(epoch from ${sql.ref(column)})::bigint / 900 % 96)::text`

type Row = Omit<ExportedDay, 'subject' | 'facets'> & { facets: Facets | null; values: (string | null)[] | null }

/** Subjects whose days are read together, or a single subject and a range of its years. */
interface Batch {
  ids: readonly number[]
  from?: number | undefined
  until?: number | undefined
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
  for (const batch of await planBatches(db, subject, ids)) {
    const days = await listExportedDays(db, accountId, subject, batch)
    if (days.length > 0) yield days
  }
}

const notRolled = sql`c left join visit_subjects s on s.subject = c.subject and s.subject_id = c.subject_id cross join visit_mark m`

/** Subjects in batches of about `ROWS` rows; one that has more alone is read year by year. */
async function planBatches(db: Database, subject: Subject, ids: readonly number[]): Promise<Batch[]> {
  if (ids.length === 0) return []
  const isOf = sql`subject = ${subject} and subject_id = any (${asIds(ids)})`
  const { rows } = await sql<{ id: number; year: number; rows: number }>`
    select id, extract(year from at at time zone 'UTC')::integer as year, count(*) as rows from (
      select subject_id as id, start as at from visit_days where ${isOf}
      union all
      select subject_id, start from visit_counts where ${isOf}
      union all
      select c.subject_id, c.at from clicks ${notRolled}
      where c.subject = ${subject} and c.subject_id = any (${asIds(ids)}) and c.id > coalesce(s.rolled_id, m.id)) read
    group by 1, 2 order by 1, 2`.execute(db)
  const batches: Batch[] = []
  let together: number[] = []
  let weight = 0
  const flush = () => {
    if (together.length > 0) batches.push({ ids: together })
    together = []
    weight = 0
  }
  for (const [id, years] of Map.groupBy(rows, ({ id }) => id)) {
    const own = years.reduce((sum, { rows }) => sum + rows, 0)
    if (weight + own > ROWS) flush()
    if (own <= ROWS) {
      together.push(id)
      weight += own
    } else {
      // The first batch has no start and the last no end: visits of other years may be added during the export.
      for (const [i, { year }] of years.entries())
        batches.push({ ids: [id], from: i === 0 ? undefined : year, until: years[i + 1]?.year })
    }
  }
  flush()
  return batches
}

const yearStart = (year: number) => sql`${`${year}-01-01T00:00:00Z`}::text::timestamptz`

async function listExportedDays(
  db: Database,
  accountId: number,
  subject: Subject,
  { ids, from, until }: Batch,
): Promise<ExportedDay[]> {
  const isOf = sql`subject = ${subject} and subject_id = any (${asIds(ids)})`
  const within = (column: string) => {
    const at = sql.ref(column)
    const first = from === undefined ? sql`` : sql` and ${at} >= ${yearStart(from)}`
    return until === undefined ? first : sql`${first} and ${at} < ${yearStart(until)}`
  }
  const { rows } = await sql<Row>`
    select subject_id as id, ${wireDate('start')} as date, class, visits, uniques, facets, null::jsonb as values
    from visit_days where ${isOf} and account_id = ${accountId}::bigint${within('start')}
    union all
    select subject_id, ${wireDate('start')}, class, visits, uniques, facets, null from visit_counts
    where ${isOf} and grain = 'day'${within('start')}
    union all
    select subject_id, ${wireDate('start')}, class, 0, 0,
      jsonb_build_object('quarter', jsonb_build_object(${quarter('start')}, jsonb_build_array(visits, uniques))), null
    from visit_counts where ${isOf} and grain = 'quarter'${within('start')}
    union all
    select c.subject_id, ${wireDate('c.at')}, c.class, count(*), count(*) filter (where c.first), null,
      jsonb_build_array(c.country, c.referrer, c.browser, c.os, c.device, c.language, c.campaign_id::text,
        (extract(epoch from date_bin('15 minutes', c.at, ${EPOCH}))::bigint / 900 % 96)::text)
    from clicks ${notRolled}
    where c.subject = ${subject} and c.subject_id = any (${asIds(ids)}) and c.id > coalesce(s.rolled_id, m.id)${within('c.at')}
    group by c.subject_id, ${wireDate('c.at')}, c.class, 7`.execute(db)
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
        // Without a prototype, because visitors choose the values.
        sum.facets[dimension] ??= Object.create(null) as Record<string, Counts>
        const of = sum.facets[dimension]
        const [visitsBefore, uniquesBefore] = of[value] ?? [0, 0]
        of[value] = [visitsBefore + visits, uniquesBefore + uniques]
      }
  }
  return [...days.values()]
    .filter(({ visits }) => visits > 0)
    .sort((a, b) => a.id - b.id || (a.date < b.date ? -1 : a.date > b.date ? 1 : a.class < b.class ? -1 : 1))
}

const facetsOf = (values: readonly (string | null)[], counts: Counts): Facets =>
  Object.fromEntries(DIMENSIONS.map((dimension, i) => [dimension, Object.fromEntries([[values[i] ?? '', counts]])]))

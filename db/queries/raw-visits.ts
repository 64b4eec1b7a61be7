import { type RawBuilder, sql } from 'kysely'
import type { Visit } from '../../schemas/visits.ts'
import type { Database } from '../open.ts'
import type { Subject } from '../tables/visits.ts'
import { DETAILS } from './visit-groups.ts'
import { wireTime } from './wire.ts'

/** The raw visits of a subject in a range of time, above `after` and up to `last`. The caller has checked its owner. */
export interface RawVisits {
  subject: Subject
  id: number
  from: Date | null
  to: Date | null
  after: number
  last: number
}

/** SQL: how much later than it happened a visit is stored, at most: it may have waited for the database. */
export const MAX_DELAY = sql`interval '1 day'`
const NEAR_IDS = 1000

const isOf = ({ subject, id }: Pick<RawVisits, 'subject' | 'id'>) =>
  sql`subject = ${subject} and subject_id = ${id}::bigint`

/** SQL: the columns of a visit as the API shows it. */
export const visitColumns = sql`id, ${wireTime('clicks.at')} as date, class, reason, first as unique, country, referrer,
  browser, os, device, language, campaign_id as campaign, agent, domain_id as domain, to_json(coalesce(channel_ids, '{}')) as channels,
  ${sql.join(DETAILS.map((name) => sql`details->>${sql.lit(name)} as ${sql.ref(name)}`))}`

/** The next visits by id. */
export async function listRawVisits(db: Database, visits: RawVisits, limit: number): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select ${visitColumns} from clicks where ${isIn(visits)} order by id limit ${limit}::integer`.execute(db)
  return rows
}

/** The id of the `limit`th of the next visits, or of the last one if there are fewer; and whether more follow. */
export async function findLastVisit(
  db: Database,
  visits: RawVisits,
  limit: number,
): Promise<{ last: number | undefined; isMore: boolean }> {
  const { rows } = await sql<{ last: number | null; found: number }>`
    select max(id) filter (where place <= ${limit}::integer) as last, count(*)::integer as found from (
      select id, row_number() over (order by id) as place from (
        select id from clicks where ${isIn(visits)} order by id limit ${limit}::integer + 1) ids) numbered`.execute(db)
  return { last: rows[0]?.last ?? undefined, isMore: (rows[0]?.found ?? 0) > limit }
}

const isIn = ({ from, to, after, last, ...of }: RawVisits): RawBuilder<unknown> => sql`${isOf(of)}
  and id > ${after}::bigint and id <= ${last}::bigint
  ${from === null ? sql`` : sql`and at >= ${from}::timestamptz`} ${to === null ? sql`` : sql`and at < ${to}::timestamptz`}`

/**
 * Narrows the ids to those around the range of time, so that a page deep in many visits takes no longer than the first.
 */
export async function narrowVisits(db: Database, visits: RawVisits): Promise<RawVisits> {
  const { from, to, after, last } = visits
  const start =
    from === null ? after : Math.max(after, await findIdBefore(db, visits, sql`${from}::timestamptz - ${MAX_DELAY}`))
  const end = to === null ? last : await findIdBefore(db, visits, sql`${to}::timestamptz + ${MAX_DELAY}`)
  return { ...visits, after: start, last: to === null ? last : Math.min(last, end + NEAR_IDS) }
}

// An id up to which all visits are before a moment, found by halving the range of ids.
async function findIdBefore(db: Database, visits: RawVisits, moment: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive probe as (
      select 0::bigint as low, ${visits.last}::bigint as high, 0 as step
      union all
      select case when v.at < ${moment} then v.id else low end,
        case when v.at < ${moment} then high else (low + high) / 2 end, step + 1
      from probe left join lateral (
        select id, at from clicks where ${isOf(visits)} and id > (low + high) / 2 and id <= high order by id limit 1) v on true
      where high - low > ${sql.lit(NEAR_IDS)} and step < 64)
    select low from probe order by step desc limit 1`.execute(db)
  return rows[0]?.low ?? 0
}

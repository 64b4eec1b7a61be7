import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** The address of a link; the domain is 0 and the host null on the service's own host. */
export interface VisitedLink {
  alias: string
  domainId: number
  caseinsensitive: boolean
  host: string | null
}

/** At most `limit` links that were visited in about the last two minutes, those with most visits. */
export async function listVisitedLinks(db: Database, limit: number): Promise<VisitedLink[]> {
  const { rows } = await sql<VisitedLink>`
    with visited as materialized (
      select subject_id as id from visit_deltas where subject = 'link' order by waiting desc limit ${limit}::integer)
    select a.alias, coalesce(d.id, 0) as "domainId", coalesce(d.caseinsensitive, false) as caseinsensitive, d.host
    from (select distinct id from visited) v join aliases a on a.link_id = v.id and not a.detached
    left join domains d on d.id = a.domain_id`.execute(db)
  return rows
}

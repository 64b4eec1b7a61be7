import { sql } from 'kysely'
import type { Database } from '../open.ts'

/** The address of a link; the domain is 0 and the host null on the service's own host. */
export interface VisitedLink {
  alias: string
  domainId: number
  caseinsensitive: boolean
  host: string | null
}

/** The links with most visits that are not added to totals yet, which happens within two minutes; at most `limit`. */
export async function listVisitedLinks(db: Database, limit: number): Promise<VisitedLink[]> {
  const { rows } = await sql<VisitedLink>`
    with visited as materialized (
      select subject_id as id, sum(waiting) as visits from visit_deltas where subject = 'link'
      group by subject_id order by visits desc limit ${limit}::integer)
    select a.alias, coalesce(d.id, 0) as "domainId", coalesce(d.caseinsensitive, false) as caseinsensitive, d.host
    from visited v join aliases a on a.link_id = v.id and not a.detached
    left join domains d on d.id = a.domain_id
    order by v.visits desc`.execute(db)
  return rows
}

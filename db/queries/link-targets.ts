import { sql } from 'kysely'
import type { Database } from '../open.ts'
import type { LinkColumns } from '../tables/links.ts'
import { asJson } from './list-parameters.ts'

/** The address of a link and all its destinations. */
interface LinkTargets {
  alias: string
  /** Further aliases. */
  extra: string[]
  /** The host of its branded domain; null: the service's own. */
  host: string | null
  caseinsensitive: boolean
  detached: boolean
  destinations: Pick<
    LinkColumns,
    | 'url'
    | 'startredirect'
    | 'expirationredirect'
    | 'geotarget'
    | 'devicetarget'
    | 'languagetarget'
    | 'timetarget'
    | 'splittarget'
    | 'deeplink'
  >
}

/**
 * The addresses and destinations of links, by id. A link with a `domainId` (null: the service's own host) has the
 * address that it would have there.
 */
export async function listLinkTargets(
  db: Database,
  accountId: number,
  links: readonly { id: number; domainId?: number | null | undefined }[],
): Promise<Map<number, LinkTargets>> {
  const given = links.map(({ id, domainId }) => ({ id, is_moved: domainId !== undefined, domain_id: domainId ?? null }))
  const { rows } = await sql<LinkTargets & { id: number }>`
    select l.id, a.alias, d.host, coalesce(d.caseinsensitive, false) as caseinsensitive,
      a.detached or (a.domain_id is not null and old.host is null) as detached,
      (select coalesce(json_agg(e.alias), '[]') from aliases e where e.extra_link_id = l.id) as extra,
      json_build_object('url', l.url, 'startredirect', l.startredirect, 'expirationredirect', l.expirationredirect,
        'geotarget', l.geotarget, 'devicetarget', l.devicetarget, 'languagetarget', l.languagetarget,
        'timetarget', l.timetarget, 'splittarget', l.splittarget, 'deeplink', l.deeplink) as destinations
    from json_to_recordset(${asJson(given)}) as given (id bigint, is_moved boolean, domain_id bigint)
    join links l on l.id = given.id and l.account_id = ${accountId}::bigint
    join aliases a on a.link_id = l.id
    left join domains old on old.id = a.domain_id
    left join domains d on d.id = case when given.is_moved then given.domain_id else a.domain_id end`.execute(db)
  return new Map(rows.map(({ id, ...link }) => [id, link]))
}

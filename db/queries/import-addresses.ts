import { type RawBuilder, sql } from 'kysely'
import { aliasKey, foldAlias } from '../folded-alias.ts'
import type { Database } from '../open.ts'
import { asJson } from './list-parameters.ts'

/** The owner of an address that an import needs. */
export interface Holder {
  i: number
  /** The id of the link with the address, if it belongs to the account. */
  link_id: number | null
  bio_id: number | null
  url: string | null
}

/** The link or page at each address; free addresses are missing. */
export async function listHolders(
  db: Database,
  accountId: number,
  wanted: readonly { domainId: number | null; alias: string }[],
): Promise<Map<number, Holder>> {
  if (wanted.length === 0) return new Map()
  // A union, so that each branch can use an index.
  const found = (condition: RawBuilder<unknown>) => sql`
    select a.* from aliases a where ${condition}`
  const { rows } = await sql<Holder>`
    select w.i, l.id as link_id, b.id as bio_id, l.url
    from json_to_recordset(${asJson(wanted.map((one, i) => ({ i, ...one, key: foldAlias(one.alias) })))})
      as w(i integer, "domainId" bigint, alias text, key text)
    cross join lateral (
      ${found(sql`w."domainId" is null and a.domain_id is null and a.alias = w.alias and not a.detached`)}
      union
      ${found(sql`a.domain_id = w."domainId" and a.alias = w.alias`)}
      union
      ${found(sql`a.domain_id = (select id from domains where id = w."domainId" and caseinsensitive) and ${aliasKey('a')} = w.key`)}
      limit 1) a
    left join links l on l.id = coalesce(a.link_id, a.extra_link_id) and l.account_id = ${accountId}::bigint
    left join bios b on b.id = a.bio_id and b.account_id = ${accountId}::bigint`.execute(db)
  return new Map(rows.map((row) => [row.i, row]))
}

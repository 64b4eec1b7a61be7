import { sql } from 'kysely'
import type { Database } from '../open.ts'
import { asIds } from './list-parameters.ts'

/** The address of a link or bio page, as it is compared before and after a change. */
interface Address {
  id: number
  alias: string
  /** The domain, or a mark that it was deleted. */
  place: string
  /** Further aliases, in alphabetical order. */
  aliases: string
}

/** The addresses of links or bio pages. */
export async function listAddresses(
  db: Database,
  owner: 'link_id' | 'bio_id',
  ids: readonly number[],
): Promise<Map<number, Address>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Address>`
    select ${sql.ref(`a.${owner}`)} as id, a.alias, concat(a.domain_id, a.detached, d.lost_url) as place,
      (select coalesce(string_agg(e.alias, ' ' order by e.alias), '') from aliases e where e.extra_link_id = a.link_id) as aliases
    from aliases a left join domains d on d.id = a.domain_id where ${sql.ref(`a.${owner}`)} = any (${asIds(ids)})`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The fields of a request that changed an address. */
export function changedAddress(before: Address | undefined, after: Address | undefined): string[] {
  if (!before || !after) return []
  return [
    ...(before.alias === after.alias ? [] : ['custom']),
    ...(before.place === after.place ? [] : ['domain']),
    ...(before.aliases === after.aliases ? [] : ['aliases']),
  ]
}

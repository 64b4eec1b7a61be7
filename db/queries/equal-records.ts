import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import { asIdRows, asJsonb } from './list-parameters.ts'

/** The columns by which an import finds existing rows: these tables have no ids that another service could know. */
const compared = {
  pixels: ['type', 'tag', 'name'],
  overlays: ['type', 'name', 'text', 'button', 'link', 'colors', 'position'],
  splashes: ['name', 'title', 'text', 'image', 'counter', 'link', 'language'],
  campaigns: ['name', 'slug', 'public'],
  channels: ['name', 'description', 'color'],
} as const
export type ComparedTable = keyof typeof compared

const defaults: { [T in ComparedTable]?: Record<string, unknown> } = {
  overlays: { colors: {}, position: 'bottom' },
  splashes: { counter: 5 },
  campaigns: { public: false },
  channels: { description: '', color: '#000000', starred: false },
}

/** A record of an import, by the names of its columns. */
export type ImportedResource = Record<string, unknown>

const valueIn = (table: ComparedTable, record: ImportedResource, name: string): unknown =>
  record[name] ?? defaults[table]?.[name] ?? null

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

// A campaign is known by its slug, even if `public` was changed.
const keyOf = (table: ComparedTable, record: ImportedResource): string =>
  JSON.stringify(
    compared[table].map((name) =>
      name === 'public' && valueIn(table, record, 'slug') !== null ? null : sorted(valueIn(table, record, name)),
    ),
  )

const keySql = (table: ComparedTable): RawBuilder<unknown> =>
  sql`jsonb_build_array(${sql.join(
    compared[table].map((name) => (name === 'public' ? sql`case when slug is null then public end` : sql.ref(name))),
  )})`

interface Candidate {
  id: number
  starred: boolean | null
}

/**
 * For each of `records` the id of a row of the account that is equal to it, each row at most once; undefined for records
 * without one. Leaves out `taken`, and the rows that earlier records of this kind were imported to.
 */
export async function findEqualRows(
  db: Database,
  accountId: number,
  table: ComparedTable,
  {
    jobId,
    kind,
    records,
    taken,
  }: {
    jobId: number
    kind: string
    records: readonly ImportedResource[]
    taken: ReadonlySet<number>
  },
): Promise<(number | undefined)[]> {
  const keys = records.map((record) => keyOf(table, record))
  const groups = [...Map.groupBy(keys, (key) => key)]
  const free = await listCandidates(db, accountId, table, { jobId, kind, groups, taken })
  const found: (number | undefined)[] = records.map(() => undefined)
  const take = (isWanted: (candidate: Candidate, record: ImportedResource) => boolean) => {
    for (const [i, record] of records.entries()) {
      const candidates = free.get(keys[i] as string) ?? []
      const place = found[i] === undefined ? candidates.findIndex((one) => isWanted(one, record)) : -1
      if (place >= 0) found[i] = candidates.splice(place, 1)[0]?.id
    }
  }
  // A channel that was starred after an import is the same one, unless another record is equal to it in this too.
  take(({ starred }, record) => starred === null || starred === valueIn(table, record, 'starred'))
  take(() => true)
  return found
}

/** For each group of equal records, by its key: the existing rows that are equal to them, oldest first, as many as needed. */
async function listCandidates(
  db: Database,
  accountId: number,
  table: ComparedTable,
  {
    jobId,
    kind,
    groups,
    taken,
  }: {
    jobId: number
    kind: string
    groups: readonly [key: string, keys: readonly string[]][]
    taken: ReadonlySet<number>
  },
): Promise<Map<string, Candidate[]>> {
  const wanted = asJsonb(groups.map(([key, keys]) => ({ value: JSON.parse(key), rows: keys.length })))
  const starred = table === 'channels' ? sql`starred` : sql`null::boolean as starred`
  // Sorted and grouped, not joined: with outdated statistics the planner would compare all pairs.
  const { rows } = await sql<Candidate & { place: number }>`
    with free as (
      select id, max(key) as key, bool_or(starred) as starred from (
        select id, md5(${keySql(table)}::text) as key, ${starred}
        from ${sql.table(table)} where account_id = ${accountId}::bigint
        union all
        select made_id, null, null from import_rows
        where job_id = ${jobId}::bigint and kind = ${kind} and source_id is not null and made_id is not null
        union all
        select id, null, null from ${asIdRows([...taken])} taken(id)
      ) known group by id having count(*) = 1 and max(key) is not null
    ), wanted as (
      select md5((item->'value')::text) as key, (place - 1)::integer as place, (item->>'rows')::integer as rows
      from jsonb_array_elements(${wanted}) with ordinality e(item, place)
    )
    select place, id, starred from (
      select id, starred, max(place) over same as place, max(rows) over same as rows,
        row_number() over (partition by key, starred order by id) as nth
      from (
        select key, id, starred, null::integer as place, null::integer as rows from free
        union all
        select key, null, null, place, rows from wanted) merged
      window same as (partition by key)
    ) found
    where id is not null and place is not null and nth <= rows order by id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ place }) => place)].map(([place, candidates]) => [groups[place]?.[0] ?? '', candidates]),
  )
}

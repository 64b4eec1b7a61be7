import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { ComparedTable, ImportedResource } from './equal-records.ts'
import { eventSubjects } from './event-subjects.ts'
import { type Actor, insertEvents } from './events.ts'
import { asJson, asJsonb } from './list-parameters.ts'
import { totalOf } from './visit-totals.ts'

const columnsOf = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined)
const literal = (value: unknown): RawBuilder<unknown> =>
  typeof value === 'object' && value !== null ? asJsonb(value) : sql`${value}`

/** Adds a row and returns its id; undefined if a unique column is taken. `date` is when the record was created. */
export async function createResource(
  db: Database,
  by: Actor,
  table: ComparedTable,
  values: ImportedResource,
  date: string | undefined,
): Promise<number | undefined> {
  const given = columnsOf(values)
  const event = sql`select id, ${eventSubjects.campaign.data} as data from made campaigns`
  const recorded = table === 'campaigns' ? sql`, recorded as (${insertEvents(by, 'campaign.created', event)})` : sql``
  const { rows } = await sql<{ id: number }>`
    with made as (
    insert into ${sql.table(table)} (account_id, created_at, ${sql.join(given.map(([name]) => sql.ref(name)))})
    values (${by.id}::bigint, coalesce(${date ?? null}::timestamp at time zone 'UTC', now()),
      ${sql.join(given.map(([, value]) => literal(value)))})
    on conflict do nothing returning *
    )${recorded}
    select id from made`.execute(db)
  return rows[0]?.id
}

/** The ids of an account's channels by name; creates missing ones. */
export async function findOrCreateChannels(
  db: Database,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const wanted = sql`(select distinct name from json_array_elements_text(${asJson(names)}) name)`
  const { rows } = await sql<{ id: number; name: string }>`
    with made as (
      insert into channels (account_id, name)
      select ${accountId}::bigint, name from ${wanted} w
      where not exists (select 1 from channels c where c.account_id = ${accountId}::bigint and c.name = w.name)
      order by name returning id, name)
    select id, name from made
    union all
    select min(id), name from channels where account_id = ${accountId}::bigint and name in (select name from ${wanted} w)
    group by name`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

const ASSIGNED = 10_000

/** Assigns items to channels, in this order. Returns the items that were not in one of theirs before. */
export async function assignAll(
  db: Database,
  column: 'link_id' | 'bio_id' | 'qr_id',
  pairs: readonly { channel: number; item: number }[],
): Promise<Set<number>> {
  const assigned = new Set<number>()
  // In parts, because an item may be in many channels, and a statement must not exceed its timeout.
  for (let from = 0; from < pairs.length; from += ASSIGNED) {
    const { rows } = await sql<{ item: number }>`
      insert into channel_items (channel_id, ${sql.ref(column)})
      select (p->>'channel')::bigint, (p->>'item')::bigint
      from json_array_elements(${asJson(pairs.slice(from, from + ASSIGNED))}) with ordinality e(p, place) order by place
      on conflict do nothing returning ${sql.ref(column)} as item`.execute(db)
    for (const { item } of rows) assigned.add(item)
  }
  return assigned
}

/** The time of creation and the totals of an imported link, bio page or QR code. */
export interface Kept {
  id: number
  date?: string | undefined
  visits?: number | undefined
  uniques?: number | undefined
  /** The totals may include visits of the record itself: those of the source alone are not known. */
  isShared?: boolean | undefined
}

const counters = {
  links: { names: ['clicks', 'uniqueclicks'], subject: 'link', totals: 'link_totals' },
  bios: { names: ['clicks', 'uniqueclicks'], subject: 'bio', totals: 'bios' },
  qr_codes: { names: ['scans', 'uniquescans'], subject: 'qr', totals: 'qr_codes' },
} as const

/**
 * Sets times of creation and adds the visits from before the import to the totals; a shared total only raises the total
 * of the record. Idempotent.
 */
export async function keepTotals(db: Database, table: keyof typeof counters, kept: readonly Kept[]): Promise<void> {
  const some = kept
    .filter(({ date, visits, uniques }) => date !== undefined || visits !== undefined || uniques !== undefined)
    .toSorted((a, b) => a.id - b.id)
  if (some.length === 0) return
  const { names, subject, totals } = counters[table]
  const [visits, uniques] = names.map((name) => sql.ref(name))
  const date = (column: RawBuilder<unknown>) =>
    sql`least(coalesce(k.date::timestamp at time zone 'UTC', ${column}), now())`
  const more = (name: 'visits' | 'uniques') => {
    const known = sql`coalesce(${sql.ref(`k.own_${name}`)}, ${sql.ref(`t.imported_${name}`)})`
    return sql`greatest(coalesce(${sql.ref(`k.${name}`)}, 0) - ${known}, 0)`
  }
  const own = (name: 'visits' | 'uniques') => sql`
    case when "isShared" then (
      select ${totalOf(subject, name)} from ${sql.table(totals)} where ${sql.ref(`${totals}.id`)} = given.id) end`
  await sql`
    update ${sql.table(table)} t set created_at = ${date(sql`t.created_at`)},
      ${visits} = t.${visits} + ${more('visits')}, ${uniques} = t.${uniques} + ${more('uniques')},
      imported_visits = t.imported_visits + ${more('visits')}, imported_uniques = t.imported_uniques + ${more('uniques')},
      undated_visits = t.undated_visits + ${more('visits')}, undated_uniques = t.undated_uniques + ${more('uniques')}
    from (
      select given.*, ${own('visits')} as own_visits, ${own('uniques')} as own_uniques
      from json_to_recordset(${asJson(some)})
        as given(id bigint, date text, visits bigint, uniques bigint, "isShared" boolean)) k
    where t.id = k.id`.execute(db)
}

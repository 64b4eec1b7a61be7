import { type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Clicks, Subject } from '../tables/visits.ts'
import { isUnexhausted } from './visit-totals.ts'

/** What follows from a visit's headers and address. Visits of a batch that have all of it in common share one. */
export type VisitKind = Pick<
  Selectable<Clicks>,
  'class' | 'reason' | 'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language' | 'agent'
>

/** A visit as it is written. */
export interface VisitRow {
  /** Place in the batch's kinds. */
  kind: number
  /** Of the subject. */
  id: number
  /** Milliseconds since 1970. */
  at: number
  campaign: number | null
  /** A uuid made with the salt of the batch's day, at the visitor's first visit of the batch only; null: not to be counted as unique. */
  visitor: string | null
  /** Already counted by claimClick. */
  claimed: boolean
}

/** Visits of one type of subject. */
export interface VisitBatch {
  subject: Subject
  /** The day of the salt, `YYYY-MM-DD`. */
  day: string
  kinds: VisitKind[]
  rows: VisitRow[]
}

/** Tells a second attempt to write a batch from a new batch. */
export interface BatchIdentity {
  /** A uuid. */
  id: string
  /** Ids of batches whose commit is known: they are no longer kept. */
  settled: readonly string[]
}

// How many rows of visit_deltas the groups of a hot subject are spread over, beside row 0.
const SLOTS = 4

/**
 * Writes and counts a batch in one statement. Returns how many visits were kept: those whose subject is gone are left out,
 * and all of them when a batch of this id was written before.
 */
export async function recordVisits(
  db: Database,
  { subject, day, kinds, rows }: VisitBatch,
  { id, settled }: BatchIdentity,
): Promise<number> {
  // Arrays as text: nothing in them needs quotes, and neither driver has to guess their type.
  const column = (value: (row: VisitRow) => string | number | boolean) => `{${rows.map(value).join(',')}}`
  const slot = 1 + Math.floor(Math.random() * SLOTS)
  const { rows: result } = await sql<{ kept: number }>`select record_visits(
    ${id}::text::uuid, ${`{${settled.join(',')}}`}::text::uuid[], ${slot}::integer,
    ${subject}::text, ${day}::text::date, ${JSON.stringify(kinds.map((kind, place) => ({ kind: place, ...kind })))}::text::json,
    ${column(({ kind }) => kind)}::text::integer[], ${column(({ id }) => id)}::text::bigint[],
    ${column(({ at }) => at)}::text::bigint[], ${column(({ campaign }) => campaign ?? 'null')}::text::bigint[],
    ${column(({ visitor }) => visitor ?? 'null')}::text::uuid[], ${column(({ claimed }) => claimed)}::text::boolean[]
    ) as kept`.execute(db)
  return result[0]?.kept ?? 0
}

/** Takes one click of a link that has a limit. False when none was left; then nothing was counted. */
export async function claimClick(db: Database, linkId: number): Promise<boolean> {
  // The comment tells the pool, which looks for such words, that the statement writes.
  const { rows } = await sql<{
    claimed: boolean
  }>`select claim_click(${linkId}::bigint) as claimed /* update */`.execute(db)
  return rows[0]?.claimed ?? false
}

/** Whether a link with a limit still has a click left. */
export async function hasClicksLeft(db: Database, linkId: number): Promise<boolean> {
  const row = await db.selectFrom('links').select(isUnexhausted.as('left')).where('id', '=', linkId).executeTakeFirst()
  return row?.left ?? false
}

/** The salt of today (by the database's clock, in UTC), which all instances share; `fresh` where there is none yet. Older salts are deleted. */
export async function readSalt(db: Database, fresh: string): Promise<{ day: string; salt: string }> {
  const { rows } = await sql<{ day: string; salt: string }>`
    with today as (select (now() at time zone 'UTC')::date as day),
    gone as (delete from salts where day < (select day from today)),
    made as (
      insert into salts (day, salt) select day, ${fresh}::text from today on conflict do nothing returning day, salt
    )
    select day::text as day, salt from made
    union all select s.day::text, s.salt from salts s, today where s.day = today.day
    limit 1`.execute(db)
  const row = rows[0]
  // Another instance inserted it at the same moment: now it is visible.
  return row ?? readSalt(db, fresh)
}

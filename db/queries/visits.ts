import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Database } from '../open.ts'
import type { Clicks, VisitDetails, Visited } from '../tables/visits.ts'
import { isUnexhausted } from './visit-totals.ts'

/**
 * The properties of a visit that come from its headers and address. Visits of a batch with the same values share one.
 */
export type VisitKind = Pick<
  Selectable<Clicks>,
  'class' | 'reason' | 'country' | 'referrer' | 'browser' | 'os' | 'device' | 'language' | 'agent'
> & {
  /** The id of the branded domain. */
  domain?: number
  details?: VisitDetails
}

/** A visit to write. */
export interface VisitRow {
  /** Index in the batch's `kinds`. */
  kind: number
  /** The id of the subject. */
  id: number
  /** Milliseconds since 1970. */
  at: number
  campaign: number | null
  /** Visitor hash (a UUID) at the visitor's first visit in the batch; null if the visit must not count as unique. */
  visitor: string | null
  /** Whether claimClick has counted it already. */
  claimed: boolean
}

/** Visits of one type of subject. */
export interface NewVisits {
  subject: Visited
  /** The day of the salt, `YYYY-MM-DD`. */
  day: string
  kinds: VisitKind[]
  rows: VisitRow[]
}

/** Identifies a batch, so that a retry is not counted twice. */
interface BatchIdentity {
  /** A UUID. */
  id: string
  /** Ids of batches that are known to be committed; they are deleted. */
  settled: readonly string[]
}

// A constant text, because building it for each group of visits takes time. Arrays are sent as text, because the
// drivers cannot infer their types; no element needs quotes.
const RECORD = `select record_visits(
  $1::text::uuid, $2::text::uuid[], $3::integer, $4::text, $5::text::date, $6::text::json, $7::text::integer[],
  $8::text::bigint[], $9::text::bigint[], $10::text::bigint[], $11::text::uuid[], $12::text::boolean[]) as kept`

// Rows of visit_deltas, besides slot 0, over which the updates of a busy subject are spread.
const SLOTS = 4
/** The most rows that a link, QR code or bio page can have in visit_deltas. */
export const MAX_ROWS = 1 + SLOTS

/**
 * Writes and counts a batch in one statement. Returns the number of visits written: those of deleted subjects are left
 * out, and all of them if a batch with this id was written before.
 */
export async function recordVisits(
  db: Database,
  { subject, day, kinds, rows }: NewVisits,
  { id, settled }: BatchIdentity,
): Promise<number> {
  const column = (value: (row: VisitRow) => string | number | boolean) => `{${rows.map(value).join(',')}}`
  const slot = 1 + Math.floor(Math.random() * SLOTS)
  const { rows: result } = await db.executeQuery<{ kept: number }>(
    CompiledQuery.raw(RECORD, [
      id,
      `{${settled.join(',')}}`,
      slot,
      subject,
      day,
      JSON.stringify(kinds.map((kind, place) => ({ kind: place, ...kind }))),
      column(({ kind }) => kind),
      column(({ id }) => id),
      column(({ at }) => at),
      column(({ campaign }) => campaign ?? 'null'),
      column(({ visitor }) => visitor ?? 'null'),
      column(({ claimed }) => claimed),
    ]),
  )
  return result[0]?.kept ?? 0
}

/** Takes one click of a link with a click limit. Returns false if none is left; nothing is counted then. */
export async function claimClick(db: Database, linkId: number): Promise<boolean> {
  // The comment is for poolers that route statements by keyword: this select writes.
  const { rows } = await sql<{
    claimed: boolean
  }>`select claim_click(${linkId}::bigint) as claimed /* update */`.execute(db)
  return rows[0]?.claimed ?? false
}

/** Whether a link with a click limit has clicks left. */
export async function hasClicksLeft(db: Database, linkId: number): Promise<boolean> {
  const row = await db.selectFrom('links').select(isUnexhausted.as('left')).where('id', '=', linkId).executeTakeFirst()
  return row?.left ?? false
}

/**
 * Today's salt (UTC, database clock), which all instances share; stores `fresh` if there is none. Deletes older salts.
 */
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
  // Another instance inserted it concurrently; it is visible to the next statement.
  return row ?? readSalt(db, fresh)
}

import { sql } from 'kysely'
import type { BioAnswer, FormAnswer } from '../../schemas/bio-answers.ts'
import type { Database } from '../open.ts'
import { inTransaction } from '../transaction.ts'
import { eventSubjects } from './event-subjects.ts'
import { asActor, insertEvents } from './events.ts'
import { asJson, asJsonb } from './list-parameters.ts'
import { type PageQuery, readPage } from './pagination.ts'
import { wireTime } from './wire.ts'

/** The number of answers that are stored for a bio page; its forms are closed then. */
export const MAX_ANSWERS = 10_000

const countAnswers = async (db: Database, bioId: number): Promise<number> => {
  const counting = db.selectFrom('bio_answers').where('bio_id', '=', bioId)
  return (await counting.select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()).count
}

/** Whether a bio page has all answers that it may have. */
export const hasAllAnswers = async (db: Database, bioId: number): Promise<boolean> =>
  (await countAnswers(db, bioId)) >= MAX_ANSWERS

// So that cached pages show that their forms are closed, or open again.
const touch = (db: Database, bioId: number) =>
  db.updateTable('bios').set({ updated_at: new Date() }).where('id', '=', bioId).execute()

/** Stores an answer and returns its id; `full`: the page has all that it may have; undefined: it was deleted. */
export function createAnswer(
  db: Database,
  bioId: number,
  answer: { form: string; answers: FormAnswer[]; consent: string | null },
): Promise<number | 'full' | undefined> {
  return inTransaction(db, async (db) => {
    // Answers to a page are stored one after the other, so that it gets no more than it may have.
    const bio = await db
      .selectFrom('bios')
      .select('account_id')
      .where('id', '=', bioId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!bio) return undefined
    const count = await countAnswers(db, bioId)
    if (count >= MAX_ANSWERS) return 'full'
    const { id } = await db
      .insertInto('bio_answers')
      .values({ account_id: bio.account_id, bio_id: bioId, ...answer })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAnswer(db, bio.account_id, bioId, { answer: id, form: answer.form })
    if (count + 1 === MAX_ANSWERS) await touch(db, bioId)
    return id
  })
}

// Events are kept when an answer is deleted, so they do not contain what was answered.
async function recordAnswer(db: Database, accountId: number, bioId: number, about: { answer: number; form: string }) {
  const { source, data } = eventSubjects.bio
  const rows = sql`
    select bios.id, ${data} || ${asJsonb(about)} as data from ${source} where bios.id = ${bioId}::bigint`
  await insertEvents(asActor('system', accountId), 'bio.answered', rows).execute(db)
}

const selectAnswers = (db: Database, accountId: number, bioId: number) =>
  db
    .selectFrom('bio_answers')
    .where('bio_answers.account_id', '=', accountId)
    .where('bio_answers.bio_id', '=', bioId)
    .select(['bio_answers.id', 'form', 'answers', 'consent'])
    .select(wireTime('bio_answers.created_at').as('date'))
    .select(
      sql<string | null>`case when consent is not null then ${wireTime('bio_answers.created_at')} end`.as(
        'consentdate',
      ),
    )

/** Which answers are meant; an absent property does not restrict them. */
export interface AnswerFilter extends Pick<PageQuery, 'createdAfter' | 'createdBefore'> {
  form?: string | undefined
}

/** The answers to the forms of a bio page of the account. */
export function listAnswers(
  db: Database,
  accountId: number,
  bioId: number,
  page: PageQuery,
  { form, ...times }: AnswerFilter,
) {
  const query = selectAnswers(db, accountId, bioId)
  const wanted = form === undefined ? query : query.where('form', '=', form)
  return readPage(wanted, { ...page, ...times }, 'bio_answers')
}

/** The labels of the fields that were answered, in the order in which they were first asked. */
export async function listLabels(
  db: Database,
  accountId: number,
  bioId: number,
  { form, createdAfter = null, createdBefore = null }: { [K in keyof AnswerFilter]?: AnswerFilter[K] | null },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select field->>'label' as label from bio_answers a, jsonb_array_elements(a.answers) with ordinality as f(field, place)
    where a.account_id = ${accountId}::bigint and a.bio_id = ${bioId}::bigint
      and (${form ?? null}::text is null or a.form = ${form ?? null}::text)
      and (${createdAfter}::timestamptz is null or a.created_at >= ${createdAfter}::timestamptz)
      and (${createdBefore}::timestamptz is null or a.created_at < ${createdBefore}::timestamptz)
    group by 1 order by min(a.id), min(place), 1 limit ${limit}::integer`.execute(db)
  return rows.map(({ label }) => label)
}

/** Undefined if the page has no such answer. */
export const findAnswer = (
  db: Database,
  accountId: number,
  bioId: number,
  id: number,
): Promise<BioAnswer | undefined> =>
  selectAnswers(db, accountId, bioId).where('bio_answers.id', '=', id).executeTakeFirst()

interface ImportedRow {
  row: number
  bio: number
  form: string
  answers: FormAnswer[]
  consent?: string | null
  date?: string | null
}

/** Adds answers that the pages do not have yet, without events; returns their ids by row. */
export async function importAnswers(
  db: Database,
  accountId: number,
  rows: readonly ImportedRow[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  // The ids are given out first, because a statement returns no values that it did not insert.
  const { rows: made } = await sql<{ row: number; id: number }>`
    with given as materialized (
      select g.*, coalesce(g.date::timestamp at time zone 'UTC', now()) as at
      from json_to_recordset(${asJson(rows)}) as g(row bigint, bio bigint, form text, answers jsonb, consent text, date text)
    ), fresh as materialized (
      select g.*, row_number() over (partition by g.bio order by g.row) as place from given g
      where not exists (
        select 1 from bio_answers a where a.bio_id = g.bio and date_trunc('second', a.created_at) = g.at
          and a.form = g.form and a.answers = g.answers and a.consent is not distinct from g.consent)
    ), numbered as materialized (
      select f.*, nextval(pg_get_serial_sequence('bio_answers', 'id')) as id from fresh f
      where f.place + (select count(*) from bio_answers a where a.bio_id = f.bio) <= ${MAX_ANSWERS}::integer
      order by f.row
    ), added as (
      insert into bio_answers (id, account_id, bio_id, form, answers, consent, created_at) overriding system value
      select id, ${accountId}::bigint, bio, form, answers, consent, at from numbered
    )
    select row, id from numbered`.execute(db)
  return new Map(made.map(({ row, id }) => [row, id]))
}

/** Undefined if the page has no such answer. */
export function deleteAnswer(db: Database, accountId: number, bioId: number, id: number): Promise<number | undefined> {
  return inTransaction(db, async (db) => {
    const deleted = await db
      .deleteFrom('bio_answers')
      .where('account_id', '=', accountId)
      .where('bio_id', '=', bioId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (deleted && (await countAnswers(db, bioId)) === MAX_ANSWERS - 1) await touch(db, bioId)
    return deleted?.id
  })
}

import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { type JobStep, runJobStep } from '../../db/queries/jobs.ts'
import { openTestStore } from '../support/database.ts'

const { db, close } = await openTestStore()
t.teardown(close)

const ROWS = 7

/** Adds a job whose step the database aborts this many times with an error code, after it has written something. */
async function addJob(aborted: number, code: string) {
  const kind = `test_${code}_${aborted}`
  const { id } = await db.insertInto('jobs').values({ kind, args: {} }).returning('id').executeTakeFirstOrThrow()
  let runs = 0
  const step: JobStep = async (db: Database) => {
    runs++
    await sql`insert into salts (day, salt) values (date '2001-01-01' + ${id}::integer, ${kind})`.execute(db)
    if (runs <= aborted)
      await sql`do ${sql.raw(`$$ begin raise exception 'aborted' using errcode = '${code}'; end $$`)}`.execute(db)
    return { rows: ROWS, state: null }
  }
  const made = await runJobStep(db, { [kind]: step }, id)
  const job = await db
    .selectFrom('jobs')
    .select(['progress', 'failures', 'error', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const written = await db.selectFrom('salts').select('day').where('salt', '=', kind).execute()
  return { made, job, runs, written: written.length }
}

t.test('a step that the database aborts because of a conflict runs again, and counts once', async (t) => {
  for (const code of ['40P01', '40001']) {
    const { made, job, runs, written } = await addJob(2, code)
    t.match(made, { progress: ROWS, isDone: true })
    t.match(job, { progress: ROWS, failures: 0, error: null, finished_at: Date })
    t.strictSame([runs, written], [3, 1], `${code}: what the aborted runs wrote is gone`)
  }
})

t.test('a step that is aborted each time, or that fails, is recorded as one failure', async (t) => {
  const inConflict = await addJob(100, '40P01')
  t.match(inConflict.made, { error: { code: '40P01' } })
  t.match(inConflict.job, { progress: 0, failures: 1, error: /^\[40P01\] aborted/, finished_at: null })
  t.strictSame([inConflict.runs, inConflict.written], [4, 0])
  const broken = await addJob(1, '22012')
  t.match(broken.job, { progress: 0, failures: 1, error: /^\[22012\]/, finished_at: null })
  t.strictSame([broken.runs, broken.written], [1, 0], 'an error that would come again is not tried again')
})

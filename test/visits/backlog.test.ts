import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../db/open.ts'
import { readSettledId, rollUpSubjects } from '../../db/queries/visit-counters.ts'
import { openTestStore } from '../support/database.ts'
import { DAY_MS, newLinks } from '../support/visits.ts'

const WAITING = 20_000
const STEP = 500

async function addWaiting(db: Database, link: number, account: number): Promise<void> {
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, country, first)
    select ${new Date(Date.now() - DAY_MS)}::timestamptz + make_interval(secs => n), 'link', ${link}::bigint, ${account}::bigint,
      'visitor', 'agent_browser', 'DE', true
    from generate_series(1, ${sql.lit(WAITING)}) n`.execute(db)
  await sql`insert into visit_subjects (subject, subject_id, account_id, waiting, rolled_id)
    values ('link', ${link}::bigint, ${account}::bigint, ${sql.lit(WAITING)}, 0)`.execute(db)
  await sql`insert into visit_accounts (account_id, waiting, rolled_id) values (${account}::bigint, ${sql.lit(WAITING)}, 0)`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

// The counts of a session include those of its transactions that it has not reported yet.
const countRead = async (db: Database) => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as read
    from pg_stat_xact_user_tables where relname like 'clicks%'`.execute(db)
  return rows[0]?.read ?? 0
}

t.test('a step of the roll-up reads only its own visits, however many wait', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const [id = 0] = await newLinks(db, 1)
  const { account_id: account } = await db
    .selectFrom('links')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await addWaiting(db, id, account)
  const settledId = await readSettledId(db)
  for (const key of [
    { subject: 'link', subject_id: id },
    { subject: 'account', subject_id: account },
  ] as const)
    for (const step of [1, 2]) {
      const { more, read } = await db.transaction().execute(async (db) => {
        const before = await countRead(db)
        return { more: await rollUpSubjects(db, [key], settledId, STEP), read: (await countRead(db)) - before }
      })
      t.strictSame(more, [key], 'more visits wait')
      t.ok(read >= STEP && read <= 4 * STEP, `step ${step} of the ${key.subject} reads ${read} visits`)
    }
})

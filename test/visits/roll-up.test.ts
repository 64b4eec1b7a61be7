import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { createRollUpRound } from '../../src/visits/roll-up.ts'
import { openTestStore } from '../support/database.ts'
import { newLinks, openWriter, someVisit } from '../support/visits.ts'

t.test('a round of the roll-up is followed by the next one, also if a part ends with the last subject', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { db } = store
  const ids = await newLinks(db, 6)
  const visits = openWriter(db)
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from visit_deltas`.execute(db)
    return Number(rows[0]?.count)
  }
  // Rounds are so short that each call is the last part of one.
  const round = createRollUpRound(db, { maxVisits: 100, minWaiting: 1 }, { roundMs: 0, partMs: 1 })
  for (const subjects of [ids, ids.slice(0, 2), ids.slice(4), ids]) {
    // One group, and so one row of a subject.
    await Promise.all(subjects.map((id) => visits.add(someVisit(id))))
    t.ok((await waiting()) > 0)
    for (let i = 0; i < 3; i++) {
      while (!round.isDue()) await sleep(1)
      await round.next()
    }
    t.equal(await waiting(), 0, 'all counts are added to the tables of their subjects')
  }
  await visits.close()
})

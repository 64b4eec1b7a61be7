import { sql } from 'kysely'
import t from 'tap'
import { prepareQuery } from '../../db/prepared.ts'
import { openTestStore } from '../support/database.ts'
import { recordStatements } from '../support/statements.ts'

interface Values {
  first: number
  second: number | null
}

const select = prepareQuery(
  (db, { first, second }: Values, { isReversed, isShort }: { isReversed: boolean; isShort: boolean }) =>
    db
      .selectNoFrom([sql<number>`${isReversed ? second : first}::bigint`.as('one')])
      .$if(!isShort, (query) => query.select(sql<number>`${isReversed ? first : second}::bigint`.as('other'))),
)

t.test('a prepared query runs with the values of each call, in the shape of each call', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const long = { isReversed: false, isShort: false }
  const statements = await recordStatements(t, async () => {
    t.same(await select(db, { first: 1, second: 2 }, long), [{ one: 1, other: 2 }])
    t.same(await select(db, { first: 3, second: null }, long), [{ one: 3, other: null }])
    t.same(await select(db, { first: 1, second: 2 }, { isReversed: true, isShort: false }), [{ one: 2, other: 1 }])
    t.same(await select(db, { first: 1, second: 2 }, { isShort: true, isReversed: false }), [{ one: 1 }])
    const inTransaction = db.transaction().execute((trx) => select(trx, { first: 5, second: 6 }, long))
    t.same(await inTransaction, [{ one: 5, other: 6 }])
  })
  const [first, second, , short, last] = statements.map(({ sql }) => sql)
  t.equal(first, second)
  t.equal(first, last)
  t.not(first, short)
})

t.test('a query that writes a value into its text cannot be prepared', async (t) => {
  const { db, close } = await openTestStore()
  t.teardown(close)
  const wrong = prepareQuery((db, { first }: Pick<Values, 'first'>) =>
    db.selectNoFrom(sql<number>`${`{${first}}`}::bigint[]`.as('list')),
  )
  await t.rejects(wrong(db, { first: 1 }), { message: /must not write values into its text/ })
})

import { setTimeout } from 'node:timers/promises'
import { messages, PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { Kysely, sql } from 'kysely'
import t from 'tap'
import { embeddedDialect } from '../../db/embedded-dialect.ts'
import { run } from '../support/process.ts'

interface Tables {
  things: { id: number; name: string | null; count: number }
}

const pglite = await PGlite.create({
  loadDataDir: await dataDir(),
  parsers: { 20: Number },
  serializers: { 114: JSON.stringify, 3802: JSON.stringify },
})
t.teardown(() => pglite.closed || pglite.close())
const notifications: string[] = []
const onNotification = (channel: string, payload: string) => void notifications.push(`${channel} ${payload}`)
const db = new Kysely<Tables>({ dialect: embeddedDialect(pglite, { onNotification }) })
await pglite.exec(
  'create table things (id int primary key, name text constraint short check (length(name) < 10), count int8 not null default 0)',
)
t.beforeEach(() => sql`delete from things`.execute(db))

const keptStatements = async () => {
  const { rows } = await pglite.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

// By type, values to write. What they are read as is what PGlite itself makes of them.
const values: [type: string, ...values: unknown[]][] = [
  ['int2', 7, -1, null, undefined],
  ['int4', 7, '8'],
  ['int8', 9_007_199_254_740_993n, 5, '12'],
  ['float4', 1.5, Number.NaN],
  ['float8', 0.1, Number.POSITIVE_INFINITY, -0],
  ['numeric', '12345678901234567890.123', 1.5],
  ['bool', true, false, 'yes', 1],
  ['text', '', 'ünïcödé 🦊', "'; \\ \n", 5, new Date(0)],
  ['varchar(5)', 'abc'],
  ['char(5)', 'abc'],
  ['bytea', new Uint8Array([0, 1, 255]), new Uint8Array(0), Buffer.from('abc')],
  ['date', '2026-01-31', new Date(86_400_000)],
  ['timestamp', '2026-01-31 12:00:00'],
  ['timestamptz', new Date(1_700_000_000_123), '2026-01-31T12:00:00+02:00', Number.POSITIVE_INFINITY],
  ['time', '12:34:56'],
  ['interval', '1 day 02:03:04'],
  ['uuid', '6f2d4e7c-3f5b-4d0e-9f39-1f0d7a3c2b11'],
  ['inet', '2001:db8::1/64'],
  ['cidr', '192.0.2.0/24'],
  ['json', { a: [1, null] }, 'text', 5, [1, 2], null],
  ['jsonb', { a: [1, null] }, 'text', 5, [1, 2], true],
  ['int4[]', [1, null, 3], [], [[1], [2]]],
  ['int8[]', [1, 9_007_199_254_740_993n]],
  ['text[]', ['a', 'b"c', '{d}', null, 'NULL', ''], []],
  ['timestamptz[]', [new Date(0)]],
  ['bool[]', [true, false]],
  ['jsonb[]', [{ a: 1 }]],
  ['name', 'pg_class'],
  ['oid', 5],
  ['regclass', 'pg_class'],
  ['point', '(1,2)'],
  ['int4range', '[1,5)'],
  ['tsvector', 'a b'],
  ['xid8', '5'],
]
for (const [type, ...ofType] of values)
  t.test(`values of ${type} are those of PGlite`, async (t) => {
    for (const value of ofType) {
      const text = `select $1::${type} as value, array[$1::${type}] as list, pg_typeof($1::${type})::text as type, 1 as value_2`
      const expected = await pglite.query(text, [value]).catch((error) => error)
      // Planned anew, then known, then with a generic plan.
      for (let run = 0; run < 7; run++) {
        const made = await db.executeQuery(sql.raw(text).compile(db)).catch((error) => error)
        t.match(made, { code: '08P01' }, 'without the value it fails')
        const found = await db
          .executeQuery({ ...sql.raw(text).compile(db), parameters: [value] })
          .catch((error) => error)
        if (expected instanceof Error) t.equal(found.message, expected.message)
        else t.strictSame(found.rows, expected.rows, `${value}`)
      }
    }
  })

t.test('no rows, no columns, and columns of one name', async (t) => {
  for (let run = 0; run < 2; run++) {
    for (const text of [
      'select 1 as a where false',
      'select',
      '',
      '-- nothing',
      'select 1 as a, 2 as a',
      'values (1, null)',
    ]) {
      const expected = await pglite.query(text)
      const { rows, numAffectedRows } = await sql.raw(text).execute(db)
      t.strictSame(rows, expected.rows, text)
      t.equal(numAffectedRows, BigInt(expected.affectedRows ?? 0))
    }
  }
})

t.test('large results and values', async (t) => {
  const name = 'x'.repeat(3_000_000)
  const { rows } = await sql<{ name: string }>`select ${name}::text as name from generate_series(1, 5)`.execute(db)
  t.ok(rows.length === 5 && rows.every((row) => row.name === name))
})

t.test('a byte order mark is read as it was written', async (t) => {
  const { rows } = await sql`select ${'\uFEFFa'}::text as a`.execute(db)
  t.strictSame(rows, [{ a: '\uFEFFa' }])
})

t.test('changed rows are counted', async (t) => {
  for (const id of [1, 2, 3]) {
    const [inserted] = await db.insertInto('things').values({ id, count: 0 }).execute()
    t.equal(inserted?.numInsertedOrUpdatedRows, 1n)
  }
  const update = db.updateTable('things').set({ count: 5 }).where('id', '>', 1)
  t.equal((await update.executeTakeFirst()).numUpdatedRows, 2n)
  t.equal((await update.executeTakeFirst()).numUpdatedRows, 2n)
  t.strictSame(await update.returning('id').execute(), [{ id: 2 }, { id: 3 }])
  t.equal((await db.deleteFrom('things').executeTakeFirst()).numDeletedRows, 3n)
})

t.test('an error is that of PGlite, and the connection goes on', async (t) => {
  const insert = (id: number, name: string) => db.insertInto('things').values({ id, name, count: 0 })
  await insert(1, 'a').execute()
  const faults = [insert(1, 'b'), insert(2, 'a long name'), db.selectFrom('things').select(sql`1 / count`.as('x'))]
  for (const fault of [...faults, ...faults]) {
    const { sql: text, parameters } = fault.compile()
    const expected = await pglite.query(text, [...parameters]).catch((error) => error)
    const error = await fault.execute().catch((error) => error)
    t.ok(error instanceof messages.DatabaseError)
    const { query: _query, params: _params, queryOptions: _options, ...fields } = expected
    t.strictSame({ ...error }, { ...fields })
    t.match(error.stack, /embedded-session\.test\.ts/, 'the stack is that of the caller')
    t.equal((await db.selectFrom('things').selectAll().execute()).length, 1)
  }
  for (let run = 0; run < 2; run++) await t.rejects(sql`select * from missing`.execute(db), { code: '42P01' })
  await t.rejects(sql`select ${'x'}::bool`.execute(db), /Invalid input for boolean/)
})

t.test('the schema changes between two runs of a statement', async (t) => {
  const all = db.selectFrom('things').selectAll()
  const byName = db.selectFrom('things').select('id').where('name', '=', '5')
  await db.insertInto('things').values({ id: 1, name: '5', count: 5 }).execute()
  const change = async () => {
    for (let run = 0; run < 3; run++) t.strictSame(await all.execute(), [{ id: 1, name: '5', count: 5 }])
    await sql`alter table things drop constraint short, alter name type int using name::int, add extra bool`.execute(db)
    t.strictSame(await all.execute(), [{ id: 1, name: 5, count: 5, extra: null }])
    t.strictSame(await byName.execute(), [{ id: 1 }])
  }
  const restore = async () => {
    await sql`alter table things alter name type text, add constraint short check (length(name) < 10), drop extra`.execute(
      db,
    )
    t.strictSame(await all.execute(), [{ id: 1, name: '5', count: 5 }])
    t.strictSame(await byName.execute(), [{ id: 1 }])
  }
  await change()
  await restore()
})

t.test('another user of the database changes the schema', async (t) => {
  const all = db.selectFrom('things').selectAll()
  await db.insertInto('things').values({ id: 1, name: '5', count: 5 }).execute()
  for (let run = 0; run < 3; run++) await all.execute()
  await pglite.exec('alter table things add extra bool')
  for (let run = 0; run < 2; run++) t.strictSame(await all.execute(), [{ id: 1, name: '5', count: 5, extra: null }])
  await pglite.exec('alter table things drop extra')
  await db
    .transaction()
    .execute(async (db) => {
      await t.rejects(db.selectFrom('things').selectAll().execute(), { code: '0A000' })
      await t.rejects(db.selectFrom('things').selectAll().execute(), { code: '25P02' })
    })
    .catch(() => {})
  t.strictSame(await all.execute(), [{ id: 1, name: '5', count: 5 }])
})

t.test('a transaction changes the schema', async (t) => {
  await db.insertInto('things').values({ id: 1, name: '5', count: 5 }).execute()
  const byName = (db: Kysely<Tables>, name: unknown) =>
    sql`select * from things where name = ${name}`.execute(db).then(({ rows }) => rows)
  for (let run = 0; run < 3; run++) t.strictSame(await byName(db, '5'), [{ id: 1, name: '5', count: 5 }])
  const work = db.transaction().execute(async (db) => {
    t.strictSame(await byName(db, '5'), [{ id: 1, name: '5', count: 5 }])
    await sql`alter table things drop constraint short, alter name type int using name::int, add extra bool`.execute(db)
    for (let run = 0; run < 2; run++) t.strictSame(await byName(db, 5), [{ id: 1, name: 5, count: 5, extra: null }])
    throw new Error('no')
  })
  await t.rejects(work, { message: 'no' })
  for (let run = 0; run < 2; run++) t.strictSame(await byName(db, '5'), [{ id: 1, name: '5', count: 5 }])
  t.ok((await keptStatements()).includes('select * from things where name = $1'), 'statements are kept again')
})

t.test('statements that were closed by others are parsed again', async (t) => {
  const read = () => sql`select 1 as one`.execute(db)
  for (let run = 0; run < 3; run++) await read()
  await pglite.exec('deallocate all')
  t.strictSame((await read()).rows, [{ one: 1 }])
  await sql`deallocate all`.execute(db)
  for (let run = 0; run < 3; run++) t.strictSame((await read()).rows, [{ one: 1 }])
  await pglite.exec('deallocate all')
  await db
    .transaction()
    .execute(async (db) => {
      await t.rejects(sql`select 1 as one`.execute(db), { code: '26000' })
    })
    .catch(() => {})
  t.strictSame((await read()).rows, [{ one: 1 }])
})

t.test('the last statements that ran more than once are kept, up to a number', async (t) => {
  const often = () => sql`select 'often' as word`.execute(db)
  for (let i = 0; i < 300; i++) {
    await often()
    for (let run = 0; run < 3; run++) t.strictSame((await sql.raw(`select ${i} as i`).execute(db)).rows, [{ i }])
  }
  const kept = await keptStatements()
  t.ok(kept.length <= 201, `${kept.length} are kept`)
  t.ok(kept.includes("select 'often' as word") && kept.includes('select 299 as i'))
  t.notOk(kept.includes('select 0 as i'))
  await sql`select 'once' as word`.execute(db)
  t.notOk((await keptStatements()).includes("select 'once' as word"))
  t.strictSame((await sql`select 0 as i`.execute(db)).rows, [{ i: 0 }])
  const long = `select 1 as one${' '.repeat(5000)}`
  for (let run = 0; run < 2; run++) t.strictSame((await sql.raw(long).execute(db)).rows, [{ one: 1 }])
  t.notOk((await keptStatements()).some((text) => text.startsWith('select 1 as one')))
  const failing = () => sql`select * from missing`.execute(db)
  for (let i = 0; i < 10; i++) await t.rejects(failing())
  t.ok((await keptStatements()).length <= 201)
})

t.test('a statement is planned anew after a minute', async (t) => {
  const read = () => sql`select count(*) from things`.execute(db)
  const nameOf = async () => {
    const { rows } = await pglite.query<{ name: string }>(
      "select name from pg_prepared_statements where statement = 'select count(*) from things'",
    )
    return rows.map(({ name }) => name)
  }
  for (let run = 0; run < 3; run++) await read()
  const [before] = await nameOf()
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  performance.now = () => now.call(performance) + 120_000
  await setTimeout(5)
  for (let run = 0; run < 3; run++) await read()
  const after = await nameOf()
  t.ok(before && after.length === 1 && !after.includes(before))
})

t.test('statements beside a transaction wait for its end', async (t) => {
  const order: string[] = []
  const transaction = await db.startTransaction().execute()
  await transaction.insertInto('things').values({ id: 1, count: 0 }).execute()
  const beside = db
    .selectFrom('things')
    .select('id')
    .execute()
    .then((rows) => {
      order.push('read')
      return rows
    })
  await transaction.insertInto('things').values({ id: 2, count: 0 }).execute()
  order.push('commit')
  await transaction.commit().execute()
  t.strictSame(await beside, [{ id: 1 }, { id: 2 }])
  t.strictSame(order, ['commit', 'read'])
})

t.test('transactions', async (t) => {
  const insert = (db: Kysely<Tables>, id: number) => db.insertInto('things').values({ id, count: 0 }).execute()
  const ids = async () => (await db.selectFrom('things').select('id').orderBy('id').execute()).map(({ id }) => id)
  const rolledBack = db.transaction().execute(async (db) => {
    await insert(db, 1)
    throw new Error('no')
  })
  await t.rejects(rolledBack, { message: 'no' })
  t.strictSame(await ids(), [])
  const ignored = db.transaction().execute(async (db) => {
    await insert(db, 1)
    await t.rejects(insert(db, 1), { code: '23505' })
    await t.rejects(insert(db, 2), { code: '25P02' })
  })
  await t.rejects(ignored, /was rolled back/)
  t.strictSame(await ids(), [])
  await db.transaction().execute(async (db) => {
    await insert(db, 1)
    await sql`savepoint here`.execute(db)
    await t.rejects(insert(db, 1), { code: '23505' })
    await sql`rollback to savepoint here`.execute(db)
    await insert(db, 2)
  })
  t.strictSame(await ids(), [1, 2])
  const level = (db: Kysely<Tables>) => sql`show transaction_isolation`.execute(db).then(({ rows }) => rows)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      t.strictSame(await level(db), [{ transaction_isolation: 'repeatable read' }])
      await t.rejects(insert(db, 3), { code: '25006' })
    })
    .catch(() => {})
  t.strictSame(await level(db), [{ transaction_isolation: 'read committed' }])
})

t.test('a cursor', async (t) => {
  await db.transaction().execute(async (db) => {
    await sql`declare numbers no scroll cursor for select generate_series(1, ${5}::int) as n`.execute(db)
    const next = () => sql<{ n: number }>`fetch 2 from numbers`.execute(db).then(({ rows }) => rows.map(({ n }) => n))
    t.strictSame([await next(), await next(), await next(), await next()], [[1, 2], [3, 4], [5], []])
  })
})

t.test('notifications arrive before the statement that commits them has ended', async (t) => {
  await sql`listen news`.execute(db)
  const notify = (db: Kysely<Tables>, word: string) => sql`select pg_notify('news', ${word})`.execute(db)
  for (const word of ['a', 'b']) await notify(db, word)
  t.strictSame(notifications, ['news a', 'news b'])
  await db.transaction().execute(async (db) => {
    await notify(db, 'c')
    t.strictSame(notifications, ['news a', 'news b'])
  })
  t.strictSame(notifications, ['news a', 'news b', 'news c'])
})

t.test('a statement that the engine did not complete has failed', async (t) => {
  // In a process of its own, which the timers of a broken engine would keep alive.
  const { code, out } = await run(t, [process.execPath, 'test/fixtures/incomplete-statement.ts'], {}).ended
  t.equal(code, 0)
  t.equal(out, 'complete: 1\nThe embedded database did not complete a statement.\n')
})

// Must be last: it closes the database of the tests above.
t.test('closing waits for the open transaction', async (t) => {
  const transaction = await db.startTransaction().execute()
  const waiting = [1, 2].map((id) => t.rejects(db.insertInto('things').values({ id, count: 0 }).execute(), /closed/))
  const closed = db.destroy()
  await transaction.insertInto('things').values({ id: 3, count: 0 }).execute()
  t.notOk(pglite.closed)
  await transaction.commit().execute()
  await Promise.all([closed, ...waiting])
  t.ok(pglite.closed)
})

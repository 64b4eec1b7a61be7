import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { createSchema, migrate, serverFault } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { openEmbedded, openServer } from '../db/open.ts'
import { newServerDatabase, openEmptyStore, openTestStore, usesServer } from './support/database.ts'
import { ownDatabase, run, startServer } from './support/process.ts'
import { startProxy } from './support/tcp-proxy.ts'

t.setTimeout(480_000)

t.test('migrations create the schema, and have no effect when run again', async (t) => {
  const { url, drop } = usesServer ? await newServerDatabase() : { url: '', drop: async () => {} }
  const store = usesServer ? await openServer(url) : await openEmbedded(null, 'test')
  t.teardown(async () => {
    await store.close()
    await drop()
  })
  const lines: string[] = []
  const report = (line: string) => lines.push(line)
  t.same(await migrate(store.db, report), Object.keys(migrations))
  t.same(await migrate(store.db, report), [])
  t.same(lines, ['Creating the tables of a new database'])
})

t.test('a database with tables of something else is refused and stays as it is', async (t) => {
  const store = await openEmptyStore()
  t.teardown(() => store.close())
  await sql`create table links (note text)`.execute(store.db)
  await t.rejects(migrate(store.db), {
    message: 'The database must be empty, but has tables (links): use another one.',
  })
  t.same((await sql`select * from pg_tables where schemaname = current_schema()`.execute(store.db)).rows.length, 1)
})

t.test(
  'two processes can migrate at the same time',
  { skip: usesServer ? false : 'the embedded database has one process' },
  async (t) => {
    const { url, drop } = await newServerDatabase()
    const stores = await Promise.all([1, 2, 3].map(() => openServer(url)))
    t.teardown(async () => {
      for (const store of stores) await store.close()
      await drop()
    })
    const ran = await Promise.all(stores.map(({ db }) => migrate(db)))
    t.same(ran.flat().toSorted(), Object.keys(migrations), 'each migration ran once')
  },
)

t.test(
  'a start waits while another process migrates, says so, and continues when that is over',
  { skip: usesServer ? false : 'the embedded database has one process' },
  async (t) => {
    const settings = await ownDatabase(t, { isNew: true })
    const other = await openServer(settings.DATABASE_URL)
    t.teardown(() => other.close())
    const over = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const migrating = other.db.transaction().execute(async (db) => {
      // The lock of migrations, as every release takes it.
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(db)
      held.resolve()
      await over.promise
    })
    await held.promise
    const server = run(t, [process.execPath, 'src/server.ts'], { HOST: '127.0.0.1', PORT: '0', ...settings })
    const waits = async () => {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'advisory') as waits`.execute(
        other.api,
      )
      return rows[0]?.waits ?? false
    }
    while (!(await waits())) await setTimeout(50)
    await server.printed(/^Another process migrates the database: waiting until it is done$/m)
    const { rows } = await sql`select from pg_tables where schemaname = current_schema()`.execute(other.api)
    t.same(rows, [], 'nothing is created meanwhile')
    over.resolve()
    await migrating
    await server.printed(/serves on/)
    server.child.kill('SIGTERM')
    t.match(await server.ended, { code: 0, err: /waiting until it is done\nCreating the tables of a new database\n$/ })
  },
)

t.test(
  'a process that waits for another one before several migrations says so once',
  { skip: usesServer ? false : 'the embedded database has one process' },
  async (t) => {
    const { url, drop } = await newServerDatabase()
    const stores = await Promise.all([1, 2, 3, 4].map(() => openServer(url)))
    t.teardown(async () => {
      for (const store of stores) await store.close()
      await drop()
    })
    const [first, ...others] = stores
    if (!first) throw new Error('no store')
    const names = Object.keys(migrations).toSorted()
    await first.db.transaction().execute((db) => createSchema(db, names.slice(0, -5)))
    const lines: string[][] = others.map(() => [])
    let migrating: Promise<string[][]> = Promise.resolve([])
    await first.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(db)
      migrating = Promise.all(others.map(({ db }, i) => migrate(db, (line) => lines[i]?.push(line))))
      while (lines.some((all) => all.length === 0)) await setTimeout(10)
    })
    t.same((await migrating).flat().toSorted(), names.slice(-5))
    for (const all of lines) t.equal(all.filter((line) => line.startsWith('Another process migrates')).length, 1)
  },
)

t.test(
  'a migration beside a long transaction lets other statements pass, and runs when that is over',
  { skip: usesServer ? false : 'needs a second connection' },
  async (t) => {
    const store = await openTestStore({ migrateTo: '0038_waiting_words' })
    t.teardown(() => store.close())
    const held = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const dump = store.api.transaction().execute(async (db) => {
      await sql`lock table links in access share mode`.execute(db)
      held.resolve()
      await over.promise
    })
    await held.promise
    await t.rejects(migrate(store.db, undefined, 0), /^Another session .* 0039_checks_by_statement changes/)

    const lines: string[] = []
    let isDone = false
    const migrating = migrate(store.db, (line) => lines.push(line)).finally(() => {
      isDone = true
    })
    // A read that waited for the migration would wait for ever.
    let reads = 0
    for (; lines.length < 2; reads++) {
      await sql`select from links limit 1`.execute(store.visitors)
      await setTimeout(50)
    }
    t.ok(reads > 0, `${reads} reads passed`)
    t.equal(isDone, false)
    over.resolve()
    await dump
    t.equal((await migrating)[0], '0039_checks_by_statement')
    t.equal(lines[0], 'Migrating the database: 0039_checks_by_statement')
    t.equal(lines[1], '0039_checks_by_statement waits for a table that another session uses: attempt 2')
    t.same(await migrate(store.db), [])
  },
)

t.test('a migration that a later one came before is run, and a database of a newer release is refused', async (t) => {
  const store = await openTestStore({ migrateTo: '0048_link_moments' })
  t.teardown(() => store.close())
  const note = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-22')`.execute(store.db)
  await migrations['0050_extra_words']?.up(store.db)
  await note('0050_extra_words')
  t.same(
    await migrate(store.db),
    Object.keys(migrations).filter((name) => name > '0049' && name !== '0050_extra_words'),
  )
  t.same(await migrate(store.db), [])
  await note('0049_of_a_newer_release')
  await t.rejects(migrate(store.db), /belongs to a newer release/)
})

t.test('migrations are registered under their file names, in order', async (t) => {
  const names = Object.keys(migrations)
  t.same(names, names.toSorted())
  t.equal(new Set(names.map((name) => name.slice(0, 4))).size, names.length, 'no number is used twice')
})

t.test('Postgres servers older than 15 are refused', async (t) => {
  t.match(serverFault(140_012), 'Waymark needs Postgres 15 or newer; the server of DATABASE_URL is Postgres 14.')
  t.equal(serverFault(150_000), undefined)
  t.equal(serverFault(180_001), undefined)
})

t.test(
  'a new database with another encoding than UTF8 is refused at a start and stays as it is; one of before is served',
  { skip: usesServer ? false : 'the embedded database has UTF8' },
  async (t) => {
    const { url, drop } = await newServerDatabase("template template0 encoding 'SQL_ASCII'")
    const store = await openServer(url)
    t.teardown(async () => {
      await store.close()
      await drop()
    })
    const settings = { HOST: '127.0.0.1', PORT: '0', DATABASE_URL: url, DATA_DIR: t.testdir() }
    const start = () => run(t, [process.execPath, 'src/server.ts'], settings)
    const fault =
      /the encoding UTF8; this one has SQL_ASCII\. Create another \(create database waymark encoding 'UTF8' template template0\)/
    const refused = await start().ended
    t.equal(refused.code, 1)
    t.match(refused.err, fault)
    const { rows } = await sql`select from pg_tables where schemaname = current_schema()`.execute(store.db)
    t.same(rows, [])

    // As releases before this one did.
    await store.db.transaction().execute(async (db) => {
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        db,
      )
      for (const [name, { up }] of Object.entries(migrations).toSorted()) {
        await up(db)
        await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(db)
      }
    })
    const server = start()
    await server.printed(/serves on/)
    server.child.kill('SIGTERM')
    const served = await server.ended
    t.equal(served.code, 0)
    t.match(served.err, fault)
    t.match(served.err, /`waymark move` copies what this one has/)
  },
)

/** Columns by table according to db/tables.ts and db/tables/, and whether each is nullable. */
function writtenColumns(): Map<string, Map<string, boolean>> {
  const files = ['db/tables.ts', ...readdirSync('db/tables').map((name) => `db/tables/${name}`)]
  const written = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const text = written.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const interfaces = new Map<string, { base: string | undefined; fields: Map<string, boolean> }>()
  for (const [, name = '', base, body = ''] of text.matchAll(
    /interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g,
  )) {
    const fields = [...body.matchAll(/^ {2}(\w+): (.+)$/gm)].map(([, field = '', type = '']): [string, boolean] => [
      field,
      / \| null\b/.test(type.replace(/^Json<.*\[\]>$/, '')) || type === 'MaybeTime',
    ])
    interfaces.set(name, { base, fields: new Map(fields) })
  }
  const [, tables = ''] = text.match(/interface Tables \{\n([\s\S]*?)\n\}/) ?? []
  const named = [...tables.matchAll(/^ {2}(\w+): (\w+)$/gm)]
  return new Map(
    named.map(([, table = '', name = '']) => {
      const own = interfaces.get(name)
      const base = own?.base ? interfaces.get(own.base) : undefined
      return [table, new Map([...(base?.fields ?? []), ...(own?.fields ?? [])])]
    }),
  )
}

t.test('the table types match the tables, columns and nullability in the database', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as nullable
    from information_schema.columns c join pg_class k on k.relname = c.table_name
    where c.table_schema = 'public' and not k.relispartition and c.table_name not like 'kysely_%'
      and k.relkind in ('r', 'p')`.execute(store.db)
  const written = writtenColumns()
  const tables = Map.groupBy(rows, ({ table }) => table)
  t.same([...written.keys()].toSorted(), [...tables.keys()].toSorted(), 'every table has its interface')
  for (const [table, columns] of tables) {
    const fields = written.get(table) ?? new Map()
    t.same([...fields.keys()].toSorted(), columns.map(({ column }) => column).toSorted(), `the columns of ${table}`)
    for (const { column, nullable } of columns)
      if (fields.get(column) !== nullable) t.fail(`${table}.${column} ${nullable ? 'may' : 'may not'} be null`)
  }
})

t.test('every foreign key has an index and a rule for deletion', async (t) => {
  const store = await openTestStore()
  t.teardown(() => store.close())
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || ' (' || a.attname || ')' as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(
    store.db,
  )
  t.same(rows, [])
})

t.test(
  'a database outage is 503 until it is over, and the service can stop during it',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const settings = await ownDatabase(t)
    const proxy = await startProxy(t, settings.DATABASE_URL)
    const server = await startServer(t, { ...settings, DATABASE_URL: proxy.url, LOG_LEVEL: 'fatal' })
    const register = (username: string) =>
      fetch(`${server.base}/register`, {
        method: 'POST',
        body: JSON.stringify({ email: `${username}@example.com`, username, password: 'correct horse battery' }),
      })
    t.equal((await register('before')).status, 200)
    await proxy.disconnect()
    for (const path of ['/readyz', '/api/account']) {
      const answer = await fetch(server.base + path, { headers: { authorization: `Bearer wm_${'x'.repeat(43)}` } })
      t.equal(answer.status, 503, path)
      t.match(answer.headers.get('retry-after'), /^\d+$/)
      t.match(await answer.json(), { error: 1, code: 'database_away' })
    }
    const refused = await register('during')
    t.match([refused.status, await refused.json()], [503, { error: 1, code: 'database_away' }])
    t.equal((await fetch(`${server.base}/livez`)).status, 200, 'the process itself is alive')

    await proxy.listen()
    let status = 503
    for (let i = 0; i < 100 && status !== 200; i++) {
      await setTimeout(200)
      status = (await fetch(`${server.base}/readyz`)).status
    }
    t.equal(status, 200)
    const after = await register('after')
    t.match([after.status, await after.json()], [200, { error: 0 }])

    await proxy.disconnect()
    server.child.kill('SIGTERM')
    t.match(await server.ended, { code: 0 })
  },
)

t.test(
  'visits for which there is no room while the database is away are counted, logged and shown',
  { skip: usesServer ? false : 'needs a Postgres server' },
  async (t) => {
    const settings = await ownDatabase(t)
    const proxy = await startProxy(t, settings.DATABASE_URL)
    const limits = { CLICK_BUFFER_MB: '1', RATE_LIMIT_PER_MINUTE: '100000' }
    const server = await startServer(t, { ...settings, ...limits, DATABASE_URL: proxy.url })
    const send = async (path: string, body: object, key = '') => {
      const headers = key ? { authorization: `Bearer ${key}` } : {}
      const answer = await fetch(server.base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { id: number; apikey: string }
    }
    const account = { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' }
    const { apikey } = await send('/register', account)
    const { id } = await send('/api/url/add', { url: 'https://example.com', custom: 'kept' }, apikey)
    const headers = { 'user-agent': 'x'.repeat(512), referer: `https://example.com/${'x'.repeat(900)}` }
    const visit = async () => (await fetch(`${server.base}/kept`, { headers, redirect: 'manual' })).status
    t.equal(await visit(), 302)

    await proxy.disconnect()
    let visits = 1
    const visitOften = async (times: number) => {
      for (let i = 0; i < times; i++) {
        t.equal(await visit(), 302)
        visits++
      }
    }
    await Promise.all(Array.from({ length: 10 }, () => visitOften(80)))
    const shown = async () => {
      const answer = await fetch(`${server.base}/readyz`)
      const { visits } = (await answer.json()) as { visits: Record<'dropped' | 'buffered' | 'written', number> }
      return { status: answer.status, ...visits }
    }
    const away = await shown()
    t.equal(away.status, 503)
    t.ok(away.dropped > 100, `${away.dropped} of ${visits} have no room`)

    await proxy.listen()
    let back = await shown()
    while (back.status !== 200 || back.written + back.dropped < visits) {
      await setTimeout(200)
      back = await shown()
    }
    t.equal(back.written + back.dropped, visits)
    t.equal(back.dropped, away.dropped)
    const told = await fetch(`${server.base}/api/url/${id}`, { headers: { authorization: `Bearer ${apikey}` } })
    t.equal(((await told.json()) as { data: { clicks: number } }).data.clicks, visits - back.dropped)
    server.child.kill('SIGTERM')
    const { out } = await server.ended
    const reported = [...out.matchAll(/"dropped":(\d+)/g)].map(([, dropped]) => Number(dropped))
    t.equal(
      reported.reduce((sum, dropped) => sum + dropped, 0),
      back.dropped,
      'the log has each of them once',
    )
  },
)

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import t from 'tap'
import { listPendingMigrations } from '../../db/migrate.ts'
import { openEmbedded, openEmbeddedCopy, type Store } from '../../db/open.ts'
import { prepareTransfer } from '../../db/transfer/describe.ts'
import { dumpDatabase } from '../../db/transfer/dump.ts'
import { Tally } from '../../db/transfer/rows.ts'
import { readConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/startup/open-store.ts'
import { fillAccount } from '../support/account-contents.ts'
import { commandLine, commandLineOf } from '../support/command-line.ts'
import { openEmptyStore, openTestStore, usesServer } from '../support/database.ts'
import { ownDatabase, run, SHORT_LIVED } from '../support/process.ts'
import { type Service, startService } from '../support/service.ts'

t.setTimeout(480_000)

const folder = t.testdir({})
const on = (store: Store) => commandLine(async () => store, { DATA_DIR: folder })
const fileOf = (name: string) => join(folder, `${name}.backup`)
const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
const open = (settings: Record<string, string>) => openStore(readConfig(settings), 'test', () => {})

async function tablesOf({ db }: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_class where relnamespace = current_schema()::regnamespace`.execute(db)
  return rows[0]?.count ?? 0
}

t.test('a backup made while the service runs answers the same elsewhere', async (t) => {
  // Destinations are checked at any time.
  const settings = { LINK_CHECK_HOURS: '0' }
  const source = { ...settings, ...(await ownDatabase(t)) }
  const first = await startService(t, source, {}, await open(source))
  const client = await first.newClient()
  const { plain, link, qr } = await fillAccount(client, 'go.copy.example')
  const answers = async ({ send }: Service) => {
    const get = (path: string) => send('GET', path, { key: client.apikey })
    const code = new URL((await get(`/api/qr/${qr}`)).body.details.link).pathname
    const paths = [
      `/api/url/${link}`,
      `/api/url/${plain}`,
      `/api/qr/${qr}`,
      '/api/webhooks',
      '/api/bios',
      `${code}.svg`,
    ]
    const shown = []
    for (const path of paths) {
      const { status, text } = await get(path)
      shown.push({ path, status, text })
    }
    // The first line has the time of the export.
    return { shown, records: (await get('/api/export')).text.split('\n').slice(1) }
  }
  const visit = async ({ send }: Service) => (await send('GET', `/plain-${client.id}`)).headers['location']
  for (let n = 0; n < 5; n++) t.equal(await visit(first), 'https://example.com/plain')
  // Counted in the background.
  while (!/"visits":5\b/.test((await client.get('/api/export')).text)) await setTimeout(50)
  const before = await answers(first)
  t.ok(before.records.length > 10)

  let isDone = false
  const statuses = new Set<number>()
  const asking = (async () => {
    for (; !isDone; await setTimeout(100)) statuses.add((await client.get('/api/urls')).status)
  })()
  // Through the streams of the processes, as with containers.
  const target = { ...settings, ...(await ownDatabase(t, { isNew: true })) }
  const waymark = `node ${SHORT_LIVED.join(' ')} src/cli.ts`
  const restoring = `env DATABASE_URL="$TO_URL" DATA_DIR="$TO_DIR" ${waymark} restore - --json`
  const pipe = `{ ${waymark} backup -; echo $? > "$CODE"; } | tee "$FILE" | ${restoring}`
  const to = { TO_URL: target.DATABASE_URL, TO_DIR: target.DATA_DIR, FILE: fileOf('serving'), CODE: fileOf('code') }
  const { code, out, err } = await run(t, ['sh', '-c', pipe], { ...source, ...to }).ended
  isDone = true
  await asking
  t.equal(code, 0, err)
  t.equal(readFileSync(to.CODE, 'utf8'), '0\n', 'the backup ended with code 0 too')
  t.same([...statuses], [200], 'the service answers meanwhile')
  t.notOk(existsSync(join(source.DATA_DIR, 'snapshot')), 'the copy is deleted')
  const { rows, ...restored } = JSON.parse(out)
  t.match(restored, { error: 0, migrated: [], leftOut: [] })

  const store = await open(target)
  const { rows: marks } = await sql<{ id: string }>`select table_oid as id from visit_mark`.execute(store.db)
  t.match(marks, [{ id: 0 }], 'ids of visits go up at the next start, as after pg_dump')
  const { rows: states } = await sql<{ enabled: string }>`
    select distinct tgenabled as enabled from pg_trigger where not tgisinternal`.execute(store.db)
  t.match(states, [{ enabled: 'O' }], 'triggers work again')
  const { rows: sizes } = await sql<{ pages: number }>`
    select pg_relation_size('visit_deltas') / 8192 as pages from visit_mark`.execute(store.db)
  t.ok((sizes[0]?.pages ?? 0) > 20, 'lists are planned with the empty pages of migration 0076')
  const file = fileOf('again')
  t.match((await on(store)(['backup', file, '--json'])).json, { error: 0, file, rows, bytes: statSync(file).size })
  t.equal(statSync(file).mode & 0o777, 0o600)
  const isMark = (_: string, i: number, all: string[]) =>
    [all[i - 1], all[i], all[i + 1]].some((line) => /^\{"table":"visit_mark"/.test(line ?? ''))
  const compared = ([, ...all]: string[]) =>
    all.filter((line, i) => !isMark(line, i, all) && !line.includes('visit_mark'))
  t.strictSame(
    compared(linesOf(file)),
    compared(linesOf(fileOf('serving'))),
    'a backup of what was restored has the same rows',
  )

  const second = await startService(t, target, {}, store)
  const after = await answers(second)
  t.strictSame(after.shown, before.shown)
  t.strictSame(after.records, before.records)
  t.equal(await visit(second), 'https://example.com/plain')
  const url = { url: 'https://example.com/new' }
  const added = await second.send('POST', '/api/url/add', { key: client.apikey, body: url })
  t.ok(added.body.id > link, 'ids go on')
})

// With few tables, so that storing them again and again takes little time.
t.test('a backup of an earlier release is migrated; what is not a whole one is refused, nothing stored', async (t) => {
  const old = await openTestStore({ migrateTo: '0005_visits' })
  t.teardown(() => old.close())
  await sql`insert into accounts (email, username, password_hash, expires_at) values ('a@example.com', 'ada', 'x', now())`.execute(
    old.db,
  )
  await sql`insert into links (account_id, url) values (1, 'https://example.com/old')`.execute(old.db)
  await sql`insert into aliases (link_id, alias) values (1, 'old')`.execute(old.db)
  await sql`
    insert into clicks (at, subject, subject_id, class, reason, first)
    values ('2024-02-03 04:05:06.789012Z', 'link', 1, 'visitor', '', true), (now(), 'link', 1, 'visitor', '', true)`.execute(
    old.db,
  )
  const file = fileOf('old')
  t.match(await on(old)(['backup', file]), { code: 0, out: /^\d+ rows were written to .+ MB\)\.\n$/ })
  t.ok((await listPendingMigrations(old.db)).length > 0, 'the source stays as it is')
  t.match(await on(old)(['backup', file]), { code: 1, err: /exists/ }, 'a file is not replaced')
  t.match(await on(old)(['backup', file, '--force']), { code: 0 })
  const store = await openEmptyStore()
  t.teardown(() => store.close())
  const waymark = on(store)
  const bytes = readFileSync(file)
  const lines = linesOf(file)
  const [header = '', ...rest] = lines
  const links = lines.findIndex((line) => line.startsWith('{"table":"links"'))
  const without = (place: number, count = 1) => lines.toSpliced(place, count)
  const zipped = (all: string[]) => gzipSync(`${all.join('\n')}\n`)
  // One row, with the right checksum.
  const withRow = (row: string) => {
    const end = lines.findIndex((line) => line.startsWith('{"end":"links"'))
    const tally = new Tally()
    tally.add(row)
    return lines.toSpliced(
      links + 1,
      end - links,
      row,
      JSON.stringify({ end: 'links', rows: 1, checksum: tally.checksum }),
    )
  }
  const flipped = Buffer.from(bytes)
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 64
  const faults: Record<string, [Uint8Array, RegExp]> = {
    'a file that was cut': [bytes.subarray(0, bytes.length - 200), /damaged/],
    'a file with a wrong bit': [flipped, /damaged/],
    'an empty file': [Buffer.alloc(0), /damaged/],
    'another file': [Buffer.from('SELECT 1'), /no backup of Waymark/],
    'another gzip file': [gzipSync('{"kind":"export"}\n'), /not a backup of Waymark/],
    'a missing row': [zipped(without(links + 1)), /links are missing or changed/],
    'a changed row': [
      zipped(lines.with(links + 1, (lines[links + 1] ?? '').replace('example.com', 'evil.example'))),
      /links are missing or changed/,
    ],
    'a row that cannot be stored': [zipped(withRow('["x"]')), /links cannot be stored/],
    'a missing table': [
      zipped(
        without(
          lines.findIndex((line) => line.startsWith('{"table":"salts"')),
          2,
        ),
      ),
      /salts is missing/,
    ],
    'a missing end': [zipped(lines.slice(0, -1)), /its end is missing/],
    'a bound with SQL': [
      zipped([header.replace('FOR VALUES FROM', "FOR VALUES FROM ('2020-01-01'); drop table links; --"), ...rest]),
      /no valid bounds/,
    ],
    'a header without migrations': [
      zipped([header.replace('"migrations":[', '"migrations":[],"old":['), ...rest]),
      /first line is not complete/,
    ],
    'another format': [zipped([header.replace('"format":1', '"format":2'), ...rest]), /newer release/],
    'a newer schema': [
      zipped([header.replace('"0001_accounts"', '"0001_accounts","9999_new"'), ...rest]),
      /newer release/,
    ],
  }
  for (const [name, [content, message]] of Object.entries(faults)) {
    writeFileSync(fileOf('fault'), content)
    const { code, err } = await waymark(['restore', fileOf('fault')])
    t.equal(code, 1, name)
    t.match(err, message, name)
    t.equal(await tablesOf(store), 0, name)
  }
  const { code, out } = await waymark(['restore', file])
  t.equal(code, 0, out)
  t.match(out, /counts and checksums are those of the source/)
  t.match(out, /\d+ migrations brought it up to date\./)
  t.same(await listPendingMigrations(store.db), [])
  t.match(
    await sql`select at::text, bio_answers.id from clicks left join bio_answers on true order by at`.execute(store.db),
    {
      rows: [{ at: /04:05:06\.789012/ }, {}],
    },
  )
  t.match(await waymark(['restore', file]), { code: 1, err: /must be empty/ }, 'nothing is overwritten')
})

t.test(
  'the embedded database that is open can be copied, but not read by other users',
  { skip: usesServer && 'of the embedded database' },
  async (t) => {
    const { DATA_DIR: folder } = await ownDatabase(t)
    // As earlier releases made it.
    chmodSync(join(folder, 'postgres'), 0o755)
    const store = await openEmbedded(folder, 'test')
    t.equal(statSync(join(folder, 'postgres')).mode & 0o777, 0o700)
    await sql`create table counted (n integer)`.execute(store.db)
    const copies = () => openEmbeddedCopy(folder, () => {})
    let written = 0
    let isDone = false
    const writing = (async () => {
      while (!isDone) {
        await sql`insert into counted values (${++written}::integer)`.execute(store.db)
        await setTimeout(1)
      }
    })()
    const before = written
    const copy = await copies()
    const { rows } = await sql<{
      count: number
      last: number
    }>`select count(*)::int, max(n) as last from counted`.execute(copy.db)
    const [{ count = 0, last = -1 } = {}] = rows
    t.ok(count >= before)
    t.equal(count, last, 'it is that of one moment')
    await t.rejects(copies(), { message: /Another backup is under way/ })
    await copy.close()
    isDone = true
    await writing
    t.notOk(existsSync(join(folder, 'snapshot')))

    mkdirSync(join(folder, 'snapshot'))
    while (existsSync(join(folder, 'snapshot'))) await setTimeout(50)
    t.pass('what a killed backup has left is deleted')
    await store.close()
    await t.rejects(copies(), { message: /has ended/ })
  },
)

t.test('what cannot be a backup is refused before anything is opened or written', async (t) => {
  const folder = t.testdir({ empty: {} })
  const settings = { DATA_DIR: join(folder, 'empty'), DATABASE_URL: '' }
  const waymark = commandLineOf(settings)
  for (const command of ['backup', 'move'])
    t.match(await waymark([command, join(folder, 'x')]), {
      code: 1,
      err: /There is no database in the data directory/,
    })
  t.same(readdirSync(settings.DATA_DIR), [], 'no database was created')
  t.match(await waymark(['link', 'list', '--server', 'http://127.0.0.1:9', '--key-file', folder]), {
    code: 2,
    err: /cannot be read \(EISDIR\)/,
  })
  const store = await openTestStore()
  t.teardown(() => store.close())
  for (const file of [join(folder, 'none', 'x'), folder]) {
    t.match(await on(store)(['backup', file, '--force']), { code: 1, err: /name a file in an existing directory/ })
    t.match(await on(store)(['restore', file]), { code: 2, err: /There is no file/ })
  }
})

t.test('a transfer is not ended while one side waits for the other', { skip: !usesServer }, async (t) => {
  const { db, api } = (await startService(t)).services.store
  for await (const _lines of dumpDatabase(db, { release: 'test' })) {
    // Of another pool: the dump may have the only connection of its own.
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(api)
    t.ok(rows[0]?.count, 'the transaction of the dump is open')
    break
  }
  const settings = await db.transaction().execute(async (db) => {
    await prepareTransfer(db)
    return sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as limit`.execute(db)
  })
  t.same(settings.rows, [{ limit: '0' }])
})

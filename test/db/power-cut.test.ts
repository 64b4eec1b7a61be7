import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { type Database, openEmbedded } from '../../db/open.ts'
import { createDatabaseFolder } from '../support/folders.ts'
import { copyMigratedDirectory } from '../support/snapshot.ts'

t.setTimeout(240_000)

const folder = createDatabaseFolder()
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const live = join(folder, 'live')
// What is on the disk after a power cut: each file as it was when it was last synced.
const synced = join(folder, 'synced')

function keep(path: string): void {
  const file = relative(live, path)
  if (file.startsWith('..') || !fs.existsSync(path) || fs.statSync(path).isDirectory()) return
  mkdirSync(dirname(join(synced, file)), { recursive: true })
  cpSync(path, join(synced, file))
}

const pathOf = (fd: number) => readlinkSync(`/proc/self/fd/${fd}`)
const { fsyncSync, fdatasyncSync, unlinkSync, truncateSync, ftruncateSync } = fs
fs.fsyncSync = (fd) => {
  keep(pathOf(fd))
  fsyncSync(fd)
}
fs.fdatasyncSync = (fd) => {
  keep(pathOf(fd))
  fdatasyncSync(fd)
}
const any = await open(import.meta.filename)
const handles = Object.getPrototypeOf(any)
await any.close()
const { datasync } = handles
handles.datasync = async function (this: { fd: number }) {
  keep(pathOf(this.fd))
  return datasync.call(this)
}
t.teardown(() => {
  Object.assign(fs, { fsyncSync, fdatasyncSync, unlinkSync, truncateSync, ftruncateSync })
  handles.datasync = datasync
})

/** The files of the log that the disk does not hold as they are. */
function unsyncedLog(): string[] {
  const [log, kept] = [join(live, 'postgres/pg_wal'), join(synced, 'postgres/pg_wal')]
  return readdirSync(log, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter(
      (name) => !existsSync(join(kept, name)) || !readFileSync(join(log, name)).equals(readFileSync(join(kept, name))),
    )
}

// Calls that delete or truncate files outside of the log, and the log files that were not synced before.
const removals: { call: string; file: string; unsynced: string[] }[] = []
// Node truncates a path by a call that is watched too.
let isNested = false
function watch(call: 'unlinkSync' | 'truncateSync' | 'ftruncateSync', pathOfFirst: (first: never) => string): void {
  const real = fs[call] as (...args: unknown[]) => void
  Object.assign(fs, {
    [call](...args: unknown[]) {
      const file = relative(join(live, 'postgres'), pathOfFirst(args[0] as never))
      if (file.startsWith('base/') && !file.includes('pgsql_tmp') && !isNested)
        removals.push({ call, file, unsynced: unsyncedLog() })
      isNested = true
      try {
        return real.apply(fs, args)
      } finally {
        isNested = false
      }
    },
  })
}

/** Opens what the disk holds after a power cut, and returns the rows of both tables by two ways each. */
async function rowsAfterCut(name: string, unsynced: string[] = []) {
  const image = join(folder, name)
  cpSync(synced, image, { recursive: true })
  for (const part of unsynced) cpSync(join(live, part), join(image, part), { recursive: true })
  const store = await openEmbedded(image, 'test')
  const count = async (table: string, setting: string) => {
    await sql.raw(`set enable_${setting} = off`).execute(store.db)
    const { rows } = await sql<{ n: number }>`select count(*) n from ${sql.table(table)} where id > 0`.execute(store.db)
    await sql`reset all`.execute(store.db)
    return rows[0]?.n
  }
  try {
    const counts = []
    for (const table of ['a', 'b']) counts.push(await count(table, 'seqscan'), await count(table, 'indexscan'))
    return counts
  } finally {
    await store.close()
  }
}

const insert = (db: Database, table: string, from: number, to: number) =>
  sql`insert into ${sql.table(table)} select i, repeat('x', 200) from generate_series(${from}::int, ${to}::int) i`.execute(
    db,
  )

/** The name of the file that the log is written to. */
async function currentLog(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
  return rows[0]?.name
}

const isLinux = process.platform === 'linux'
t.test(
  'a power cut loses nothing that was answered a second ago, and breaks nothing',
  { skip: !isLinux },
  async (t) => {
    await copyMigratedDirectory(join(live, 'postgres'))
    const store = await openEmbedded(live, 'test')
    t.teardown(() => store.close())
    // A start syncs all that it finds.
    cpSync(join(live, 'postgres'), join(synced, 'postgres'), { recursive: true })
    for (const table of ['a', 'b'])
      await sql`create table ${sql.table(table)} (id int primary key, t text)`.execute(store.db)
    const first = await currentLog(store.db)
    for (let i = 0; i < 50; i++) {
      await insert(store.db, 'a', i * 20 + 1, i * 20 + 20)
      // So that what was answered is in two files of the log, as otherwise after 16 MB.
      if (i === 25) await sql`select pg_switch_wal()`.execute(store.db)
    }
    t.not(await currentLog(store.db), first, 'the log goes on in another file')
    await sleep(3000)
    t.same(await rowsAfterCut('before'), [1000, 1000, 0, 0], 'the log holds what was answered')

    await insert(store.db, 'b', 1, 4000)
    await sql`checkpoint`.execute(store.db)
    t.same(await rowsAfterCut('checkpoint'), [1000, 1000, 4000, 4000], 'a checkpoint syncs everything')

    // The disk may hold any page that was written since, though nothing asked for it.
    await insert(store.db, 'a', 1001, 8000)
    const counts = await rowsAfterCut('pages', ['postgres/base', 'postgres/global', 'postgres/pg_xact'])
    t.ok(counts[0] === 1000 || counts[0] === 8000, `${counts} rows`)
    t.equal(counts[1], counts[0], 'table and index agree')
  },
)

t.test('no file is truncated or deleted before the log that describes it is synced', { skip: !isLinux }, async (t) => {
  const fresh = await openEmbedded(live, 'test')
  t.teardown(() => fresh.close())
  cpSync(join(live, 'postgres'), join(synced, 'postgres'), { recursive: true })
  watch('unlinkSync', (path: string) => path)
  watch('truncateSync', (path: string) => path)
  watch('ftruncateSync', (fd: number) => pathOf(fd))
  const { db } = fresh
  await sql`create table c (id int primary key, t text)`.execute(db)
  await insert(db, 'c', 1, 4000)
  await sql`delete from c where id > 100`.execute(db)
  // Cuts the empty pages off, and has made a map of free space, which is deleted with the table.
  await sql`vacuum c`.execute(db)
  await sql`truncate c`.execute(db)
  await insert(db, 'c', 1, 4000)
  await sql`vacuum c`.execute(db)
  await sql`drop table c`.execute(db)
  // Files of a temporary table are deleted without being truncated first.
  await sql`create temp table d (id int)`.execute(db)
  await sql`drop table d`.execute(db)
  for (const call of ['unlinkSync', 'truncateSync'])
    t.ok(
      removals.some((one) => one.call.endsWith(call) || one.call === `f${call}`),
      `${call} was seen`,
    )
  t.same(
    removals.filter(({ unsynced }) => unsynced.length > 0),
    [],
  )
})

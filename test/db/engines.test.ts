import { createHash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import t from 'tap'
import { openEmbedded } from '../../db/open.ts'
import { openEngine } from '../support/engines.ts'

const FOLDER = '/pglite/data'

interface MemoryFile {
  mode: number
  contents: Uint8Array
  usedBytes: number
}

/** A digest of the memory of the engine, and of its files. */
function digest({ Module: { FS, HEAPU8 } }: PGlite): string {
  const hash = createHash('sha1').update(HEAPU8)
  const addFiles = (folder: string) => {
    for (const name of FS.readdir(folder).toSorted()) {
      if (name === '.' || name === '..') continue
      const path = `${folder}/${name}`
      hash.update(path)
      const { mode, contents, usedBytes } = FS.lookupPath(path).node as unknown as MemoryFile
      if (FS.isDir(mode)) addFiles(path)
      else hash.update(contents.subarray(0, usedBytes))
    }
  }
  addFiles(FOLDER)
  return hash.digest('hex')
}

async function open() {
  const state: { before?: string; engine?: PGlite } = {}
  const store = await openEmbedded(null, 'test', {
    openEngine: async (options) => {
      state.engine = await openEngine(options)
      return state.engine
    },
  })
  return { ...store, engine: state.engine as PGlite }
}

/** Leaves what a test could leave: rows, other tables, settings, locks, statements, and files that were written anew. */
async function leaveTraces({ db, engine, listen }: Awaited<ReturnType<typeof open>>, received: string[]) {
  await listen(
    'news',
    (news) => received.push(news),
    () => {},
  )
  await engine.exec(`
    insert into secrets (name, value) values ('trace', 'trace');
    insert into secrets (name, value) select 'trace' || n, repeat('trace', 100) from generate_series(1, 10000) n;
    select nextval('accounts_id_seq') from generate_series(1, 100);
    create table trace (id serial primary key, text text);
    insert into trace (text) select repeat('trace', 100) from generate_series(1, 10000);
    create index on trace (text);
    alter table secrets add column trace text default 'trace';
    create function trace() returns int language plpgsql as 'begin return 1; end';
    create temporary table hidden (id int);
    prepare trace as select 1;
    declare trace cursor with hold for select * from secrets;
    set statement_timeout = '1h';
    select pg_advisory_lock(7270501);`)
  for (const statement of ['vacuum full secrets', 'analyze', 'checkpoint', 'drop table trace', 'select 1 / 0'])
    await engine.exec(statement).catch(() => {})
  await sql`notify news, 'first'`.execute(db)
}

t.test('a database that a test closed is the next one’s, in the state of a new one', async (t) => {
  const received: string[] = []
  const first = await open()
  const module = first.engine.Module
  await first.close()
  const second = await open()
  t.ok(second.engine.Module === module, 'the engine is used again')
  await leaveTraces(second, received)
  await second.close()
  t.strictSame(received, ['first'])

  const third = await open()
  t.ok(third.engine.Module === module)
  const { rows } = await sql`select (select count(*) from secrets) as secrets,
      (select last_value from accounts_id_seq) as account, current_setting('statement_timeout') as timeout,
      (select count(*) from pg_prepared_statements where name <> '') as statements,
      (select count(*) from pg_cursors where name <> '') as cursors, (select count(*) from pg_locks where locktype = 'advisory') as locks,
      to_regclass('trace') as table, to_regproc('trace') as function, to_regclass('hidden') as temporary,
      (select count(*) from pg_listening_channels()) as channels`.execute(third.db)
  t.strictSame(rows, [
    {
      secrets: 0,
      account: 1,
      timeout: '0',
      statements: 0,
      cursors: 0,
      locks: 0,
      table: null,
      function: null,
      temporary: null,
      channels: 0,
    },
  ])
  await third.listen(
    'news',
    (news) => received.push(`third: ${news}`),
    () => {},
  )
  await sql`notify news, 'second'`.execute(third.db)
  t.strictSame(received, ['first', 'third: second'])
  await third.close()
})

t.test('every byte of its memory and files is as before', async (t) => {
  const states: string[] = []
  for (let i = 0; i < 2; i++) {
    const store = await openEmbedded(null, 'test', {
      openEngine: async (options) => {
        const engine = await openEngine(options)
        states.push(digest(engine))
        return engine
      },
    })
    await store.close()
    const used = await open()
    await leaveTraces(used, [])
    await used.close()
  }
  t.equal(states[1], states[0])
})

t.test('two at a time are two databases, and a closed one refuses statements', async (t) => {
  const one = await open()
  const other = await open()
  t.ok(one.engine.Module !== other.engine.Module)
  await sql`insert into secrets (name, value) values ('one', '1')`.execute(one.db)
  t.strictSame((await sql`select name from secrets`.execute(other.db)).rows, [])
  await one.close()
  t.throws(() => one.engine.query('select 1'), /closed/)
  await t.rejects(sql`select 1`.execute(one.db))
  await other.close()
})

t.test('a library that a test loaded can be loaded in the next one', async (t) => {
  for (let i = 0; i < 2; i++) {
    const store = await open()
    const { rows } = await sql`select to_tsvector('english', 'libraries') as words,
      convert_from('\\xe4'::bytea, 'LATIN1') as letter, similarity('word', 'word') as likeness`.execute(store.db)
    t.strictSame(rows, [{ words: "'librari':1", letter: 'ä', likeness: 1 }])
    await store.close()
  }
})

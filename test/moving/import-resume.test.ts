import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { asActor } from '../../db/queries/events.ts'
import {
  createImport,
  deleteOldImportRows,
  endOldReadings,
  interruptImport,
  stageRows,
} from '../../db/queries/imports.ts'
import { createImports } from '../../src/import/imports.ts'
import { createRecordCheck } from '../../src/import/record-check.ts'
import { createServiceClient, IMPORT_FETCHES } from '../../src/import/service-client.ts'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import { createChecks } from '../../src/validation/checks.ts'
import { usesServer } from '../support/database.ts'
import { importFile, resultOf, sendFile } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const { config, reservedAliases, blocklist, db } = service.services

const rows = ['a', 'poison', 'b'].map((name) => `https://example.com/${name},${name}`)
const csv = `Long URL,Short code\n${rows.join('\n')}\n`
const failWith = async (code: string) => {
  await sql
    .raw(
      `create or replace function fail_on_poison() returns trigger language plpgsql as $$ begin
         if new.url like '%/poison' then raise exception using errcode = '${code}'; end if; return new; end $$`,
    )
    .execute(db)
  await sql`create or replace trigger poison before insert on links for each row execute function fail_on_poison()`.execute(
    db,
  )
}
/** Makes the attempt of an import that is due after its pause. */
const tryAgain = async (id: number) => {
  await sql`update jobs set next_at = now() where id = ${id}`.execute(db)
  await service.services.jobs.idle()
}

t.test('a row that fails whatever is tried is given up, and the others are imported', async (t) => {
  await failWith('P0001')
  const owner = await service.newClient()
  const { id, details } = await importFile(service, owner, 'csv', csv)
  t.match(details, { status: 'writing', created: 0, message: /tried again/ })
  for (let attempt = 2; attempt <= 4; attempt++) await tryAgain(id)
  const ended = await resultOf(service, owner, id)
  t.match(ended.details, { status: 'done', created: 2, failed: 1, message: null })
  t.match(ended.rows, [{ outcome: 'created' }, { outcome: 'failed', errors: [{ path: '' }] }, { outcome: 'created' }])
})

t.test('a fault of the whole database fails no row, but ends the import after many attempts', async (t) => {
  await failWith('53100')
  const owner = await service.newClient()
  const { id } = await importFile(service, owner, 'csv', csv)
  for (let attempt = 2; attempt <= 19; attempt++) await tryAgain(id)
  t.match((await resultOf(service, owner, id)).details, { status: 'writing', failed: 0 })
  await tryAgain(id)
  const ended = await resultOf(service, owner, id)
  t.match(ended.details, { status: 'failed', created: 0, failed: 0, finished: String, message: /many attempts/ })
  await sql`drop trigger poison on links`.execute(db)
  const again = await importFile(service, owner, 'csv', csv)
  t.match(
    again.details,
    { status: 'done', created: 1, skipped: 2 },
    'another goes on; two aliases are of another account',
  )
})

t.test(
  'a failed import is retried, and an interrupted one resumed, only where three others are not open',
  async (t) => {
    await failWith('53100')
    const owner = await service.newClient()
    const { id } = await importFile(service, owner, 'csv', 'URL\nhttps://example.com/r/poison\n')
    await sql`update jobs set failures = 19 where id = ${id}`.execute(db)
    await tryAgain(id)
    await sql`drop trigger poison on links`.execute(db)
    const actor = asActor('system', owner.id)
    const start = () => createImport(db, actor, { source: 'dub', conflicts: 'skip', dryrun: 0 })
    const stopped = await start()
    await interruptImport(db, stopped, 'stopped')
    const [first] = [await start(), await start(), await start()]
    const retry = () => owner.post(`/api/job/${id}/retry`)
    const full = { status: 503, body: { code: 'busy', message: /3 imports/ }, headers: { 'retry-after': '10' } }
    t.match(await retry(), full)
    t.match(await owner.post(`/api/import/${stopped}/resume`, { key: 'k' }), full)
    t.match((await resultOf(service, owner, id)).details, { status: 'failed' })
    t.match((await owner.post(`/api/job/${first}/retry`)).body, { id: first }, 'one that runs is left as it is')
    await sql`update jobs set finished_at = now() where id = ${first}`.execute(db)
    t.equal((await retry()).status, 200)
    t.match((await resultOf(service, owner, id)).details, { status: 'done', failed: 0 })
  },
)

t.test(
  'an import waits for another of its account, and the jobs of others do not',
  { skip: !usesServer },
  async (t) => {
    const [owner, other] = [await service.newClient(), await service.newClient()]
    const file = (name: string) => `URL,Alias\nhttps://example.com/w,${name}\n`
    let id = 0
    await db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(7270503, hashint8(${owner.id}::bigint))`.execute(db)
      ;({ id } = (await sendFile(owner, 'csv', file('waits-1'))).body)
      const { details } = await importFile(service, other, 'csv', file('waits-2'))
      t.match(details, { status: 'done', created: 1 })
      t.match((await resultOf(service, owner, id)).details, { status: 'writing', progress: 0, message: null })
    })
    await tryAgain(id)
    t.match((await resultOf(service, owner, id)).details, { status: 'done', created: 1 })
  },
)

t.test('of two files sent at once one is read where two imports are open', { skip: !usesServer }, async (t) => {
  const owner = await service.newClient()
  const actor = asActor('system', owner.id)
  for (let n = 0; n < 2; n++) await createImport(db, actor, { source: 'dub', conflicts: 'skip', dryrun: 0 })
  await db.transaction().execute(async (db) => {
    // The first is not written before the second is counted.
    await sql`select pg_advisory_xact_lock(7270503, hashint8(${owner.id}::bigint))`.execute(db)
    const sent = [1, 2].map((n) => sendFile(owner, 'csv', `URL\nhttps://example.com/${n}\n`))
    t.strictSame((await Promise.all(sent)).map(({ status }) => status).toSorted(), [200, 503])
  })
})

t.test('requests to other services take turns by account, and none is lost where all places are taken', async (t) => {
  const held: ServerResponse[] = []
  const server = createServer((_request, reply) => void held.push(reply))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const fetch = createSafeFetch({ allowPrivate: true, limits: IMPORT_FETCHES })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const ended: number[] = []
  const ask = (account: number) =>
    createServiceClient({ fetch, accountId: account, perMinute: 60_000, signal: new AbortController().signal })(
      url,
      {},
    ).then(() => {
      ended.push(account)
    })
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { concurrency, concurrencyPerOwner } = IMPORT_FETCHES
  const accounts = Array.from({ length: concurrency / concurrencyPerOwner }, (_, i) => i + 1)
  // Each account has three imports: two of them ask at once, and all of these together take every place.
  const all = accounts.flatMap((account) => [ask(account), ask(account), ask(account)])
  await until(() => held.length === concurrency)
  const late = 99
  all.push(ask(late))
  held.shift()?.end('{}')
  await until(() => ended.length === 1 && held.length === concurrency)
  t.equal(ended[0], 1)
  while (held.length > 0) {
    held.shift()?.end('{}')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(all)
  t.equal(ended.length, all.length)
  t.ok(ended.indexOf(late) < ended.length - 1, 'an account that comes last is not served last')
})

t.test('of two processes that resume an import one reads it', async (t) => {
  let asked = 0
  const open = () =>
    createImports({
      db,
      check: createRecordCheck(
        createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates, blocklist }),
      ),
      fetch: async () => {
        asked++
        return { ok: true, status: 200, headers: {}, body: Buffer.from('[]'), hops: [] } as never
      },
      wake: () => {},
    })
  const jobId = await createImport(db, asActor('system', client.id), { source: 'dub', conflicts: 'skip', dryrun: 0 })
  await interruptImport(db, jobId, 'stopped')
  const settings = { key: 'k', base: '', scope: '' }
  const both = await Promise.all([open(), open()].map((one) => one.resume(jobId, client.id, 'dub', settings, {})))
  const [resumed, ...others] = both.filter((one) => one !== undefined)
  t.strictSame(others, [])
  await resumed?.done
  t.equal(asked, 1)
  await service.services.jobs.idle()
  t.match((await client.get(`/api/import/${jobId}`)).body.details, { message: null })
})

t.test('an interrupted import fails when its rows are due, and is not resumed then', async (t) => {
  const owner = await service.newClient()
  const start = () =>
    createImport(db, asActor('system', owner.id), { source: 'dub', conflicts: 'skip', dryrun: 0, host: '', scope: '' })
  const [old, recent] = [await start(), await start()]
  const empty = { source_id: null, record: {}, alias: null, outcome: null, errors: null, notes: null }
  for (const id of [old, recent]) {
    await stageRows(db, id, [{ row: 1, kind: 'link', ...empty }], { cursor: 'next', row: 1 })
    await interruptImport(db, id, 'The key is wrong.')
  }
  await sql`update jobs set updated_at = now() - interval '31 days' where id = ${old}::bigint`.execute(db)
  await endOldReadings(db, 30)
  await deleteOldImportRows(db, 30, 1000)
  const rows = await db.selectFrom('import_rows').select('job_id').where('job_id', 'in', [old, recent]).execute()
  t.strictSame(rows, [{ job_id: recent }])
  t.equal((await owner.post(`/api/import/${old}/resume`, { key: 'k' })).status, 200)
  const failed = { status: 'failed', message: /^The key is wrong\. .* start another import\.$/, finished: String }
  t.match((await owner.get(`/api/import/${old}`)).body.details, failed)
  t.match((await owner.get(`/api/import/${recent}`)).body.details, { status: 'interrupted', finished: null })
  t.equal((await owner.post(`/api/job/${old}/retry`)).status, 200)
  const { jobs } = (await owner.get('/api/jobs')).body.data
  t.match(
    jobs.find(({ id }: { id: number }) => id === old),
    { status: 'failed', error: /^The key is wrong\./ },
  )
  t.match(
    jobs.find(({ id }: { id: number }) => id === recent),
    { status: 'failed', error: 'The key is wrong.', finished: null },
  )
  t.equal(await stageRows(db, old, [], {}), false, 'a process that still reads it stops')
})

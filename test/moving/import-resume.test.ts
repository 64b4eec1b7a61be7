import { sql } from 'kysely'
import t from 'tap'
import { asActor } from '../../db/queries/events.ts'
import { createImport, interruptImport } from '../../db/queries/imports.ts'
import { createRecordCheck } from '../../src/import/check.ts'
import { createImports } from '../../src/import/imports.ts'
import { createChecks } from '../../src/validation/checks.ts'
import { importFile, resultOf } from '../support/imports.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const { config, reservedAliases, db } = service.services

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

t.test('of two processes that resume an import one reads it', async (t) => {
  let asked = 0
  const open = () =>
    createImports({
      db,
      check: createRecordCheck(createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates })),
      fetch: async () => {
        asked++
        return { ok: true, status: 200, headers: {}, body: Buffer.from('[]'), hops: [] } as never
      },
      wake: () => {},
    })
  const jobId = await createImport(db, asActor('system', client.id), { source: 'dub', conflicts: 'skip', dryrun: 0 })
  await interruptImport(db, jobId, 'stopped')
  const settings = { key: 'k', base: '', scope: '' }
  const both = await Promise.allSettled(
    [open(), open()].map((one) => one.resume(jobId, client.id, 'dub', settings, {})),
  )
  t.strictSame(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.equal(asked, 1)
  await service.services.jobs.idle()
  t.match((await client.get(`/api/import/${jobId}`)).body.details, { message: null })
})

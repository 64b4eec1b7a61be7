import t from 'tap'
import { createImport, interruptImport } from '../../db/queries/imports.ts'
import { createRecordCheck } from '../../src/import/check.ts'
import { createImports } from '../../src/import/imports.ts'
import { createChecks } from '../../src/validation/checks.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const client = await service.newClient()
const { config, aliases, db } = service.services

t.test('of two processes that resume an import one reads it', async (t) => {
  let asked = 0
  const open = () =>
    createImports({
      db,
      check: createRecordCheck(createChecks({ config, aliases, pixelTemplates: config.pixelTemplates })),
      fetch: async () => {
        asked++
        return { ok: true, status: 200, headers: {}, body: Buffer.from('[]'), hops: [] } as never
      },
      wake: () => {},
    })
  const jobId = await createImport(db, client.id, { source: 'dub', conflicts: 'skip', dryrun: 0 })
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

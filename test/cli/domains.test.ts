import { sql } from 'kysely'
import t from 'tap'
import { startWays } from '../support/command-ways.ts'
import { runsAllVariants } from '../support/variants.ts'

const { service, ways } = await startWays(t)
const { db } = service.services

for (const { name, opensApi, client, waymark } of ways) {
  t.test(`domains are added, listed, checked and deleted ${name}`, async (t) => {
    const host = `go${client.id}.example.com`
    const made = await waymark(['domain', 'add', `https://${host}`, '--redirectroot', 'https://example.com/', '--json'])
    t.match(made.json, { error: 0, id: Number })
    t.match((await waymark(['domain', 'list', '--json'])).json, {
      result: 1,
      domains: [{ id: made.json.id, domain: `https://${host}`, redirectroot: 'https://example.com/' }],
    })
    t.match((await waymark(['domain', 'list'])).out, /^id {2}domain +bare domain leads to +unknown paths lead to\n/)

    // No name server knows the host.
    const { status } = (await client.get(`/api/domain/${made.json.id}/status`)).body.data
    const forms = [String(made.json.id), host, `https://${host}`, host.toUpperCase()]
    for (const domain of opensApi && !runsAllVariants ? forms.slice(0, 1) : forms) {
      const checked = await waymark(['domain', 'check', domain, '--json'])
      t.match(checked, { code: 1, json: { error: 0, status: { pointed: false, expected: Array, ...status } } })
    }
    t.match(
      (await waymark(['domain', 'check', host])).out,
      /^pointed +false$[\s\S]*The domain is not ready to serve\.\n$/m,
    )

    t.match(await waymark(['domain', 'add', 'example']), { code: 2, err: /^domain must start with / })
    t.match(await waymark(['domain', 'check', 'other.example.com']), { code: 1, err: /has no domain other/ })
    t.match((await waymark(['domain', 'delete', host])).out, 'Domain has been deleted successfully.\n')
    t.match((await waymark(['domain', 'list'])).out, 'There are none.\n')
  })

  t.test(`jobs are listed, shown and retried ${name}`, async (t) => {
    await service.services.jobs.idle()
    const { jobs } = (await waymark(['jobs', 'list', '--json'])).json
    t.match(jobs, [{ kind: 'delete_domain', status: 'done', error: null }])
    const id = String(jobs[0].id)
    t.match((await waymark(['jobs', 'show', id, '--json'])).json, { job: jobs[0] })
    t.match((await waymark(['jobs', 'show', id])).out, /^status +done$/m)

    await sql`update jobs set finished_at = now(), failures = 20, error = 'it broke' where id = ${id}`.execute(db)
    t.match((await waymark(['jobs', 'list'])).out, /delete_domain +failed/)
    t.match(await waymark(['jobs', 'retry', id]), { code: 0, out: `Job ${id} goes on, if it had failed.\n` })
    t.match((await waymark(['jobs', 'show', id, '--json'])).json, { job: { error: null } })
    for (const args of [
      ['jobs', 'show', '999999'],
      ['jobs', 'retry', '999999'],
    ])
      t.match(await waymark(args), { code: 1, err: 'Job not found.\n' })
  })
}

import { sql } from 'kysely'
import t from 'tap'
import { migrate } from '../../db/migrate.ts'
import { openEmbedded, openServer } from '../../db/open.ts'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { runBackgroundJobs } from '../../src/jobs/background-jobs.ts'
import { ownDatabase, startServer } from '../support/process.ts'

const LINKS = 6000

t.test('a deletion whose process is killed goes on where it was', async (t) => {
  const settings = await ownDatabase(t)
  const open = () =>
    settings.DATABASE_URL ? openServer(settings.DATABASE_URL) : openEmbedded(settings.DATA_DIR, 'test')
  const store = await open()
  await migrate(store.db)
  const account = { email: 'a@example.com', username: 'ada', password: 'correct horse battery' }
  const { id, apikey } = await registerAccount(store.db, account, 14)
  await sql`
    insert into domains (account_id, scheme, host) values (${id}::bigint, 'https', 'go.example.org')`.execute(store.db)
  await sql`insert into campaigns (account_id, name, slug) values (${id}::bigint, 'All', 'all')`.execute(store.db)
  await sql`
    with added as (
      insert into links (account_id, campaign_id, url)
      select ${id}::bigint, 1, 'https://example.com/' || n from generate_series(1, ${LINKS}::integer) n returning id
    )
    insert into aliases (link_id, domain_id, alias) select id, 1, 'link-' || id from added`.execute(store.db)
  await store.close()

  const first = await startServer(t, settings)
  const send = (base: string, method: string, path: string) =>
    fetch(`${base}${path}`, { method, headers: { Authorization: `Bearer ${apikey}` } })
  for (const path of ['/api/domain/1/delete', '/api/campaign/1/delete'])
    t.equal((await send(first.base, 'DELETE', path)).status, 200)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startServer(t, settings)
  const { data } = (await (await send(second.base, 'GET', '/api/urls?limit=1000')).json()) as {
    data: { result: number; urls: { attached: boolean; campaign: unknown }[] }
  }
  t.equal(data.result, LINKS)
  t.ok(data.urls.every(({ attached, campaign }) => !attached && campaign === null))
  second.child.kill('SIGTERM')
  await second.ended

  const after = await open()
  t.teardown(() => after.close())
  const left = async () => {
    const { rows } = await sql<{ steps: number; ready: boolean }>`
      select count(*)::integer as steps, coalesce(bool_and(finished_at is not null), true) as ready from jobs`.execute(
      after.db,
    )
    return rows[0]
  }
  t.strictSame((await left())?.steps, 2)
  const jobs = runBackgroundJobs(after, () => {})
  await jobs.idle()
  await jobs.close()
  t.ok((await left())?.ready)
  const { rows } = await sql`
    select kind, progress, failures from jobs union all
    select 'left', (select count(*) from links where campaign_id is not null) + (select count(*) from campaigns) + (select count(*) from domains),
      (select count(*) from aliases where not detached or lost_domain <> 'https://go.example.org')
    order by 1`.execute(after.db)
  t.strictSame(rows, [
    { kind: 'delete_campaign', progress: LINKS, failures: 0 },
    { kind: 'delete_domain', progress: LINKS, failures: 0 },
    { kind: 'left', progress: 0, failures: 0 },
  ])
})

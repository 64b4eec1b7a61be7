import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import type { Database } from '../../db/open.ts'
import { deletionSteps } from '../../db/queries/deletions.ts'
import { runJobStep } from '../../db/queries/jobs.ts'
import { settleEvents } from '../support/events.ts'
import { startService } from '../support/service.ts'

const service = await startService(t, { DOMAIN_CHECK: 'off' })
const { send, services } = service
const { db } = services.store

const LINKS = 1300

/** Adds links on a domain and in a campaign straight to the database. */
async function addLinks(db: Database, account: number, domain: number, campaign: number): Promise<void> {
  await sql`
    with added as (
      insert into links (account_id, campaign_id, url)
      select ${account}::bigint, ${campaign}::bigint, 'https://example.com/' || n from generate_series(1, ${LINKS}::integer) n returning id, url
    )
    insert into aliases (link_id, domain_id, alias) select id, ${domain}::bigint, 'link-' || split_part(url, '/', 4) from added`.execute(
    db,
  )
}

/** An account with a domain of this host and a campaign of this slug, both with many links. */
async function prepare(name: string) {
  const client = await service.newClient()
  const host = `${name}.example.org`
  const domain = (await client.post('/api/domain/add', { domain: `https://${host}` })).body.id as number
  const campaign = (await client.post('/api/campaign/add', { name, slug: name, public: true })).body.id as number
  await addLinks(db, client.id, domain, campaign)
  return { client, host, domain, campaign }
}

/** Holds the jobs of an account back, as if they had only begun, until it is called. */
async function holdJobs(t: Test): Promise<() => Promise<void>> {
  await sql`alter table jobs alter column next_at set default now() + interval '1 hour'`.execute(db)
  const release = async () => {
    await sql`alter table jobs alter column next_at set default now()`.execute(db)
    await sql`update jobs set next_at = now() where finished_at is null`.execute(db)
    await services.jobs.idle()
  }
  t.teardown(release)
  return release
}

const jobsOf = (account: number) =>
  db
    .selectFrom('jobs')
    .select(['kind', 'progress', 'failures', 'finished_at'])
    .where('account_id', '=', account)
    .orderBy('id')
    .execute()

t.test('a domain with many links is hidden immediately, and a job deletes it', async (t) => {
  const release = await holdJobs(t)
  const { client, host, domain, campaign } = await prepare('gone')
  const at = (path: string) => send('GET', path, { headers: { host }, isElsewhere: true })
  t.equal((await at('/link-7')).status, 302)
  t.equal((await send('GET', '/r/gone')).status, 302)
  t.strictSame((await client.delete(`/api/domain/${domain}/delete`)).body, {
    error: 0,
    message: 'Domain has been deleted successfully.',
  })
  const isGone = async () => {
    t.not((await at('/link-7')).status, 302)
    t.equal((await send('GET', '/r/gone')).status, 404, 'its links are not served by a rotator either')
    t.notMatch((await send('GET', `/u/${client.username}/${campaign}`)).text, 'link-7')
    t.match((await client.get('/api/domains')).body.data, { result: 0, domains: [] })
    t.equal((await client.get(`/api/domain/${domain}`)).status, 404)
    t.equal((await client.delete(`/api/domain/${domain}/delete`)).status, 404)
    const { urls, result } = (await client.get('/api/urls?q=link-7&limit=1')).body.data
    t.match(urls, [{ domain: null, attached: false, shorturl: `https://${host}/link-799` }])
    t.equal(result, 111)
    t.match((await client.get(`/api/urls?short=https://${host}/link-7`)).body.data, { result: 1 })
    t.match((await client.get('/api/urls?short=link-7')).body.data, { result: 1 })
  }
  await isGone()
  t.match((await client.get('/api/jobs')).body.data, { jobs: [{ kind: 'delete_domain', progress: 0, finished: null }] })
  const other = await service.newClient()
  t.equal((await other.post('/api/domain/add', { domain: `https://${host}` })).status, 409)
  const [{ id } = { id: 0 }] = (await client.get('/api/urls?short=link-9')).body.data.urls
  await client.put(`/api/url/${id}/update`, { custom: 'renamed' })
  t.match((await client.get(`/api/url/${id}`)).body.details, { attached: false, shorturl: `https://${host}/renamed` })
  await client.put(`/api/url/${id}/update`, { domain: 'localhost' })
  t.match((await client.get(`/api/url/${id}`)).body.details, { attached: true, domain: null })
  await client.put(`/api/url/${id}/update`, { custom: 'link-9', status: 'private' })

  await release()
  await isGone()
  t.match((await client.get('/api/jobs')).body.data, {
    result: 1,
    jobs: [{ kind: 'delete_domain', progress: LINKS - 1, failures: 0, finished: /^\d{4}-/ }],
  })
  t.match((await (await service.newClient()).get('/api/jobs')).body.data, { result: 0 })
  t.strictSame(await db.selectFrom('domains').select('id').where('id', '=', domain).execute(), [])
})

t.test('adding a domain again restores all its links, at any stage of its deletion', async (t) => {
  const release = await holdJobs(t)
  const { client, host, domain } = await prepare('back')
  const at = (path: string) => send('GET', path, { headers: { host }, isElsewhere: true })
  await client.delete(`/api/domain/${domain}/delete`)
  // The first step of the deletion.
  await sql`update jobs set next_at = now() where account_id = ${client.id}::bigint`.execute(db)
  t.match(await runJobStep(db, deletionSteps), { kind: 'delete_domain', progress: 500, isDone: false })
  const added = await client.post('/api/domain/add', { domain: `http://${host}` })
  t.equal(added.status, 200)
  // The last in their order, so that its lost namesake is not served again yet.
  const since = { url: 'https://example.com/new', custom: 'link-999', domain: host }
  t.equal((await client.post('/api/url/add', since)).status, 200)
  await release()
  t.match(await jobsOf(client.id), [
    { kind: 'delete_domain', failures: 0, finished_at: Date },
    { kind: 'attach_addresses', failures: 0, finished_at: Date },
  ])
  for (const n of [1, 2, 600, 1100]) t.equal((await at(`/link-${n}`)).headers.location, `https://example.com/${n}`)
  t.equal((await at('/link-999')).headers.location, 'https://example.com/new', 'what was created since stays')
  const { urls } = (await client.get('/api/urls?limit=1000')).body.data
  t.equal(urls.filter(({ attached }: { attached: boolean }) => !attached).length, 1)
})

t.test('a campaign with many links is hidden immediately, and a job deletes it', async (t) => {
  const release = await holdJobs(t)
  const { client, campaign, host } = await prepare('over')
  t.equal((await send('GET', '/r/over')).status, 302)
  t.strictSame((await client.delete(`/api/campaign/${campaign}/delete`)).body, {
    error: 0,
    message: 'Campaign has been deleted successfully.',
  })
  const isGone = async () => {
    t.equal((await send('GET', `/u/${client.username}/${campaign}`)).status, 404)
    t.equal((await client.get(`/api/campaign/${campaign}`)).status, 404)
    t.match((await client.get('/api/campaigns')).body.data, { result: 0 })
    const { urls } = (await client.get('/api/urls?limit=1000')).body.data
    t.ok(urls.every(({ campaign }: { campaign: unknown }) => campaign === null))
    t.match((await client.get(`/api/url/${urls[0].id}`)).body.details, { campaign: null })
    t.equal((await client.post(`/api/campaign/${campaign}/assign/${urls[0].id}`)).status, 404)
    t.equal((await client.put(`/api/url/${urls[0].id}/update`, { campaign })).status, 400)
    t.equal((await send('GET', '/link-1', { headers: { host }, isElsewhere: true })).status, 302, 'its links go on')
  }
  await isGone()
  t.equal((await send('GET', '/r/over')).status, 404)
  const visits = await db
    .selectFrom('clicks')
    .innerJoin('aliases', 'aliases.link_id', 'clicks.subject_id')
    .select('clicks.campaign_id')
    .where('aliases.alias', '=', 'link-1')
    .where('clicks.account_id', '=', client.id)
    .execute()
  t.strictSame(visits, [{ campaign_id: null }], 'a visit does not count for the deleted campaign')
  const again = (await client.post('/api/campaign/add', { name: 'Again', slug: 'over' })).body.id
  const [{ id }] = (await client.get('/api/urls?limit=1')).body.data.urls
  await client.post(`/api/campaign/${again}/assign/${id}`)
  t.equal((await send('GET', '/r/over')).headers.location, `https://example.com/${LINKS}`, 'its slug is free at once')
  await release()
  t.match((await client.get(`/api/url/${id}`)).body.details, { campaign: again })
  await client.delete(`/api/campaign/${again}/delete`)
  await services.jobs.idle()
  await isGone()
  t.match(await jobsOf(client.id), [
    { kind: 'delete_campaign', progress: LINKS - 1, failures: 0, finished_at: Date },
    { kind: 'delete_campaign', progress: 1, failures: 0, finished_at: Date },
  ])
  t.strictSame(await db.selectFrom('campaigns').select('id').where('id', '=', campaign).execute(), [])
})

t.test('a record that many links refer to is hidden immediately, and a job deletes it', async (t) => {
  const release = await holdJobs(t)
  const { client, host } = await prepare('used')
  const add = async (path: string, body: object) => (await client.post(path, body)).body.id as number
  const channel = await add('/api/channel/add', { name: 'Many' })
  const overlay = await add('/api/overlay/add', { type: 'message', name: 'Many', text: 'Look here' })
  const pixel = await add('/api/pixel/add', { type: 'vendor01pixel', name: 'Many', tag: '12345678' })
  const splash = await add('/api/splash/add', { name: 'Many', title: 'Wait a moment' })
  const mine = sql`links where account_id = ${client.id}::bigint`
  await sql`insert into channel_items (channel_id, link_id) select ${channel}::bigint, id from ${mine}`.execute(db)
  await sql`insert into link_pixels (pixel_id, link_id) select ${pixel}::bigint, id from ${mine}`.execute(db)
  await sql`
    update links set type = case id % 2 when 0 then 'overlay' else 'splash' end,
      overlay_id = case id % 2 when 0 then ${overlay}::bigint end, splash_id = case id % 2 when 1 then ${splash}::bigint end
    where account_id = ${client.id}::bigint`.execute(db)
  const { urls } = (await client.get('/api/urls?limit=2')).body.data
  const visit = (alias: string) => send('GET', `/${alias}`, { headers: { host }, isElsewhere: true })
  const kinds = { overlay: `overlay-${overlay}`, splash: String(splash) }
  for (const { id, alias } of urls) {
    const isOverlay = id % 2 === 0
    const type = isOverlay ? kinds.overlay : kinds.splash
    t.match((await client.get(`/api/url/${id}`)).body.details, { type, channel, pixels: [pixel] })
    t.match((await visit(alias)).text, isOverlay ? 'Look here' : 'Wait a moment')
  }
  for (const [kind, id] of Object.entries({ channel, overlay, pixel, splash })) {
    t.equal((await client.delete(`/api/${kind}/${id}/delete`)).status, 200)
    t.equal((await client.get(`/api/${kind === 'channel' ? 'channel' : kind}/${id}`)).status, 404)
  }
  const isGone = async () => {
    for (const { id, alias, longurl } of urls) {
      t.match((await client.get(`/api/url/${id}`)).body.details, { type: 'direct', channel: null, pixels: [] })
      t.match(await visit(alias), { status: 302, headers: { location: longurl } })
    }
    const again = { url: urls[0].longurl, domain: host, reuse: true }
    t.equal((await client.post('/api/url/add', again)).body.id, urls[0].id, 'it leads everyone there again')
    for (const list of ['channels', 'overlay', 'pixels', 'splash'])
      t.match((await client.get(`/api/${list}`)).body.data, { result: 0 })
  }
  await isGone()
  t.match((await client.put(`/api/url/${urls[0].id}/update`, { type: kinds.overlay })).status, 400)
  await release()
  await isGone()
  t.match(await jobsOf(client.id), [
    { kind: 'delete_channel', progress: LINKS, failures: 0, finished_at: Date },
    { kind: 'delete_overlay', progress: LINKS / 2, failures: 0, finished_at: Date },
    { kind: 'delete_pixel', progress: LINKS, failures: 0, finished_at: Date },
    { kind: 'delete_splash', progress: LINKS / 2, failures: 0, finished_at: Date },
  ])
  const left = await sql<{ rows: number }>`
    select (select count(*) from channels where id = ${channel}::bigint) + (select count(*) from overlays where id = ${overlay}::bigint)
      + (select count(*) from pixels where id = ${pixel}::bigint) + (select count(*) from splashes where id = ${splash}::bigint) as rows`.execute(
    db,
  )
  t.strictSame(left.rows, [{ rows: 0 }])
})

t.test(
  'a link that is assigned to another campaign during the deletion of its campaign stays there',
  { skip: services.store.kind === 'embedded' ? 'the embedded database has one connection' : false },
  async (t) => {
    const { client, campaign } = await prepare('moved')
    const other = (await client.post('/api/campaign/add', { name: 'Other' })).body.id
    const [{ id }] = (await client.get('/api/urls?limit=1')).body.data.urls
    const assigned = await services.store.visitors.transaction().execute(async (db) => {
      await db.selectFrom('links').select('id').where('id', '=', id).forUpdate().execute()
      // Both wait for the lock, the assignment first.
      const assigning = client.post(`/api/campaign/${other}/assign/${id}`)
      await sleep(200)
      t.equal((await client.delete(`/api/campaign/${campaign}/delete`)).status, 200)
      await sleep(500)
      return { assigning }
    })
    t.equal((await assigned.assigning).status, 200)
    await services.jobs.idle()
    t.match((await client.get(`/api/url/${id}`)).body.details, { campaign: other })
    t.strictSame(await db.selectFrom('campaigns').select('id').where('id', '=', campaign).execute(), [])
  },
)

t.test(
  'an address that is moved to another domain while the deletion of its domain runs stays there',
  { skip: services.store.kind === 'embedded' ? 'the embedded database has one connection' : false },
  async (t) => {
    const release = await holdJobs(t)
    const { client, domain } = await prepare('left')
    const other = (await client.post('/api/domain/add', { domain: 'https://next.example.org' })).body.id
    const [{ id }] = (await client.get('/api/urls?limit=1')).body.data.urls
    t.equal((await client.delete(`/api/domain/${domain}/delete`)).status, 200)
    const { released } = await services.store.visitors.transaction().execute(async (db) => {
      await db.updateTable('aliases').set({ domain_id: other }).where('link_id', '=', id).execute()
      const released = release()
      // The step of the job waits for the row.
      await sleep(500)
      return { released }
    })
    await released
    t.match((await client.get(`/api/url/${id}`)).body.details, { attached: true, domain: 'https://next.example.org' })
    t.strictSame(await db.selectFrom('domains').select('id').where('id', '=', domain).execute(), [])
  },
)

t.test(
  'a link that gets an overlay, splash page or campaign while the deletion of it ends is released too',
  { skip: services.store.kind === 'embedded' ? 'the embedded database has one connection' : false },
  async (t) => {
    const release = await holdJobs(t)
    const client = await service.newClient()
    const add = async (path: string, body: object) => (await client.post(`/api/${path}/add`, body)).body.id as number
    const overlay = await add('overlay', { type: 'message', name: 'Late' })
    const splash = await add('splash', { name: 'Late' })
    const campaign = await add('campaign', { name: 'Late' })
    const ids = [await add('url', { url: 'https://example.com/1' }), await add('url', { url: 'https://example.com/2' })]
    const deleted = { overlay, splash, campaign }
    for (const [kind, id] of Object.entries(deleted)) await client.delete(`/api/${kind}/${id}/delete`)
    const { released } = await services.store.visitors.transaction().execute(async (db) => {
      // As requests that found the records before they were deleted, and whose transaction is not over yet.
      const change = (id: number | undefined, columns: object) =>
        db.updateTable('links').set(columns).where('id', '=', Number(id)).execute()
      await change(ids[0], { type: 'overlay', overlay_id: overlay, campaign_id: campaign })
      await change(ids[1], { type: 'splash', splash_id: splash })
      const released = release()
      // The last steps of the jobs wait for the rows.
      await sleep(500)
      return { released }
    })
    await released
    for (const id of ids) t.match((await client.get(`/api/url/${id}`)).body.details, { type: 'direct', campaign: null })
    await settleEvents(db)
    const { events } = (await client.get('/api/events?type=link.updated')).body.data
    t.strictSame(events.map(({ data }: { data: { changed: string[] } }) => data.changed).sort(), [
      ['campaign'],
      ['type'],
      ['type'],
    ])
    t.match(await jobsOf(client.id), Array(3).fill({ failures: 0, finished_at: Date }))
  },
)

t.test('a failed step is recorded and retried, and other jobs continue', async (t) => {
  const { client, campaign } = await prepare('failing')
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse before update of campaign_id on links for each statement execute function refuse()`.execute(
    db,
  )
  await client.delete(`/api/campaign/${campaign}/delete`)
  await services.jobs.idle()
  t.match(
    await db.selectFrom('jobs').select(['failures', 'error', 'progress']).where('account_id', '=', client.id).execute(),
    [{ failures: 1, error: '[P0001] not today', progress: 0 }],
  )
  const jobOf = async () => (await client.get('/api/jobs')).body.data.jobs[0]
  t.match(await jobOf(), { status: 'running', error: null, failures: 1 })
  await sql`update jobs set next_at = now(), failures = 19 where account_id = ${client.id}::bigint`.execute(db)
  await services.jobs.idle()
  const failed = await jobOf()
  t.match(failed, { status: 'failed', finished: String, failures: 20, error: /SQLSTATE P0001/ })
  t.notMatch(failed.error, /today/, 'what the database says may have values of others')
  await sql`drop trigger refuse on links`.execute(db)
  await services.jobs.idle()
  t.match(await jobOf(), { status: 'failed', progress: 0 }, 'no further attempt')
  t.equal((await (await service.newClient()).post(`/api/job/${failed.id}/retry`)).status, 404)
  t.match((await client.post(`/api/job/${failed.id}/retry`)).body, { id: failed.id })
  await services.jobs.idle()
  t.match(await jobOf(), { status: 'done', error: null })
  t.equal((await client.post(`/api/job/${failed.id}/retry`)).status, 200)
  t.match(await jobOf(), { status: 'done' }, 'a job that is done is left as it is')
  t.match(await jobsOf(client.id), [{ progress: LINKS, failures: 0, finished_at: Date }])
})

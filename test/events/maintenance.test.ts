import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import t from 'tap'
import { recordHostCheck } from '../../db/queries/domains.ts'
import { runMaintenance } from '../../src/jobs/maintenance.ts'
import { settleEvents } from '../support/events.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const { db, store, config } = service.services
// The tests do its work themselves.
await service.services.maintenance.close()
const client = await service.newClient()

const newest = async (query = '') => {
  await settleEvents(db)
  return (await client.get(`/api/events?limit=1000${query}`)).body.data.events
}

async function maintainUntil(isDone: () => Promise<boolean>) {
  const failures: unknown[] = []
  const maintenance = runMaintenance(store, config)
  maintenance.report((error) => failures.push(error))
  while (failures.length === 0 && !(await isDone())) await setTimeout(20)
  await maintenance.close()
  if (failures.length > 0) throw failures[0]
}

t.test('checks of a domain record one event when it starts and one when it stops pointing here', async (t) => {
  const { id } = (await client.post('/api/domain/add', { domain: 'https://checked.example.com' })).body
  const check = (...results: ('here' | 'elsewhere' | 'unknown')[]) =>
    Promise.all(
      results.map((result) => recordHostCheck(store.db, 'checked.example.com', { points: result, proof: 'none' })),
    )
  await check('elsewhere')
  await check('here', 'here', 'here')
  await check('unknown')
  await check('elsewhere', 'elsewhere')
  await check('here')
  const events = (await newest(`&domain=${id}&direction=asc`)) as { type: string; actor: object; data: object }[]
  t.strictSame(
    events.map(({ type }) => type),
    ['domain.created', 'domain.verified', 'domain.lost', 'domain.verified'],
  )
  t.strictSame(events[2]?.actor, { type: 'system', keyid: null, keyname: null })
  t.strictSame(events[2]?.data, { id, domain: 'https://checked.example.com' })
  await client.delete(`/api/domain/${id}/delete`)
  t.equal(await recordHostCheck(store.db, 'checked.example.com', { points: 'here', proof: 'none' }), undefined)
})

t.test('events are deleted after EVENT_RETENTION_DAYS, more than a batch of them', async (t) => {
  await sql`insert into events (transaction, account_id, type, subject_id, actor, data, created_at)
    select '1', ${client.id}, 'campaign.deleted', n, 'system', '{"name": "Old", "slug": null}', now() - make_interval(days => ${config.EVENT_RETENTION_DAYS}, hours => 1)
    from generate_series(1, 2500) n`.execute(db)
  t.equal((await newest()).length, 1000)
  const old = async () => (await newest('&type=campaign.deleted')).length
  await maintainUntil(async () => (await old()) === 0)
  t.equal((await newest()).length, 5, 'the others stay')
})

t.test('events of a backup from another server are listed, before those that follow', async (t) => {
  await sql`update events set transaction = '9000000000000000000'`.execute(db)
  t.strictSame(await newest(), [])
  await maintainUntil(async () => (await newest()).length > 0)
  await client.post('/api/campaign/add', { name: 'After' })
  const events = await newest()
  t.ok(events.length > 3)
  t.match(events[0], { type: 'campaign.created', data: { name: 'After' } })
})

t.test('the events of an account go with it', async (t) => {
  await sql`delete from accounts where id = ${client.id}`.execute(db)
  t.strictSame(await db.selectFrom('events').select('id').where('account_id', '=', client.id).execute(), [])
})

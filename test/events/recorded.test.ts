import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { selectEvents } from '../../db/queries/event-list.ts'
import { eventRecord } from '../../src/events/event-record.ts'
import { EXAMPLE_BODIES } from '../../src/openapi/example-bodies.ts'
import { auditChanges, findUnrecorded } from '../support/audit.ts'
import { documentOf } from '../support/document.ts'
import { addressOf, choicesOf, exampleOf, idParams, nounOf, operationsOf } from '../support/operations.ts'
import { type Client, startService } from '../support/service.ts'

t.setTimeout(120_000)
const service = await startService(t)
const { db, config, jobs } = service.services
const client = await service.newClient()
const document = documentOf(service.app)
await auditChanges(db)

/** The events of a client since the last call, as the API shows them. */
let last = 0
async function newEvents({ id }: Client) {
  const rows = await selectEvents(db)
    .where('account_id', '=', id)
    .where('events.id', '>', last)
    .orderBy('events.id')
    .execute()
  last = rows.at(-1)?.id ?? last
  return rows.map((row) => eventRecord(config, row))
}

async function expectRecorded(t: Test, what: string) {
  t.strictSame(await findUnrecorded(db), [], `${what} is recorded`)
}

t.test('every write operation of the document records what it changes', async (t) => {
  const writes = operationsOf(document).filter(({ isApi, isWrite }) => isApi && isWrite)
  const isDelete = ({ method }: { method: string }) => method === 'DELETE'
  const isUnassign = ({ id }: { id: string }) => id.startsWith('unassign')
  const made: Record<string, number> = {}
  const kept = new Set(['deleteAccount', 'rotateKey'])
  // There is no file, no job and no answer of a visitor yet.
  const refused = new Set(['importFile', 'retryJob', 'deleteBioAnswer'])
  // Deletions come last; those of things that other operations refer to are followed by their jobs.
  for (const operation of [
    ...writes.filter((one) => !isDelete(one)),
    ...writes.filter(isUnassign),
    ...writes.filter((one) => isDelete(one) && !isUnassign(one)),
  ]) {
    if (kept.has(operation.id)) continue
    for (const choice of choicesOf(operation)) {
      const ids = idParams(operation).map(({ name }) => [name, made[nounOf(operation, name, choice['type'])] ?? 1])
      const body = operation.body && {
        ...(exampleOf(document, operation.body) as object),
        ...EXAMPLE_BODIES[operation.id],
      }
      if (operation.id === 'updateLinks')
        Object.assign(body ?? {}, { items: [{ id: made['url'], title: 'Autumn sale' }] })
      const path = addressOf(operation, { ...Object.fromEntries(ids), ...choice })
      const reply = await service.send(operation.method, path, { key: client.apikey, body })
      if (reply.status >= 300 && !refused.has(operation.id)) t.fail(`${operation.id}: ${reply.text}`)
      if (reply.status < 300 && operation.template.endsWith('/add'))
        made[operation.template.split('/')[2] ?? ''] = reply.body.id
      await jobs.idle()
      await expectRecorded(t, operation.id)
    }
  }
  const types = new Set((await newEvents(client)).map(({ type }) => type))
  for (const kind of ['link', 'qr', 'bio', 'campaign', 'domain'])
    for (const what of ['created', 'updated', 'deleted'])
      t.ok(types.has(`${kind}.${what}` as never), `${kind}.${what} occurred`)
})

t.test('an import records what it creates and replaces, with its key as the actor', async (t) => {
  const csv = 'URL,alias\nhttps://example.com/a,first\nhttps://example.com/b,second\n'
  const send = async (text: string, query = '') => {
    const reply = await client.post(`/api/import${query}`, undefined, {
      raw: text,
      headers: { 'content-type': 'text/csv' },
    })
    t.equal(reply.status, 200, reply.text)
    await jobs.idle()
    await expectRecorded(t, 'the import')
  }
  await send(csv)
  const made = await newEvents(client)
  t.strictSame(
    made.map(({ type }) => type),
    ['link.created', 'link.created'],
  )
  t.match(made[0], { actor: { type: 'key', keyid: Number }, data: { longurl: 'https://example.com/a' } })
  await send(csv.replace('/a,', '/c,'), '?conflicts=replace')
  t.match(await newEvents(client), [
    { type: 'link.updated', data: { longurl: 'https://example.com/c', changed: ['url'] } },
  ])
  await send(csv.replace('first', 'third'), '?dryrun=true')
  t.strictSame(await newEvents(client), [])
})

t.test('an event of an update lists the changed fields; an update without changes records none', async (t) => {
  const { body } = await client.post('/api/url/add', {
    url: 'https://example.com/1',
    custom: 'shown',
    externalid: 'e1',
  })
  const pixel = (await client.post('/api/pixel/add', { type: 'vendor01pixel', name: 'P', tag: '1' })).body.id
  const channel = (await client.post('/api/channel/add', { name: 'C' })).body.id
  const campaign = (await client.post('/api/campaign/add', { name: 'S' })).body.id
  const [created] = await newEvents(client)
  const { shorturl } = body
  const data = {
    id: body.id,
    externalid: 'e1',
    shorturl,
    longurl: 'https://example.com/1',
    title: null,
    campaign: null,
  }
  t.match(created, { type: 'link.created', data })
  t.strictSame(created?.data, data)
  const path = `/api/url/${body.id}/update`
  const change = {
    url: 'https://example.com/2',
    custom: 'moved',
    pixels: [pixel],
    channel,
    campaign,
    password: 'secret word',
  }
  await client.put(path, { ...change, type: 'frame', aliases: ['also'] })
  const [updated, ...more] = await newEvents(client)
  t.strictSame(more, [])
  t.strictSame(updated?.data, {
    ...{ ...data, shorturl: shorturl.replace('shown', 'moved'), longurl: 'https://example.com/2', campaign },
    changed: ['url', 'type', 'campaign', 'password', 'custom', 'aliases', 'pixels', 'channel'],
  })
  t.notMatch(JSON.stringify(updated), /secret|argon/)
  const { password: _, ...same } = change
  await client.put(path, { ...same, type: 'frame', aliases: ['also'] })
  await client.post('/api/url/bulk/update', { items: [{ id: body.id, url: change.url }] })
  await client.post(`/api/campaign/${campaign}/assign/${body.id}`)
  await client.post(`/api/channel/${channel}/assign/links/${body.id}`)
  await client.put(`/api/campaign/${campaign}/update`, { name: 'S' })
  t.strictSame(await newEvents(client), [], 'the same values again')

  await client.delete(`/api/campaign/${campaign}/delete`)
  await client.delete(`/api/channel/${channel}/delete`)
  await client.delete(`/api/pixel/${pixel}/delete`)
  await jobs.idle()
  const gone = await newEvents(client)
  t.strictSame(
    gone.map(({ type, data }) => [type, (data as { changed?: string[] }).changed]),
    [['campaign.deleted', undefined], ...['campaign', 'channel', 'pixels'].map((field) => ['link.updated', [field]])],
  )
  await client.delete(`/api/url/${body.id}/delete`)
  t.match(await newEvents(client), [{ type: 'link.deleted', data: { id: body.id, longurl: change.url } }])
})

t.test('links and pages record that their domain was deleted and added again', async (t) => {
  const add = () => client.post('/api/domain/add', { domain: 'https://events.example.com' })
  const { id } = (await add()).body
  const link = await client.post('/api/url/add', { url: 'https://example.com/', domain: 'events.example.com' })
  const bio = await client.post('/api/bio/add', { name: 'Page', domain: 'https://events.example.com' })
  t.equal(bio.status, 200, bio.text)
  await newEvents(client)
  await client.put(`/api/domain/${id}/update`, { redirectroot: 'https://example.com/root' })
  t.match(await newEvents(client), [{ type: 'domain.updated', data: { id, changed: ['redirectroot'] } }])
  await client.delete(`/api/domain/${id}/delete`)
  await jobs.idle()
  const domain = 'https://events.example.com'
  const both = [
    { type: 'link.updated', data: { id: link.body.id, changed: ['domain'] } },
    { type: 'bio.updated', data: { id: bio.body.id, changed: ['domain'] } },
  ]
  t.match(await newEvents(client), [{ type: 'domain.deleted', data: { id, domain } }, ...both])
  await add()
  t.match(await newEvents(client), [{ type: 'domain.created', data: { domain } }, ...both])
  await expectRecorded(t, 'all of it')
})

t.test('links that a request rolls back record no event', async (t) => {
  await client.post('/api/url/add', { url: 'https://example.com/', custom: 'used-alias' })
  await newEvents(client)
  const refused = await client.post('/api/url/add', {
    url: 'https://example.com/',
    custom: 'free-alias',
    aliases: ['used-alias'],
  })
  t.equal(refused.status, 409)
  const half = await client.post('/api/url/bulk', {
    items: [
      { url: 'https://example.com/', custom: 'x1' },
      { url: 'https://example.com/', aliases: ['used-alias'] },
    ],
    atomic: false,
  })
  t.equal(half.status, 200, half.text)
  await client.post('/api/url/bulk', { items: [{ url: 'https://example.com/', custom: 'x2' }], dryRun: true })
  const events = await newEvents(client)
  t.match(events, [{ type: 'link.created', data: { shorturl: /x1$/ } }])
  t.equal(events.length, 1)
  await expectRecorded(t, 'the rest')
})

t.test('this file finds a change that is not recorded', async (t) => {
  const { id } = (await client.post('/api/url/add', { url: 'https://example.com/' })).body
  await sql`update links set metatitle = 'forgotten' where id = ${id}`.execute(db)
  t.strictSame(await findUnrecorded(db), [`no event: link.updated ${id}`])
})

t.test('only these files write to the tables that have events', async (t) => {
  // What their functions write besides events: refused insertions that the same transaction deletes, counters, times,
  // external ids that a change of the same transaction sets, and all of a deleted account, whose events go with it.
  const known = [
    'account-deletion',
    'bio-answers',
    'bios',
    'campaigns',
    'domains',
    'link-changes',
    'link-renames',
    'links',
    'new-links',
    'qr',
    'visit-subjects',
  ]
  // They write to a table that is a parameter: `recorded-changes` and the others for campaigns and domains with events.
  const generic = [
    'account-deletion',
    'deletions',
    'demo',
    'import-days',
    'import-resources',
    'recorded-changes',
    'visit-backfill',
    'visit-maintenance',
  ]
  const table = '(links|qr_codes|bios|campaigns|domains)'
  const writes = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('${table}'|(insert into|update|delete from)\\s+${table}\\b|createOwned\\(db, by.id, '${table}'`,
  )
  const files = globSync('db/**/*.ts', { exclude: ['db/migrations/**'] })
  const filesWith = (pattern: RegExp) =>
    files
      .filter((file) => pattern.test(readFileSync(file, 'utf8')))
      .map((file) => basename(file, '.ts'))
      .toSorted()
  t.strictSame(filesWith(writes), known)
  t.strictSame(filesWith(/(insert into|update|delete from) \$\{sql\.table\(/), generic)
})

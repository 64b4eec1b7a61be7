import { join } from 'node:path'
import { sql } from 'kysely'
import t from 'tap'
import { runMaintenance } from '../../src/jobs/maintenance.ts'
import { documentOf } from '../support/document.ts'
import { exampleOf, operationsOf } from '../support/operations.ts'
import { type Client, type Reply, startService } from '../support/service.ts'

const service = await startService(t)
const { db, store } = service.services
const client = await service.newClient()
const other = await service.newClient()
let keys = 0
const newKey = () => `key-${++keys}`
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const pixel = { type: 'vendor01pixel', name: 'Shop', tag: '123' }
const pixels = async (of: Client) => (await of.get('/api/pixels')).body.data.result as number
const replayed = ({ headers }: Reply) => headers['idempotent-replayed']
const storedKeys = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from idempotency_keys`.execute(db)
  return rows[0]?.count
}

t.test('a repeated request gets the stored reply and creates nothing', async (t) => {
  const before = await pixels(client)
  const key = newKey()
  const first = await client.post('/api/pixel/add', pixel, withKey(key))
  t.match(first, { status: 200, body: { error: 0, id: Number } })
  t.equal(replayed(first), undefined)
  for (const value of [key, `"${key}"`]) {
    const second = await client.post('/api/pixel/add', pixel, withKey(value))
    t.equal(second.status, 200)
    t.equal(second.text, first.text)
    t.equal(second.headers['content-type'], first.headers['content-type'])
    t.equal(replayed(second), 'true')
    t.ok(second.headers['x-ratelimit-remaining'], 'it counts as a request')
  }
  const reordered = { tag: pixel.tag, name: pixel.name, type: pixel.type }
  t.equal(
    replayed(await client.post('/api/pixel/add', reordered, withKey(key))),
    'true',
    'the order of members is free',
  )
  t.equal(await pixels(client), before + 1)
})

t.test('without the header nothing is stored, and reads ignore it', async (t) => {
  const before = await storedKeys()
  t.equal((await client.post('/api/pixel/add', pixel)).status, 200)
  const key = newKey()
  for (let i = 0; i < 2; i++) {
    t.equal(replayed(await client.get('/api/pixels', withKey(key))), undefined)
    t.equal(replayed(await client.post('/api/account', undefined, withKey(key))), undefined)
    t.equal((await client.get('/api/pixels', withKey('not valid'))).status, 200)
  }
  t.equal(await storedKeys(), before)
})

t.test('another body, path, query or method with the key is 422', async (t) => {
  const key = newKey()
  const { id } = (await client.post('/api/pixel/add', pixel, withKey(key))).body
  const reused = { status: 422, body: { error: 1, code: 'idempotency_key_reused' } }
  t.match(await client.post('/api/pixel/add', { ...pixel, name: 'Other' }, withKey(key)), reused)
  t.match(await client.post('/api/pixel/add?a=1', pixel, withKey(key)), reused)
  t.match(await client.post('/api/channel/add', pixel, withKey(key)), reused)
  t.match(await client.put(`/api/pixel/${id}/update`, pixel, withKey(key)), reused)
  t.match(await client.delete(`/api/pixel/${id}/delete`, withKey(key)), reused)
  t.equal(
    (await other.post('/api/pixel/add', { ...pixel, name: 'Other' }, withKey(key))).status,
    200,
    'keys are per account',
  )
})

t.test('keys of one account share their idempotency keys, each within its own scope', async (t) => {
  const key = newKey()
  const first = await client.post('/api/pixel/add', pixel, withKey(key))
  const { apikey: write } = (await client.post('/api/key/add', { scope: 'write' })).body
  const { apikey: read } = (await client.post('/api/key/add', { scope: 'read' })).body
  const again = await client.post('/api/pixel/add', pixel, { ...withKey(key), key: write })
  t.match([again.text, replayed(again)], [first.text, 'true'])
  const refused = await client.post('/api/pixel/add', pixel, { ...withKey(key), key: read })
  t.match(refused, { status: 403, body: { code: 'read_only_key' } })
})

t.test('a header of another form is 400 and named with the other faults', async (t) => {
  const before = await pixels(client)
  const fault = { path: 'header/Idempotency-Key', message: /1 to 255 visible ASCII characters.* bare or .*quoted/ }
  const wrong = [
    '',
    'two words',
    '"',
    '""',
    '"open',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
    '"a";b=1',
    '"a\\b"',
    'a, b',
    'é',
    '"a b"',
  ]
  for (const value of wrong)
    t.match(
      await client.post('/api/pixel/add', pixel, withKey(value)),
      { status: 400, body: { code: 'invalid_request', errors: [fault] } },
      value,
    )
  const all = await client.put('/api/pixel/0/update', { name: 5 }, withKey('two words'))
  t.same(
    all.body.errors.map(({ path }: { path: string }) => path),
    ['header/Idempotency-Key', 'path/id', '/name', '/tag'],
  )
  t.equal(await pixels(client), before)
  for (const value of ['x', 'x'.repeat(255), `"${'y'.repeat(255)}"`, '!#$%&()*+,/:;<=>?@[]^_`{|}~\\', '"a\\"b\\\\c"'])
    t.equal((await client.post('/api/pixel/add', pixel, withKey(value))).status, 200, value)
  t.equal(
    replayed(await client.post('/api/pixel/add', pixel, withKey('a"b\\c'))),
    'true',
    'quotes are no part of the key',
  )
})

t.test('failures of the handler are stored; failures of earlier hooks leave the key unused', async (t) => {
  const missing = newKey()
  const path = '/api/pixel/9007199254740991/delete'
  t.match(await client.delete(path, withKey(missing)), { status: 404, headers: { 'idempotent-replayed': undefined } })
  t.match(await client.delete(path, withKey(missing)), { status: 404, headers: { 'idempotent-replayed': 'true' } })
  const key = newKey()
  const invalid = await client.post('/api/pixel/add', { name: 'x' }, withKey(key))
  const again = await client.post('/api/pixel/add', { name: 'x' }, withKey(key))
  t.match([again.status, again.text, replayed(again)], [400, invalid.text, 'true'])

  const free = newKey()
  t.equal((await client.post('/api/pixel/add', pixel, { ...withKey(free), key: 'wm_none' })).status, 401)
  t.equal((await client.post('/api/pixel/none', pixel, withKey(free))).status, 404)
  t.equal((await client.post('/api/pixel/add', undefined, { ...withKey(free), raw: '{' })).status, 400)
  const made = await client.post('/api/pixel/add', pixel, withKey(free))
  t.match([made.status, replayed(made)], [200, undefined])
})

t.test('a failure of more than 4 KiB is not stored', async (t) => {
  const key = newKey()
  const body = {
    url: 'https://example.com/',
    geotarget: Array.from({ length: 90 }, () => ({ location: 'nowhere', link: 'x' })),
  }
  for (let i = 0; i < 2; i++) {
    const reply = await client.post('/api/url/add', body, withKey(key))
    t.equal(reply.status, 400)
    t.ok(reply.text.length > 4096)
    t.equal(replayed(reply), undefined)
  }
})

t.test('a failure of the service is not stored: the next attempt runs the request', async (t) => {
  const key = newKey()
  await sql`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception using errcode = '53400'; end $$`.execute(db)
  await sql`create trigger refuse before insert on pixels for each row execute function refuse()`.execute(db)
  t.match(await client.post('/api/pixel/add', pixel, withKey(key)), { status: 503, body: { code: 'busy' } })
  await sql`drop trigger refuse on pixels`.execute(db)
  const made = await client.post('/api/pixel/add', pixel, withKey(key))
  t.match([made.status, replayed(made)], [200, undefined])
})

t.test('an API key is not stored: the replay has its id alone', async (t) => {
  const [add, rotate] = [newKey(), newKey()]
  const made = await client.post('/api/key/add', { name: 'CI' }, withKey(add))
  const rotated = await client.post(`/api/key/${made.body.id}/rotate`, { overlap: 60 }, withKey(rotate))
  t.match([made.body.apikey, rotated.body.apikey], [/^wm_/, /^wm_/])
  const again = await client.post('/api/key/add', { name: 'CI' }, withKey(add))
  t.strictSame([again.status, again.body, replayed(again)], [200, { error: 0, id: made.body.id }, 'true'])
  const rotatedAgain = await client.post(`/api/key/${made.body.id}/rotate`, { overlap: 60 }, withKey(rotate))
  t.strictSame([rotatedAgain.status, rotatedAgain.body], [200, { error: 0, id: rotated.body.id }])
  const { rows } = await sql<{ body: string }>`select body from idempotency_keys where body like '%wm\\_%'`.execute(db)
  t.same(rows, [])
})

t.test('of two concurrent requests with one key, one runs and the other gets 409', async (t) => {
  for (let round = 0; round < 20; round++) {
    const key = newKey()
    const before = await pixels(client)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => client.post('/api/pixel/add', pixel, withKey(key))),
    )
    t.equal(await pixels(client), before + 1)
    t.equal(replies.filter((reply) => reply.status === 200 && !replayed(reply)).length, 1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      t.match(reply, { status: 409, headers: { 'retry-after': '1' }, body: { code: 'idempotency_in_progress' } })
  }
})

const fingerprint = (method: string, url: string, body: object) =>
  service.services.signer.digest([method, url, JSON.stringify(Object.fromEntries(Object.entries(body).sort()))])

/** A request that a process began so many seconds ago and never answered. */
const abandoned = async (key: string, seconds: number) => {
  await db
    .insertInto('idempotency_keys')
    .values({
      account_id: client.id,
      key,
      fingerprint: fingerprint('POST', '/api/pixel/add', pixel),
      started_at: new Date(Date.now() - seconds * 1000),
    })
    .execute()
}

t.test('after a crash the request is in progress for two minutes, then runs again', async (t) => {
  const key = newKey()
  await abandoned(key, 100)
  const early = await client.post('/api/pixel/add', pixel, withKey(key))
  t.match(early, { status: 409, body: { code: 'idempotency_in_progress' } })
  t.ok(Number(early.headers['retry-after']) <= 20, 'the wait ends when the key is free')
  const late = newKey()
  await abandoned(late, 121)
  t.equal((await client.post('/api/pixel/add', { ...pixel, name: 'Other' }, withKey(late))).status, 422)
  const made = await client.post('/api/pixel/add', pixel, withKey(late))
  t.match([made.status, replayed(made)], [200, undefined])
  t.equal(replayed(await client.post('/api/pixel/add', pixel, withKey(late))), 'true')
})

t.test('an answer is stored for 24 hours, and deleted after that', async (t) => {
  const key = newKey()
  const { id } = (await client.post('/api/pixel/add', pixel, withKey(key))).body
  const age = (hours: number) =>
    db
      .updateTable('idempotency_keys')
      .set({ started_at: new Date(Date.now() - hours * 3_600_000) })
      .where('account_id', '=', client.id)
      .where('key', '=', key)
      .execute()
  await age(23.9)
  t.equal((await client.post('/api/pixel/add', pixel, withKey(key))).body.id, id)
  await age(24.1)
  const fresh = await client.post('/api/pixel/add', { ...pixel, name: 'Other' }, withKey(key))
  t.match([fresh.status, replayed(fresh)], [200, undefined], 'the key is free, also for another request')
  t.not(fresh.body.id, id)

  await sql`
    insert into idempotency_keys (account_id, key, fingerprint, started_at)
    select ${other.id}, 'old-' || i, repeat('0', 64), now() - interval '25 hours' from generate_series(1, 2500) i`.execute(
    db,
  )
  const left = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from idempotency_keys where started_at < now() - interval '24 hours'`.execute(db)
    return rows[0]?.count
  }
  t.equal(await left(), 2500)
  const maintenance = runMaintenance(store, service.services.config)
  while ((await left()) !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await maintenance.close()
  t.equal((await client.post('/api/pixel/add', { ...pixel, name: 'Other' }, withKey(key))).body.id, fresh.body.id)
})

t.test('an account may send a bounded number of keys a day', async (t) => {
  const busy = await service.newClient()
  for (let i = 0; i < 50_000; i++) await service.services.counters.increment(`idempotency:${busy.id}`, 86_400_000)
  const refused = await busy.post('/api/pixel/add', pixel, withKey(newKey()))
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.ok(Number(refused.headers['retry-after']) > 80_000)
  t.equal((await busy.post('/api/pixel/add', pixel)).status, 200, 'without the header it goes on')
})

t.test('the bytes of stored replies are bounded, and stored ones are replayed still', async (t) => {
  const { counters } = service.services
  const busy = await service.newClient()
  const bytes = () => counters.read(`idempotency-bytes:${busy.id}`).then(({ count }) => count)
  const items = Array.from({ length: 50 }, () => ({ url: 'https://example.com/many' }))
  const [first, second] = [newKey(), newKey()]
  const { text } = await busy.post('/api/url/bulk', { items }, withKey(first))
  t.equal(await bytes(), Buffer.byteLength(text))
  await busy.put('/api/account/update', { email: `${busy.username}@example.org` }, withKey(newKey()))
  t.ok((await bytes()) > Buffer.byteLength(text))
  await counters.increment(`idempotency-bytes:${busy.id}`, 86_400_000, 256 * 1024 * 1024)
  const stored = await storedKeys()
  t.match(await busy.post('/api/url/bulk', { items }, withKey(second)), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
    body: { message: /256 MiB/ },
  })
  t.equal(await storedKeys(), stored, 'the key is free')
  t.match(await busy.post('/api/url/bulk', { items }, withKey(first)), { status: 200, text })
  t.equal((await busy.post('/api/url/bulk', { items })).status, 200, 'without a key')
  t.equal((await client.post('/api/pixel/add', pixel, withKey(newKey()))).status, 200, 'other accounts')
})

t.test('the request that used the remaining capacity of the plan is replayed', async (t) => {
  const folder = t.testdir({ 'plans.json': JSON.stringify({ limits: { free: {}, pro: { qrcodes: 1 } } }) })
  const limited = await startService(t, { PLANS_FILE: join(folder, 'plans.json') })
  const owner = await limited.newClient()
  const qr = { type: 'text', data: 'hello' }
  const key = newKey()
  const made = await owner.post('/api/qr/add', qr, withKey(key))
  t.equal(made.status, 200)
  const again = await owner.post('/api/qr/add', qr, withKey(key))
  t.match([again.status, again.text, replayed(again)], [200, made.text, 'true'])
  const refused = { status: 403, body: { code: 'plan_limit' } }
  t.match(await owner.post('/api/qr/add', qr, withKey(newKey())), refused)
  t.match(await owner.post('/api/qr/add', qr, withKey('not valid')), refused)
  t.match(await owner.post('/api/qr/add', qr), refused)
})

t.test('every write operation accepts the header and replays its reply', async (t) => {
  const document = documentOf(service.app)
  const account = await service.newClient()
  for (const operation of operationsOf(document).filter(({ isApi }) => isApi)) {
    const given = document.paths[operation.template]?.[operation.method.toLowerCase()]
    const refs = (given?.parameters ?? []).map(({ $ref }) => $ref)
    t.equal(refs.includes('#/components/parameters/Idempotency-Key'), operation.isWrite, operation.id)
    if (!operation.isWrite || operation.template.startsWith('/api/domain')) continue
    const path = operation.template.replaceAll('{type}', 'links').replaceAll(/\{\w+\}/g, '9007199254740991')
    const sent = {
      key: account.apikey,
      ...(operation.body ? { body: exampleOf(document, operation.body) } : {}),
      ...withKey(operation.id),
    }
    const first = await service.send(operation.method, path, sent)
    const second = await service.send(operation.method, path, sent)
    t.equal(second.status, first.status, operation.id)
    t.match([replayed(first), replayed(second)], [undefined, 'true'], `${operation.id} ${first.text}`)
    if ((first.body.apikey ?? first.body.secret) === undefined) t.equal(second.text, first.text, operation.id)
  }
})

t.test('scripts of other origins may send the header and read the mark', async (t) => {
  const preflight = await service.send('OPTIONS', '/api/pixel/add', {
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key',
    },
  })
  t.match(preflight.headers['access-control-allow-headers'], /Idempotency-Key/)
  const reply = await client.get('/api/pixels', { headers: { origin: 'https://example.com' } })
  t.match(reply.headers['access-control-expose-headers'], /Idempotent-Replayed/)
  t.match(reply.headers['access-control-expose-headers'], /Content-Disposition/)
})

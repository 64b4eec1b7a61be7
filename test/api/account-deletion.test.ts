import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { listDueWebhooks } from '../../db/queries/webhook-turns.ts'
import { changeAccount, issueKey, issueLoginKey } from '../../src/accounts/accounts.ts'
import { issueWebhook } from '../../src/deliveries/webhooks.ts'
import { fillAccount } from '../support/account-contents.ts'
import { type Client, startService } from '../support/service.ts'

// What a deleted account sees, and visitors of what it had; test/db/account-deletion.test.ts searches the database.

const service = await startService(t, { DOMAIN_CHECK: 'off' })
const { send, services } = service
const { db } = services.store

const PASSWORD = 'correct horse battery'
const deleted = { status: 200, body: { error: 0, message: 'Account has been deleted successfully.', job: Number } }
const remove = (client: Client, password: unknown = PASSWORD) => client.delete('/api/account', { body: { password } })

/** Holds new jobs back until it is called. */
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

t.test('only a key with the scope admin and the password delete an account', async (t) => {
  const client = await service.newClient()
  for (const [scope, code] of [
    ['read', 'read_only_key'],
    ['write', 'admin_key_required'],
  ]) {
    const { apikey: key } = (await client.post('/api/key/add', { scope })).body
    const refused = { status: 403, body: { code } }
    t.match(await send('DELETE', '/api/account', { key, body: { password: PASSWORD } }), refused)
  }
  t.match(await remove(client, 'another one'), {
    status: 403,
    body: { code: 'password_wrong', message: '`password` is not the password of the account.' },
  })
  for (const password of [null, '', 5, 'x'.repeat(65)])
    t.match(await remove(client, password), { status: 400, body: { errors: [{ path: '/password' }] } })
  t.match(await client.delete('/api/account'), { status: 400 })
  t.equal((await client.get('/api/account')).status, 200)

  const ip = '203.0.113.77'
  const guess = (password: string) => client.delete('/api/account', { body: { password }, ip })
  const attempts = await Promise.all(Array.from({ length: 12 }, () => guess('a wrong one')))
  const last = await client.put(
    '/api/account/update',
    { email: 'x@example.com', currentpassword: 'a wrong one' },
    { ip },
  )
  t.ok([...attempts, last].every(({ status }) => status === 403 || status === 429))
  t.equal((await client.get('/api/account')).status, 200)
  t.match(await remove(client), deleted)
})

t.test('requests and instances that do not know of the deletion yet add nothing', async (t) => {
  const client = await service.newClient()
  await client.post('/api/url/add', { url: 'https://example.com' })
  const release = await holdJobs(t)
  t.match(await remove(client), deleted)
  const gone = { code: 'key_unknown', status: 401 }
  await t.rejects(issueKey(db, client.id, {}), gone)
  await t.rejects(issueWebhook(db, services.webhookSeal, client.id, { url: 'https://example.com' }), gone)
  await t.rejects(changeAccount(db, client.id, { email: 'late@example.com' }), gone)
  t.equal(await issueLoginKey(db, client.id), undefined)
  // By an older release.
  await sql`
    insert into webhooks (account_id, url, secret, transaction) values (${client.id}::bigint, '', '', '0')`.execute(db)
  const due = await listDueWebhooks(db, services.config.baseUrl, 'all')
  t.strictSame(due, [], 'nothing is sent')
  await release()
  t.strictSame(await db.selectFrom('webhooks').select('id').where('account_id', '=', client.id).execute(), [])
})

t.test('a file whose import is removed while it is read is refused', async (t) => {
  const client = await service.newClient()
  await sql`create function lose() returns trigger language plpgsql as 'begin return null; end'`.execute(db)
  await sql`
    create trigger lost before update on jobs for each row when (old.kind = 'import_reading') execute function lose()`.execute(
    db,
  )
  t.teardown(() => sql`drop function lose cascade`.execute(db))
  const csv = { raw: 'URL\nhttps://example.com\n', headers: { 'content-type': 'text/csv' } }
  t.match(await client.post('/api/import', undefined, csv), { status: 401, body: { code: 'key_unknown' } })
})

t.test('from the reply on nothing of the account works or is shown', async (t) => {
  const client = await service.newClient()
  const host = 'deletion.example.org'
  const made = await fillAccount(client, host)
  const other = await service.newClient()
  const plain = `/plain-${client.id}`
  const at = (path: string) => send('GET', path, { headers: { host }, isElsewhere: true })
  await client.put(`/api/bio/${made.bio}/update`, { published: true })
  await client.put(`/api/url/${made.plain}/update`, { campaign: made.campaign, publicstats: true, pathforward: true })
  const { code } = (await client.get(`/api/qr/${made.qr}`)).body.details.code
    ? (await client.get(`/api/qr/${made.qr}`)).body.details
    : { code: (await client.get('/api/qr')).body.data.qrs.at(-1).link.split('/').at(-1) }
  const { items } = (await client.get(`/api/channel/${made.channels[0]}`)).body.data
  const preview = new URL(items[0].preview).pathname + new URL(items[0].preview).search
  const pages: [path: string, status: number][] = [
    [plain, 302],
    [`${plain}/below`, 302],
    [`${plain}+`, 200],
    [`/ada-${client.id}`, 200],
    [`/r/summer-${client.id}`, 302],
    [`/u/${client.username}/${made.campaign}`, 200],
    [`/qr/${code}`, 200],
    [`/q/${code}`, 302],
    [preview, 200],
  ]
  for (const [path, status] of pages) t.equal((await send('GET', path, { isElsewhere: true })).status, status, path)
  t.equal((await at('/every-field')).status, 200, 'the form of its password')
  t.equal((await at('/')).headers['location'], 'https://example.com/root')
  t.equal((await send('GET', `/internal/tls-ask?domain=${host}`)).status, 200)

  const release = await holdJobs(t)
  t.match(await remove(client), deleted)
  const keys = await db.selectFrom('api_keys').select('revoked_at').where('account_id', '=', client.id).execute()
  t.ok(keys.length > 0 && keys.every((one) => one.revoked_at !== null), 'older releases refuse them too')
  const isGone = async () => {
    t.match(await client.get('/api/account'), { status: 401, body: { code: 'key_unknown' } })
    t.match(await remove(client), { status: 401 })
    for (const [path] of pages) t.equal((await send('GET', path, { isElsewhere: true })).status, 404, path)
    t.not((await at('/every-field')).status, 200)
    t.not((await at('/')).headers['location'], 'https://example.com/root')
    t.equal((await send('GET', `/internal/tls-ask?domain=${host}`)).status, 404)
    const login = { username: client.username, password: PASSWORD }
    t.match(await send('POST', '/login', { body: login }), { status: 401 })
    t.match(await other.post('/api/domain/add', { domain: `https://${host}` }), { status: 409 })
  }
  await isGone()
  t.equal((await send('GET', `/api/campaigns`, { key: other.apikey })).status, 200, 'another account goes on')

  const again = { email: `${client.username}@example.com`, username: client.username, password: PASSWORD }
  const registered = await send('POST', '/register', { body: again })
  t.equal(registered.status, 200, 'e-mail and user name are free at once')
  const key = registered.body.apikey
  t.equal(
    (await send('POST', '/api/url/add', { key, body: { url: 'https://e.example', custom: plain.slice(1) } })).status,
    409,
  )
  t.match(await send('DELETE', '/api/account', { key, body: { password: PASSWORD } }), deleted)

  await release()
  await isGone()
  t.strictSame(await db.selectFrom('accounts').select('id').where('deleted_at', 'is not', null).execute(), [])
  t.equal((await other.post('/api/url/add', { url: 'https://e.example', custom: plain.slice(1) })).status, 200)
  const { rows } = await sql`
    select kind, args, error, finished_at is not null as done from jobs where kind = 'delete_account' order by id`.execute(
    db,
  )
  t.strictSame(rows, Array(4).fill({ kind: 'delete_account', args: {}, error: null, done: true }))
})

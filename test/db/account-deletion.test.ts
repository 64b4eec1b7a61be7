import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import t from 'tap'
import { deleteAccountStep } from '../../db/queries/account-deletion.ts'
import { deleteAccount, isJobFinished } from '../../db/queries/deleted-accounts.ts'
import { runJobStep } from '../../db/queries/jobs.ts'
import { forgetDeleted } from '../../src/visits/visit-jobs.ts'
import { fillAccount } from '../support/account-contents.ts'
import { commandLine } from '../support/command-line.ts'
import { fetchFromReceivers, startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

// Deletes an account that has something in every table, and searches all tables for what is left of it. A table that is
// added fails here until `fill` makes a row of it, or `unowned` says why an account has none.

const receiver = await startReceiver(t, (_received, reply) => void reply.writeHead(500).end())
const service = await startService(t, { DOMAIN_CHECK: 'off' }, { safeFetch: fetchFromReceivers })
const { services } = service
const { db } = services.store

const steps = { delete_account: deleteAccountStep }

const MARK = 'zqmark'
// Every id of something of the account begins with this.
const ID = '98765432'

/** Tables without anything of an account. */
const unowned = [
  ...['expiry_mark', 'kysely_migration', 'kysely_migration_lock', 'secrets', 'seen_before', 'visit_mark'],
  // Hashes and salts of the day, which lead to no account, and ids of groups of visits.
  ...['salts', 'visitors_seen', 'visitors_seen_before', 'visitors_seen_default', 'visit_groups'],
  // The deletion adds its id, and the addresses of quarantined links.
  ...['deleted_accounts', 'held_aliases'],
  // Notes until the next run of a background task, and the one address of the service.
  ...['link_moments', 'delivery_origin'],
  // How far visits have been sent to ClickHouse, and what is to be deleted there in the next turn.
  ...['visit_sink', 'visit_sink_deletions'],
  // Lists of blocked hosts of the operator.
  'block_lists',
  // Events without a valid signature, of which only ids are kept.
  'unverified_events',
]
/** What stays, without the account: docs/operations.md says why. */
const kept = [
  ...['deleted_accounts.id', 'held_aliases.key', 'held_aliases.alias'],
  ...['provider_payments.ref', 'provider_payments.payment', 'provider_refunds.ref', 'provider_refunds.payment_ref'],
  ...['reserved_hosts.host', 'webhook_events.event_id'],
]

interface Column {
  table: string
  column: string
}

async function listColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return rows
}

/** The columns in which the mark or an id of the account is, as `table.column`. */
async function search(): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of Map.groupBy(await listColumns(), (one) => one.table)) {
    const text = columns.map(
      ({ column }) => sql`bool_or(${sql.ref(column)}::text ~ ${`${MARK}|${ID}`}) as ${sql.id(column)}`,
    )
    const { rows } = await sql<Record<string, boolean>>`select ${sql.join(text)} from ${sql.table(table)}`.execute(db)
    found.push(...columns.filter(({ column }) => rows[0]?.[column]).map(({ column }) => `${table}.${column}`))
  }
  return found
}

const parentOf = (table: string) => table.replace(/(_\d{4}(_\d\d){1,2}|_default)$/, '')
const tablesOf = (found: readonly string[]) => new Set(found.map((one) => parentOf(one.split('.')[0] ?? '')))

const countRows = async (account: number) => {
  const owned = (await listColumns()).filter(({ column }) => column === 'account_id')
  const counts: Record<string, number> = {}
  for (const { table } of owned) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where account_id = ${account}::bigint`.execute(db)
    counts[table] = rows[0]?.count ?? -1
  }
  return counts
}

/** Makes the ids of everything that is created from now on recognizable. */
async function markIds(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where is_identity = 'YES' and column_name = 'id'
      and table_schema = current_schema() and table_name not in ('jobs', 'webhook_events')`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} alter column id restart with ${sql.raw(`${ID}001`)}`.execute(db)
}

const other = await service.newClient()
await fillAccount(other, 'beside.example.org')
await other.post('/api/webhook/add', { url: `${receiver.url}/other` })
await markIds()
const password = 'correct horse battery'
const registered = await service.send('POST', '/register', {
  body: { email: `${MARK}@example.com`, username: MARK, password },
})
const { id: account, apikey: key } = registered.body as { id: number; apikey: string }
const client = {
  id: account,
  username: MARK,
  apikey: key,
  get: (path: string) => service.send('GET', path, { key }),
  post: (path: string, body?: unknown, sent = {}) => service.send('POST', path, { key, body, ...sent }),
  put: (path: string, body: unknown) => service.send('PUT', path, { key, body }),
  delete: (path: string) => service.send('DELETE', path, { key }),
}

async function fill(): Promise<void> {
  // They would move rows from one table to another meanwhile.
  await Promise.all([services.maintenance.close(), services.visitJobs.close()])
  await client.post('/api/webhook/add', { url: `${receiver.url}/${MARK}`, description: MARK })
  const gone = await client.post('/api/webhook/add', { url: `${receiver.url}/${MARK}-gone` })
  const made = await fillAccount(client as never, `${MARK}.example.org`)
  await client.delete(`/api/webhook/${gone.body.id}/delete`)
  const lost = await client.post('/api/domain/add', { domain: `https://lost-${MARK}.example.org` })
  await client.delete(`/api/domain/${lost.body.id}/delete`)
  await client.post('/api/qrtemplate/add', { name: MARK })
  const code = await client.post('/api/qr/add', { type: 'text', data: MARK })
  await client.delete(`/api/qr/${code.body.id}/delete`)
  const visited = await client.post('/api/url/add', {
    url: `https://example.com/${MARK}`,
    custom: MARK,
    externalid: MARK,
  })
  await service.send('GET', `/${MARK}`, { headers: { 'user-agent': MARK }, isElsewhere: true })
  const csv = {
    raw: `URL,Alias\nhttps://example.com/${MARK},${MARK}-import\nno,${MARK}-no\n`,
    headers: { 'content-type': 'text/csv' },
  }
  await client.post('/api/import', undefined, csv)
  await services.jobs.idle()
  const pixel = { type: 'vendor01pixel', name: MARK, tag: 'ABC-1' }
  await client.post('/api/pixel/add', pixel, { headers: { 'idempotency-key': MARK } })
  await receiver.wait(1, ({ path }) => path === `/${MARK}`)
  await services.deliveries.idle()
  await setPause('1 hour')
  // A deletion that failed keeps its record.
  await client.delete(`/api/campaign/${made.campaign}/delete`)
  await sql`
    update jobs set finished_at = now(), failures = 20, error = ${MARK} where account_id = ${account}::bigint and kind = 'delete_campaign'`.execute(
    db,
  )
  await fillByStatement(visited.body.id)
}

/** Sets how long the webhooks of the account, which have failed, are paused. */
const setPause = (interval: string) =>
  sql`update webhooks set next_try_at = now() + ${interval}::text::interval where account_id = ${account}::bigint`.execute(
    db,
  )

/** What takes time or a payment provider. */
async function fillByStatement(link: number): Promise<void> {
  const id = sql`${account}::bigint`
  await sql`insert into visit_gaps (account_id, until) values (${id}, now())`.execute(db)
  for (const month of ['now()', "now() + interval '1 month'", "now() - interval '2 years'"]) {
    const at = sql.raw(month)
    await sql`
      insert into clicks (at, subject, subject_id, account_id, class, reason, agent, first)
      values (${at}, 'link', ${link}::bigint, ${id}, 'visitor', '', ${MARK}, true)`.execute(db)
    for (const table of ['visit_days', 'visit_quarters'])
      await sql`
        insert into ${sql.table(table)} (account_id, subject, subject_id, start, class, visits, uniques, facets
          ${table === 'visit_days' ? sql`, first_id, last_id` : sql``})
        values (${id}, 'link', ${link}::bigint, ${at}, 'visitor', 1, 1, '{}' ${table === 'visit_days' ? sql`, 1, 1` : sql``})`.execute(
        db,
      )
  }
  await sql`
    insert into visit_counts values ('link', ${link}::bigint, 'day', now(), 'visitor', 1, 1, '{}')`.execute(db)
  await sql`
    insert into visit_subjects values ('link', ${link}::bigint, ${id}, 1, 0) on conflict do nothing`.execute(db)
  await sql`
    insert into visit_deltas values ('link', ${link}::bigint, 9, ${id}, 0, 0, 0)`.execute(db)
  await sql`insert into visit_accounts values (${id}, 0, 0) on conflict do nothing`.execute(db)
  await sql`
    insert into bio_links (account_id, bio_id, key) select account_id, id, ${MARK} from bios where account_id = ${id}`.execute(
    db,
  )
  await sql`
    insert into bio_answers (account_id, bio_id, form, answers, consent)
    select account_id, id, 'form', ${JSON.stringify([{ label: MARK }])}::text::jsonb, ${MARK} from bios where account_id = ${id}`.execute(
    db,
  )
  await sql`insert into bans (account_id, source, reason, until) values (${id}, 'command', ${MARK}, now())`.execute(db)
  await sql`insert into bans (link_id, source) values (${link}::bigint, 'command')`.execute(db)
  await sql`insert into abuse_reports (url, kind, link_id, account_id) values (${MARK}, 'spam', ${link}::bigint, ${id})`.execute(
    db,
  )
  await sql`insert into visit_feeds values (${id}, 0) on conflict do nothing`.execute(db)
  await sql`insert into visit_feed_subjects values (${id}, 'link', ${link}::bigint)`.execute(db)
  await sql`insert into link_words values (${link}::bigint, ${id}, ${MARK}) on conflict do nothing`.execute(db)
  await sql`insert into waiting_words values (${id}, ${link}::bigint) on conflict do nothing`.execute(db)
  await sql`update links set metaimage = ${`https://example.com/${MARK}.png`} where id = ${link}::bigint`.execute(db)
  await sql`
    insert into pictures (account_id, source, key, type, width, height, body)
    values (${id}, ${`https://example.com/${MARK}.png`}, 'AAAAAAAAAAAAAAAA', 'png', 1, 1, '')`.execute(db)
  await sql`insert into provider_customers values ('stripe', ${`cus_${MARK}`}, ${id})`.execute(db)
  await sql`insert into plan_bases values (${id}, null, 'pro', now())`.execute(db)
  await sql`
    insert into plan_grants (account_id, provider, subject, customer) values (${id}, 'stripe', ${`sub_${MARK}`}, ${MARK})`.execute(
    db,
  )
  await sql`
    insert into plan_periods (account_id, provider, subject, reported_at) values (${id}, 'stripe', ${`sub_${MARK}`}, now())`.execute(
    db,
  )
  await sql`
    insert into provider_payments (provider, ref, payment, account_id, subject, customer, amount, currency, paid_at)
    values ('stripe', ${`pi_${MARK}`}, ${`pi_${MARK}`}, ${id}, ${`sub_${MARK}`}, ${`cus_${MARK}`}, 9, 'EUR', now())`.execute(
    db,
  )
  await sql`
    insert into provider_refunds values ('stripe', ${`re_${MARK}`}, ${`pi_${MARK}`}, ${id}, 9, false, now())`.execute(
    db,
  )
  await sql`
    insert into webhook_events (provider, event_id, type, body, body_hash, status, reason, account_id)
    values ('stripe', ${`evt_${MARK}`}, 'charge', ${`{"email":"${MARK}@example.com"}`}, ${'0'.repeat(64)}, 'failed', ${MARK}, ${id})`.execute(
    db,
  )
  // They found no account.
  for (const [event, body] of [
    ['address', { note: `Paid by ${MARK.toUpperCase()}@example.com.` }],
    ['customer', { customer: `cus_${MARK}` }],
  ] as const)
    await sql`
      insert into webhook_events (provider, event_id, type, body, body_hash, status, reason)
      values ('stripe', ${`evt_${event}_${MARK}`}, 'charge', ${JSON.stringify(body)}, ${'0'.repeat(64)}, 'failed', ${MARK})`.execute(
      db,
    )
}

t.test('nothing is left of a deleted account but what is kept without it', async (t) => {
  await fill()
  const before = tablesOf(await search())
  const tables = tablesOf((await listColumns()).map(({ table }) => `${table}.`))
  const missing = [...tables].filter((table) => !before.has(table) && !unowned.includes(table))
  t.strictSame(missing, [], 'the account has something in every table')
  const partitions = (await listColumns()).filter(({ table }) => /^clicks_|^visit_(days|quarters)_/.test(table))
  t.ok(new Set(partitions.map(({ table }) => table)).size > 6)
  const others = await countRows(other.id)
  const sent = receiver.received.length

  const reply = await service.send('DELETE', '/api/account', { key, body: { password } })
  t.match(reply, { status: 200, body: { job: Number } })
  await setPause('0')
  await services.deliveries.idle()
  await services.jobs.idle()
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', reply.body.job).executeTakeFirstOrThrow()
  t.match(job, { args: {}, account_id: null, actor: null, failures: 0, error: null, finished_at: Date })
  // Of campaigns that were deleted before, and have no account any more: the visit jobs do this.
  await forgetDeleted(db, 1000)
  t.strictSame(await search(), kept)
  for (const table of ['deleted_codes', 'reserved_hosts', 'provider_payments', 'provider_refunds', 'webhook_events'])
    t.equal((await countRows(account))[table], 0, table)
  t.match(await db.selectFrom('provider_payments').selectAll().execute(), [
    { amount: 9, currency: 'EUR', paid_at: Date, customer: null, subject: null, forgotten: true },
  ])
  const events = await db.selectFrom('webhook_events').select(['body', 'status', 'reason']).execute()
  t.strictSame(events, Array(3).fill({ body: null, status: 'failed', reason: 'its account was deleted' }))
  const found = readdirSync(tmpdir()).filter((name) => name.startsWith('waymark-upload-'))
  for (const folder of found)
    for (const file of readdirSync(join(tmpdir(), folder)))
      t.notMatch(readFileSync(join(tmpdir(), folder, file), 'utf8'), MARK, file)

  t.strictSame(await countRows(other.id), others, 'another account has all its rows')
  await services.deliveries.idle()
  const since = receiver.received.slice(sent).filter(({ path }) => path.includes(MARK))
  t.strictSame(since, [], 'nothing is sent to its webhooks')
})

t.test('a deletion waits for the index of visits without using the processor', async (t) => {
  await services.jobs.close()
  const { id, username } = await service.newClient()
  await sql`insert into forgotten_visits (subject, subject_id, account_id) values ('link', 7654321, ${id}::bigint)`.execute(
    db,
  )
  const setValid = (isValid: boolean) =>
    sql`update pg_index set indisvalid = ${isValid} where indexrelid = 'clicks_subject'::regclass`.execute(db)
  await setValid(false)
  t.teardown(() => setValid(true))
  const deleted = await commandLine(async () => services.store)(['account', 'delete', String(id), '--yes'])
  t.match(deleted, { code: 0, out: `Account ${id} (${username}) was deleted.\nIts visits wait for an index` })
  t.equal(await runJobStep(db, steps), undefined, 'the next step is due later')
  await setValid(true)
  await sql`update jobs set next_at = now() where finished_at is null`.execute(db)
  while ((await runJobStep(db, steps)) !== undefined) {}
  t.equal(await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst(), undefined)
})

t.test('the statements of a deletion find rows by indexes, in every partition', async (t) => {
  const { id: link } = await db.selectFrom('links').select('id').executeTakeFirstOrThrow()
  await sql`
    insert into clicks (at, subject, subject_id, account_id, class, reason, first)
    values (now(), 'link', ${link}::bigint, ${other.id}::bigint, 'visitor', '', true)`.execute(db)
  const statements = await recordStatements(t, async () => {
    const job = (await deleteAccount(db, other.id)) ?? 0
    while (!(await isJobFinished(db, job))) await runJobStep(db, steps, job)
  })
  const own = statements.filter(({ sql }) => /^\s*(delete|update|insert|select|with)/.test(sql))
  const all = own.map(({ sql }) => sql).join('\n')
  for (const table of [
    'delete from clicks',
    'delete from "visit_days"',
    'delete from "links"',
    'insert into reserved_hosts',
  ])
    t.match(all, table)
  await db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    for (const { sql: text, parameters } of own) {
      const plan = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
      const lines = plan.rows.map((row) => Object.values(row as object)[0]).join('\n')
      const scanned = lines.match(/Seq Scan on (?!click_ids|accounts_id_seq|pg_)\w+/g)
      if (scanned) t.fail(`${scanned.join()}: ${text}`)
    }
  })
})

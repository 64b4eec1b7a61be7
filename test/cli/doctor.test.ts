import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { DatabaseInUseError, DatabaseSetupError } from '../../db/failure.ts'
import type { Store } from '../../db/open.ts'
import type { Finding } from '../../src/cli/doctor-findings.ts'
import type { Probes } from '../../src/cli/doctor-hosts.ts'
import { checkDomain } from '../../src/domains/dns-check.ts'
import { readCertificate } from '../../src/net/certificate.ts'
import { commandLine, commandLineOf } from '../support/command-line.ts'
import { newServerDatabase, openTestStore, usesServer } from '../support/database.ts'

const store = await openTestStore()
t.teardown(() => store.close())
const open = async () => store
const settings = { DATA_DIR: t.testdir({}) }
const publicSettings = { ...settings, BASE_URL: 'https://go.example.com' }
const DAY_MS = 86_400_000

const dns: Record<string, string[]> = {}
const certificates: Record<string, { fault: string | undefined; expires: Date }> = {}
const probes: Probes = {
  // The name servers of the tests; how their answers are judged is that of the service.
  checkDomain: (host, service) =>
    checkDomain(host, service, async (name) => {
      const records = dns[name]
      if (!records) throw new Error('no name server answers')
      return { A: records, AAAA: [], CNAME: [] }
    }),
  readCertificate: async (host) => {
    const certificate = certificates[host]
    if (!certificate) throw new Error('connect ECONNREFUSED')
    return certificate
  },
  fetch: async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  },
}

async function findings(env: Record<string, string>): Promise<{ code: number; found: Finding[] }> {
  const { code, json } = await commandLine(open, env, probes)(['doctor', '--json'])
  t.equal(json.ok, code === 0)
  return { code, found: json.findings }
}
const of = (found: Finding[], check: string) => found.filter((finding) => finding.check === check)

t.test('a fresh installation has no failure, and the output says what to do about warnings', async (t) => {
  const { code, out } = await commandLine(open, settings)(['doctor'])
  t.equal(code, 0, out)
  t.match(out, /^ok {7}database: (Embedded )?Postgres \d+\.\d+.*schema up to date\./m)
  t.match(out, /^warning {2}BASE_URL: .*\n {9}Set BASE_URL/m)
  t.match(out, /^0 failed, \d warnings?\n$/m)
  const { found } = await findings(settings)
  t.ok(found.every(({ status, cure }) => (status === 'ok') === (cure === undefined)))
})

t.test('settings that do not fit together are warnings', async (t) => {
  certificates['go.example.com'] = { fault: undefined, expires: new Date(Date.now() + 60 * DAY_MS) }
  const { found } = await findings(publicSettings)
  t.match(of(found, 'TRUST_PROXY'), [{ status: 'warning' }])
  t.same(of((await findings({ ...publicSettings, TRUST_PROXY: '1' })).found, 'TRUST_PROXY'), [])
  t.match(of((await findings({ ...settings, BASE_URL: 'http://go.example.com' })).found, 'BASE_URL'), [
    { status: 'warning', message: /http/ },
  ])
  const lone = await findings({ ...settings, DATABASE_LISTEN_URL: 'postgres://db.example.com/waymark' })
  t.match(of(lone.found, 'DATABASE_LISTEN_URL'), [{ status: 'warning', cure: 'Set DATABASE_URL too.' }])
})

t.test('a Redis that does not answer is a failure', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { code, found } = await findings({ ...settings, REDIS_URL: `redis://127.0.0.1:${port}` })
  t.equal(code, 1)
  t.match(of(found, 'redis'), [{ status: 'failed', cure: /REDIS_URL/ }])
})

t.test('an unreadable data directory is a failure of the embedded database only', async (t) => {
  const { code, found } = await findings({ DATA_DIR: `${settings.DATA_DIR}/none` })
  t.equal(code, 1)
  t.match(of(found, 'disk'), [{ status: 'failed' }])
})

t.test('without settings or a database the rest is checked', async (t) => {
  const unreachable = async () => {
    throw new DatabaseSetupError('It belongs to a newer release.')
  }
  const check = (env: Record<string, string>, open: () => Promise<Store> = unreachable) =>
    commandLine(open, env, probes)(['doctor', '--json'])
  const away = await check({ ...publicSettings, TRUST_PROXY: '1' })
  t.equal(away.code, 1)
  t.match(of(away.json.findings, 'database'), [
    { status: 'failed', message: 'It belongs to a newer release.', cure: /neither it nor the domains/ },
  ])
  for (const name of ['settings', 'clock', 'disk', 'certificate of go.example.com'])
    t.match(of(away.json.findings, name), [{ status: 'ok' }], name)
  t.match(of(away.json.findings, 'service'), [{ status: 'warning', message: /ECONNREFUSED/ }])

  const inUse = await check(settings, async () => {
    throw new DatabaseInUseError('The data directory is in use by waymark server.')
  })
  t.equal(inUse.code, 0, 'a running service has its database open')
  t.match(of(inUse.json.findings, 'database'), [{ status: 'warning', message: /in use by waymark server/ }])

  const invalid = await check({ ...settings, PORT: 'many', LOG_LEVEL: 'loud' })
  t.equal(invalid.code, 1)
  t.match(of(invalid.json.findings, 'settings'), [
    { status: 'failed', message: /PORT/ },
    { status: 'failed', message: /LOG_LEVEL/ },
  ])
  t.match(of(invalid.json.findings, 'clock'), [{ status: 'ok' }])
})

t.test('domains: DNS, proof and certificate', async (t) => {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (email, username, password_hash, expires_at) values ('ada@example.com', 'ada', 'x', now()) returning id`.execute(
    store.db,
  )
  const id = rows[0]?.id ?? 0
  const add = (host: string, token: string | null) =>
    sql`insert into domains (account_id, scheme, host, proof_token) values (${id}, 'https', ${host}, ${token})`.execute(
      store.db,
    )
  for (const [host, token] of [
    ['good.example.com', null],
    ['old.example.com', null],
    ['refused.example.com', null],
    ['elsewhere.example.com', null],
    ['silent.example.com', null],
    ['unproven.example.com', 'x'.repeat(40)],
    ['plain.example.com', null],
  ] as const)
    await add(host, token)
  await sql`update domains set scheme = 'http' where host = 'plain.example.com'`.execute(store.db)
  for (const host of ['go', 'good', 'old', 'refused', 'unproven', 'plain']) dns[`${host}.example.com`] = ['203.0.113.7']
  dns['elsewhere.example.com'] = ['198.51.100.1']
  const soon = new Date(Date.now() + 3 * DAY_MS)
  const later = new Date(Date.now() + 60 * DAY_MS)
  certificates['good.example.com'] = { fault: undefined, expires: later }
  certificates['old.example.com'] = { fault: undefined, expires: soon }
  certificates['refused.example.com'] = { fault: 'self-signed certificate', expires: later }
  const { code, found } = await findings({ ...publicSettings, TRUST_PROXY: '1' })
  t.equal(code, 1)
  t.match(of(found, 'certificate of go.example.com'), [{ status: 'ok' }])
  t.match(of(found, 'domain good.example.com'), [{ status: 'ok' }])
  t.match(of(found, 'certificate of good.example.com'), [{ status: 'ok' }])
  t.match(of(found, 'certificate of old.example.com'), [
    { status: 'warning', message: soon.toISOString().slice(0, 10) },
  ])
  t.match(of(found, 'certificate of refused.example.com'), [{ status: 'failed', message: /self-signed/ }])
  t.match(of(found, 'domain elsewhere.example.com'), [
    { status: 'failed', message: /198\.51\.100\.1/, cure: /CNAME go\.example\.com/ },
  ])
  t.match(of(found, 'domain silent.example.com'), [{ status: 'warning' }])
  t.match(of(found, 'domain unproven.example.com'), [{ status: 'warning', message: /not proven/ }])
  t.match(of(found, 'domain plain.example.com'), [{ status: 'ok' }])
  for (const host of ['elsewhere', 'plain']) t.same(of(found, `certificate of ${host}.example.com`), [])
})

t.test('a database of an earlier release is not migrated', async (t) => {
  const old = await openTestStore({ migrateTo: '0054_qr_designs' })
  t.teardown(() => old.close())
  const { json } = await commandLine(async () => old, settings, probes)(['doctor', '--json'])
  t.match(of(json.findings, 'database'), [{ status: 'warning', message: /\d migrations are pending/ }])
  await t.rejects(sql`select from bio_answers`.execute(old.db))
})

t.test('a database of a newer release is a failure', async (t) => {
  const newer = await openTestStore()
  t.teardown(() => newer.close())
  await sql`insert into kysely_migration (name, timestamp) values ('9999_new', '')`.execute(newer.db)
  const { code, json } = await commandLine(async () => newer, settings, probes)(['doctor', '--json'])
  t.equal(code, 1)
  t.match(of(json.findings, 'database'), [{ status: 'failed', message: /belongs to a newer release/ }])
})

t.test(
  'a database with another encoding than UTF8 is a failure',
  { skip: !usesServer && 'the embedded database has UTF8' },
  async (t) => {
    const { url, drop } = await newServerDatabase("template template0 encoding 'SQL_ASCII'")
    t.teardown(drop)
    const { code, json } = await commandLineOf({ ...settings, DATABASE_URL: url })(['doctor', '--json'])
    t.equal(code, 1)
    t.match(of(json.findings, 'encoding'), [
      { status: 'failed', message: /SQL_ASCII/, cure: /create database waymark encoding 'UTF8' template template0/ },
    ])
  },
)

t.test('a server that refuses the connection was not opened', async (t) => {
  const { json } = await commandLineOf({ ...settings, DATABASE_URL: 'postgres://127.0.0.1:4359/waymark' })([
    'doctor',
    '--json',
  ])
  t.match(of(json.findings, 'database'), [
    { status: 'failed', message: /cannot be reached at 127\.0\.0\.1:4359/, cure: /^Until it can be opened/ },
  ])
})

t.test('a host without a TLS server has no certificate', async (t) => {
  const server = createServer((socket) => socket.end('no TLS'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  await t.rejects(readCertificate('127.0.0.1', (server.address() as AddressInfo).port))
})

t.test(
  'a database that is read-only or lacks what it needs',
  { skip: !usesServer && 'on a server only' },
  async (t) => {
    await sql`drop extension if exists pg_trgm cascade`.execute(store.db)
    const { found } = await findings(settings)
    t.match(of(found, 'searches'), [{ status: 'warning', cure: /create extension pg_trgm/ }])
  },
)

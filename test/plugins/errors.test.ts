import { sql } from 'kysely'
import t from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { createReservedAliases } from '../../src/links/reserved-aliases.ts'
import { createFastify } from '../../src/plugins/fastify.ts'
import { unopenedServices } from '../../src/startup/unopened-services.ts'
import { openTestStore } from '../support/database.ts'

const store = await openTestStore()
const app = createFastify({
  config: readConfig({ LOG_LEVEL: 'silent' }),
  lifecycle: { draining: false, closing: false },
  reservedAliases: createReservedAliases(),
  pixelTemplates: new Map(),
  blocklist: unopenedServices().blocklist,
})
t.teardown(async () => {
  await app.close()
  await store.close()
})

const statements = {
  check: sql`insert into accounts (email, username, password_hash, expires_at, plan) values ('a', 'b', 'c', now(), 'none such')`,
  number: sql`select '99999999999999999999'::bigint`,
  date: sql`select '2001-02-30'::date`,
  ours: sql`select nothing from nowhere`,
}
const raise = (state: string) => sql.raw(`do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`)
const unavailable = {
  '53100': 'database_full',
  '53200': 'busy',
  '53400': 'busy',
  '55P03': 'busy',
  '25006': 'database_read_only',
}
for (const state of Object.keys(unavailable)) app.get(`/${state}`, () => raise(state).execute(store.db))
const lost = (code: string) => () => Promise.reject(Object.assign(new Error('lost'), { code }))
for (const code of ['CONNECTION_SILENT', 'CONNECTION_CLOSED', 'ECONNRESET', 'ECONNREFUSED', 'CONNECT_TIMEOUT'])
  app.route({ method: ['GET', 'POST'], url: `/lost/${code}`, handler: lost(code) })
app.get('/read-only', () =>
  store.db.transaction().execute(async (db) => {
    await sql`set transaction read only`.execute(db)
    await sql`create table never (id int)`.execute(db)
  }),
)

for (const [name, statement] of Object.entries(statements)) app.get(`/${name}`, () => statement.execute(store.db))

t.test('values that the database cannot store are 400 without details, faulty statements are 500', async (t) => {
  for (const name of ['check', 'number', 'date']) {
    const { statusCode, body } = await app.inject(`/${name}`)
    t.same(
      [statusCode, JSON.parse(body)],
      [400, { error: 1, code: 'invalid_request', message: 'A value of this request cannot be stored.' }],
      name,
    )
  }
  t.equal((await app.inject('/ours')).statusCode, 500)
})

t.test('a database that is full, read-only or out of resources is 503 with Retry-After', async (t) => {
  for (const [state, code] of Object.entries(unavailable)) {
    const { statusCode, headers, body } = await app.inject(`/${state}`)
    t.match([statusCode, JSON.parse(body)], [503, { error: 1, code }], state)
    t.match(headers['retry-after'], /^\d+$/, state)
  }
})

t.test('a read-only database serves reads and refuses changes with 503', async (t) => {
  t.match(JSON.parse((await app.inject('/read-only')).body), { code: 'database_read_only' })
})

t.test('the 503 of a change whose connection was lost does not claim that nothing was changed', async (t) => {
  const messageOf = async (method: 'GET' | 'POST', code: string) => {
    const { statusCode, headers, body } = await app.inject({ method, url: `/lost/${code}` })
    t.equal(statusCode, 503)
    t.match(headers['retry-after'], /^\d+$/)
    t.equal(JSON.parse(body).code, 'database_away')
    return JSON.parse(body).message as string
  }
  for (const code of ['CONNECTION_SILENT', 'CONNECTION_CLOSED', 'ECONNRESET']) {
    t.match(await messageOf('POST', code), /not known whether the change was made/, code)
    t.notMatch(await messageOf('GET', code), /change/, code)
  }
  for (const code of ['ECONNREFUSED', 'CONNECT_TIMEOUT'])
    t.notMatch(await messageOf('POST', code), /not known|[Nn]othing was/, code)
})

t.test('characters that cannot be stored are reported with the name of their field', async (t) => {
  for (const [payload, path, message] of [
    ['{"name":"a\\u0000"}', '/name', 'name must not contain the character U+0000.'],
    [
      '{"data":{"name":"\\ud800"}}',
      '/data/name',
      'data/name must be well-formed Unicode: it contains half of a surrogate pair, such as \\ud800.',
    ],
    ['{"a/b":"\\u0000"}', '/a~1b', 'a~1b must not contain the character U+0000.'],
    ['"a\\u0000"', '', 'body must not contain the character U+0000.'],
    ['{"name":"\\ufeffa"}', '/name', 'name must not start with the character U+FEFF.'],
    ['{"a\\u0000":1}', '', 'body has a field whose name must not contain the character U+0000.'],
  ] as const) {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/read', payload })
    t.match([statusCode, JSON.parse(body)], [400, { code: 'invalid_request', message, errors: [{ path }] }])
  }
})

import { sql } from 'kysely'
import t from 'tap'
import { readConfig } from '../../src/config.ts'
import { makeInstance } from '../../src/http/instance.ts'
import { reserveAliases } from '../../src/work/reserved-aliases.ts'
import { openTestStore } from '../support/database.ts'

const store = await openTestStore()
const app = makeInstance({
  config: readConfig({ LOG_LEVEL: 'silent' }),
  state: { leaving: false, closing: false },
  aliases: reserveAliases(),
  pixelTemplates: new Map(),
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
for (const [name, statement] of Object.entries(statements)) app.get(`/${name}`, () => statement.execute(store.db))

t.test(
  'what the database cannot hold is a bad request without details, what we asked wrongly is our fault',
  async (t) => {
    for (const name of ['check', 'number', 'date']) {
      const { statusCode, body } = await app.inject(`/${name}`)
      t.same(
        [statusCode, JSON.parse(body)],
        [400, { error: 1, code: 'invalid_request', message: 'A value of this request cannot be stored.' }],
        name,
      )
    }
    t.equal((await app.inject('/ours')).statusCode, 500)
  },
)

t.test('characters that cannot be stored are refused by the name of their field', async (t) => {
  for (const [payload, path, message] of [
    ['{"name":"a\\u0000"}', '/name', 'name has characters that are not allowed.'],
    ['{"data":{"name":"\\ud800"}}', '/data/name', 'data/name has characters that are not allowed.'],
    ['{"a/b":"\\u0000"}', '/a~1b', 'a~1b has characters that are not allowed.'],
    ['"a\\u0000"', '', 'body has characters that are not allowed.'],
    ['{"name":"\\ufeffa"}', '/name', 'name has characters that are not allowed.'],
    ['{"a\\u0000":1}', '', 'body has a field whose name has characters that are not allowed.'],
  ] as const) {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/read', payload })
    t.match([statusCode, JSON.parse(body)], [400, { code: 'invalid_request', message, errors: [{ path }] }])
  }
})

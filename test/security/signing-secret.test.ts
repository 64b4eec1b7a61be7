import { sql } from 'kysely'
import t from 'tap'
import { registerAccount } from '../../src/accounts/accounts.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createServices } from '../../src/startup/open-services.ts'
import { openTestStore } from '../support/database.ts'

const store = await openTestStore()
t.teardown(() => store.close())

/** The service with these settings on the one database, for as long as `use` takes. */
async function withService(
  settings: Record<string, string>,
  use: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<void>,
) {
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '1000', ...settings })
  const { services, close } = await createServices(config, { ...store, close: async () => {} })
  const app = await buildApp(services)
  await use(app)
  await app.close()
  await close()
}
const stored = async () =>
  (await sql<{ value: string }>`select value from secrets where name = 'signing'`.execute(store.db)).rows

const { apikey } = await registerAccount(
  store.db,
  { email: 'ada@example.com', username: 'ada', password: 'correct horse battery' },
  14,
)
const headers = { authorization: `Bearer ${apikey}`, host: 'localhost:3000' }
const first = 'a secret of the settings'

t.test('what was signed holds with the same secret, and ends with another', async (t) => {
  /** Signed by the service: the addresses of a private link, and the cookie of an unlocked one. */
  let owner = ''
  let cookie = ''
  const statuses = async (settings: Record<string, string>) => {
    let found: number[] = []
    await withService(settings, async (app) => {
      const get = async (url: string, more: object = {}) =>
        (await app.inject({ url, headers: { host: headers.host, ...more } })).statusCode
      found = [await get(owner), await get('/locked', { cookie }), await get('/api/account', headers)]
    })
    return found
  }
  await withService({}, async () => {})
  t.equal((await stored()).length, 1, 'without the setting one is stored')

  await withService({ SECRET: first }, async (app) => {
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
    const url = 'https://example.com/'
    const { id } = (await post('/api/url/add', { url, custom: 'hidden', status: 'private' })).json()
    const { link } = (await app.inject({ url: `/api/url/${id}/access`, headers })).json()
    owner = link.slice(link.indexOf('/hidden'))
    await post('/api/url/add', { url, custom: 'locked', password: 'open sesame' })
    const opened = await app.inject({
      method: 'POST',
      url: '/locked',
      headers: { host: headers.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'password=open+sesame',
    })
    cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  })
  t.same(await stored(), [], 'with the setting none is stored')
  t.same(await statuses({ SECRET: first }), [302, 302, 200])
  t.same(
    await statuses({ SECRET: 'another one of the settings' }),
    [404, 200, 200],
    'the password is asked for; the key holds',
  )
  t.same(await statuses({}), [404, 200, 200])
  t.equal((await stored()).length, 1)
})

t.test('without the setting all instances and starts share the stored secret', async (t) => {
  const before = await stored()
  await withService({}, async () => {})
  t.same(await stored(), before)
})

import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import t from 'tap'
import { createCaches } from '../../src/cache/cache-registry.ts'
import type { ChangeFeed } from '../../src/cache/change-feed.ts'
import { createAuthenticator } from '../../src/plugins/authentication.ts'
import { newKey } from '../../src/security/secrets.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)

/** A change feed whose notifications are sent by the test. */
function makeChanges() {
  const listeners: [table: string, listener: (key: string) => void][] = []
  const changes: ChangeFeed = {
    on: (table, listener) => void listeners.push([table, listener]),
    onGap: () => {},
    isInterrupted: false,
    settle: async () => {},
    close: async () => {},
  }
  const notify = (table: string, id: number) => {
    for (const [name, listener] of listeners) if (name === table) listener(String(id))
  }
  return { changes, notify }
}

/** Looks up keys in the real database; `onAnswer` is called with every result before it is used. */
function makeAsker(onAnswer: () => void = () => {}) {
  const { changes, notify } = makeChanges()
  const lookups = new WeakSet<object>()
  let answers = 0
  const watching: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode') lookups.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (lookups.has(queryId)) {
        answers++
        onAnswer()
      }
      return result
    },
  }
  const identify = createAuthenticator(service.app, {
    db: service.services.db.withPlugin(watching),
    caches: createCaches(changes),
    config: service.services.config,
    blocklist: service.services.blocklist,
  })
  const ask = (key: string) =>
    identify({ headers: { authorization: `Bearer ${key}` }, ip: '192.0.2.1' } as FastifyRequest)
  return { ask, notify, answers: () => answers }
}

t.test('a key is queried once until its row changes', async (t) => {
  const { apikey, id } = await service.newClient()
  const { ask, notify } = makeAsker()
  t.ok((await ask(apikey)).caller)
  await service.services.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  t.ok((await ask(apikey)).caller, 'as nothing was notified')
  notify('accounts', id)
  t.match((await ask(apikey)).failure, { status: 401, code: 'key_revoked' })
})

t.test('a key read before a notification is used once and not cached', async (t) => {
  const { apikey, id } = await service.newClient()
  const { ask, notify } = makeAsker(() => {
    // Between the result and its use, as if another request revoked the key.
    notify('accounts', id)
  })
  t.ok((await ask(apikey)).caller)
  await service.services.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  t.match((await ask(apikey)).failure, { status: 401, code: 'key_revoked' })
})

t.test('malformed keys are not queried, and unknown keys are not queried again at once', async (t) => {
  const { ask, notify, answers } = makeAsker()
  for (const key of ['nonsense', 'wm_short', `wm_${'x'.repeat(44)}`, `wm_${'-'.repeat(43)}`])
    t.match((await ask(key)).failure, { status: 401, code: 'key_unknown' })
  t.equal(answers(), 0)

  const { apikey, ...stored } = newKey()
  for (let i = 0; i < 3; i++) t.match((await ask(apikey)).failure, { status: 401, code: 'key_unknown' })
  t.equal(answers(), 1)
  const { id } = await service.newClient()
  await service.services.db
    .insertInto('api_keys')
    .values({ ...stored, account_id: id, name: 'late', scope: 'write' })
    .execute()
  notify('api_keys', 1)
  t.ok((await ask(apikey)).caller, 'a change of the keys makes it known')
})

import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import t from 'tap'
import { makeIdentify } from '../../src/http/auth.ts'
import type { Changes } from '../../src/work/changes.ts'
import { newKey } from '../../src/work/secrets.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)

/** Changes that the test tells itself. */
function makeChanges() {
  const listeners = new Map<string, (key: string) => void>()
  const changes: Changes = {
    on: (table, listener) => void listeners.set(table, listener),
    onGap: () => {},
    settle: async () => {},
    close: async () => {},
  }
  return { changes, tell: (table: string) => listeners.get(table)?.('1') }
}

/** Asks who a key is of, on the real database; `onAnswer` is called with every answer it gives, before anybody sees it. */
function makeAsker(onAnswer: () => void = () => {}) {
  const { changes, tell } = makeChanges()
  const lookUps = new WeakSet<object>()
  let answers = 0
  const watching: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode') lookUps.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (lookUps.has(queryId)) {
        answers++
        onAnswer()
      }
      return result
    },
  }
  const identify = makeIdentify(service.app, { db: service.parts.db.withPlugin(watching), changes })
  const ask = (key: string) => identify({ headers: { authorization: `Bearer ${key}` } } as FastifyRequest)
  return { ask, tell, answers: () => answers }
}

t.test('a key is looked up once until the database tells of a change', async (t) => {
  const { apikey } = await service.newClient()
  const { ask, tell } = makeAsker()
  t.ok((await ask(apikey)).caller)
  await service.parts.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  t.ok((await ask(apikey)).caller, 'as nothing was told')
  tell('api_keys')
  t.match((await ask(apikey)).refusal, { status: 401, code: 'key_revoked' })
})

t.test('what was read before a change was told is not remembered', async (t) => {
  const { apikey } = await service.newClient()
  const { ask, tell } = makeAsker(() => {
    // Between the database's answer and the look at it, as when the revocation of another request is heard.
    tell('api_keys')
  })
  t.ok((await ask(apikey)).caller)
  await service.parts.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  t.match((await ask(apikey)).refusal, { status: 401, code: 'key_revoked' })
})

t.test('what cannot be a key is not looked up, and an unknown key is not looked up again at once', async (t) => {
  const { ask, tell, answers } = makeAsker()
  for (const key of ['nonsense', 'wm_short', `wm_${'x'.repeat(44)}`, `wm_${'-'.repeat(43)}`])
    t.match((await ask(key)).refusal, { status: 401, code: 'key_unknown' })
  t.equal(answers(), 0)

  const { apikey, ...stored } = newKey()
  for (let i = 0; i < 3; i++) t.match((await ask(apikey)).refusal, { status: 401, code: 'key_unknown' })
  t.equal(answers(), 1)
  const { id } = await service.newClient()
  await service.parts.db
    .insertInto('api_keys')
    .values({ ...stored, account_id: id, name: 'late', scope: 'write' })
    .execute()
  tell('api_keys')
  t.ok((await ask(apikey)).caller, 'a change of the keys makes it known')
})

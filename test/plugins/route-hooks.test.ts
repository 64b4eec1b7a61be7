import t from 'tap'
import { failureCodes } from '../../src/errors/codes.ts'
import { assertReplay, replayStoredReply } from '../../src/plugins/idempotency.ts'
import { documentFailures } from '../../src/plugins/openapi.ts'
import { assertScope, type RouteHook, requireScope } from '../../src/plugins/route-hooks.ts'
import { failure } from '../../src/routes/replies.ts'

const handler = () => {}
const schema = (response: object) => ({ operationId: 'do', tags: ['Links'], summary: 'Do', response })

t.test('a write route without requireScope throws at startup', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE', ['GET', 'POST']])
    t.throws(() => assertScope({ method, url: '/x', handler }), /POST|PUT|DELETE/)
  t.throws(() => assertScope({ method: 'POST', url: '/x', handler, onRequest: async () => {} }), /requireScope/)
  t.doesNotThrow(() => assertScope({ method: 'GET', url: '/x', handler }))
  for (const scope of ['read', 'write'] as const) {
    t.doesNotThrow(() => assertScope({ method: 'POST', url: '/x', handler, onRequest: requireScope(scope) }))
    t.doesNotThrow(() => assertScope({ method: 'POST', url: '/x', handler, onRequest: [requireScope(scope)] }))
  }
})

t.test('a route with the scope write or admin throws at startup unless it replays stored replies first', async (t) => {
  const other = async () => {}
  const route = (scope: 'read' | 'write' | 'admin', preValidation?: RouteHook[]) => () =>
    assertReplay({
      method: 'POST',
      url: '/x',
      handler,
      onRequest: requireScope(scope),
      ...(preValidation && { preValidation }),
    })
  for (const scope of ['write', 'admin'] as const) {
    t.throws(route(scope), /replayStoredReply/)
    t.throws(route(scope, [other, replayStoredReply]), /replayStoredReply/)
    t.doesNotThrow(route(scope, [replayStoredReply, other]))
  }
  t.doesNotThrow(route('read', [other]))
  t.throws(route('read', [replayStoredReply]), /replayStoredReply/)
})

t.test('failure codes of hooks and responses are in the document', async (t) => {
  const route = {
    method: 'POST',
    url: '/x',
    handler,
    onRequest: requireScope('write'),
    schema: schema({ 200: {}, 409: failure('alias_taken', 'slug_taken') }),
  }
  documentFailures({ needsKey: true })(route)
  const codes = (route.schema as Record<string, unknown>)['x-codes'] as Record<string, string[]>
  t.match(codes, { 403: ['read_only_key'], 409: ['alias_taken', 'slug_taken'], 429: ['rate_limited'] })
  for (const [status, listed] of Object.entries(codes))
    for (const code of status === 'default' ? [] : listed)
      t.equal(String(failureCodes[code as keyof typeof failureCodes].status), status, code)
})

t.test('a failure code at the wrong status throws at startup', async (t) => {
  const route = { method: 'GET', url: '/x', handler, schema: schema({ 200: {}, 400: failure('alias_taken') }) }
  t.throws(() => documentFailures({ needsKey: true })(route), /alias_taken is not 400/)
})

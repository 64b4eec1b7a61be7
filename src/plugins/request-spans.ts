import type { App } from '../services.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { routeOf } from './responses.ts'

/** Makes a span of every request; what its hooks and its handler do is part of it. */
export function traceRequests(app: App, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    request.span = tracing.startRequest(typeof traceparent === 'string' ? traceparent : undefined)
    request.span.run(done)
  })
  // The events of a body come outside the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, account, span } = request
    const status = reply.statusCode
    // Requests without a route of the API have no account.
    span?.end({ id, method, route: routeOf(request), status, hasFailed: status >= 500, accountId: account?.id })
    done()
  })
}

import { requireScope } from '../../plugins/route-hooks.ts'
import type { App, Services } from '../../services.ts'

const BODY_LIMIT = 1024 * 1024
const BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Send one message per request: batches are not supported.' },
}

/**
 * The Model Context Protocol: tools for agents. Each call of a tool is a request to the API with the key, address and
 * rate limit of the request that it came with. GET and DELETE, which are for sessions, are answered with 405 by the
 * SDK.
 */
export function mcpRoutes(app: App, services: Pick<Services, 'config'>): void {
  // Loaded by the first request with a key, because the SDK takes 0.3 seconds and 30 MB.
  let loading: Promise<ReturnType<typeof import('./protocol.ts').createProtocol>> | undefined
  const protocol = () => {
    loading ??= import('./protocol.ts').then(({ createProtocol }) => createProtocol(app, services))
    return loading
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    onRequest: [async (request, reply) => (await protocol()).checkOrigin(request, reply), requireScope('read')],
    bodyLimit: BODY_LIMIT,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) return reply.code(400).send(BATCH)
      const { status, headers, text } = await (await protocol()).answer(request)
      return reply.code(status).headers(headers).send(text)
    },
  })
}

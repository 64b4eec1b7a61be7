import { originValidation } from '@modelcontextprotocol/fastify'
import { localhostAllowedOrigins } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { createToolServer } from '../../mcp/server.ts'
import type { ApiRequest } from '../../mcp/tool-calls.ts'
import type { OpenApi } from '../../openapi/model.ts'
import { callAs, callingRequest } from '../../plugins/api-guard.ts'
import type { App, Services } from '../../services.ts'

const PICTURE_PIXELS = 400
const MAX_PICTURE_BYTES = 512 * 1024

/** The request as the SDK takes it. Only these headers are part of the protocol. */
function webRequest({ method, headers }: FastifyRequest): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (/^(accept|content-type|mcp-.*)$/.test(name) && typeof value === 'string') sent.set(name, value)
  return new Request('http://localhost/mcp', { method, headers: sent, ...(method === 'POST' ? { body: '' } : {}) })
}

/** The SDK's side of the route: the check of the origin, and the answers to messages. */
export function createProtocol(app: App, { config }: Pick<Services, 'config'>) {
  const inject = ({ method, url, headers, body }: ApiRequest) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: { host: config.baseHost, ...headers },
      remoteAddress: callingRequest()?.ip ?? '',
      ...(body === undefined ? {} : { payload: body }),
    })
  const server = createToolServer(() => (app as unknown as { swagger: () => OpenApi }).swagger(), {
    async call(request) {
      const { statusCode, headers, rawPayload } = await inject(request)
      const retryAfter = headers['retry-after']
      return {
        isSuccess: statusCode === 200,
        retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
        body: rawPayload,
      }
    },
    async readPicture(url) {
      const { pathname, host } = new URL(url)
      const picture = await inject({ method: 'GET', url: `${pathname}.png?size=${PICTURE_PIXELS}`, headers: { host } })
      const isUsable = picture.statusCode === 200 && picture.rawPayload.length <= MAX_PICTURE_BYTES
      return isUsable ? picture.rawPayload : undefined
    },
  })
  // A page of another site must not reach a service on the machine or network of its visitor (DNS rebinding).
  const checkOrigin = originValidation([config.baseHost, ...localhostAllowedOrigins()])

  return {
    checkOrigin,
    /** Answers a request whose caller is known. */
    answer: (request: FastifyRequest) =>
      callAs(request, async () => {
        const response = await server.fetch(webRequest(request), { parsedBody: request.body })
        return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
      }),
  }
}

import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../config/config.ts'
import { release } from '../../contract.ts'
import { ApiError } from '../../errors/api-error.ts'
import { judgeForwarding } from '../../net/forwarding.ts'
import { closingFailure } from '../../plugins/response-headers.ts'
import type { App, Services } from '../../services.ts'
import { unmapIpv4 } from '../../visits/country-lookup.ts'

const QUERY_TIMEOUT_MS = 3000

const ForgedAddress = Type.String({ minLength: 2, maxLength: 45, pattern: '^[0-9a-fA-F.:]+$' })
const LiveQuery = Type.Object({ claimed: Type.Optional(ForgedAddress) })

/** Whether a request comes from this machine itself, not through a proxy that runs here. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !isForwarded && isLoopbackHost(unmapIpv4(ip))
}

/**
 * /livez: the process runs. With ?claimed=, which is the X-Forwarded-For that was sent, the reply also has a word for
 * what became of that header (src/net/forwarding.ts), but no address.
 *
 * /readyz: it is ready for requests, and the database answers a query. Requests from this machine also get the kind of
 * database and the counters of the visit writer, also while the database is away.
 */
export function healthRoutes(
  app: App,
  { config, store, visitWriter, lifecycle }: Pick<Services, 'config' | 'store' | 'visitWriter' | 'lifecycle'>,
): void {
  app.get(
    '/livez',
    { config: { isHealth: true }, schema: { hide: true, querystring: LiveQuery } },
    async (request, reply) => {
      const alive = { error: 0, status: 'alive', release }
      const { claimed } = request.query
      if (claimed === undefined) return alive
      const { headers, ip, hostname, socket } = request
      reply.header('Cache-Control', 'no-store')
      const forwarding = judgeForwarding(claimed, {
        header: headers['x-forwarded-for']?.toString(),
        client: ip,
        sender: socket.remoteAddress ?? '',
        isByAddress: Array.isArray(config.trustProxy),
      })
      return { ...alive, forwarding, host: hostname === config.baseHost ? 'own' : 'other' }
    },
  )

  app.get('/readyz', { config: { isHealth: true }, schema: { hide: true } }, async (request, reply) => {
    if (lifecycle.draining) throw closingFailure()
    if (lifecycle.starting) throw new ApiError('starting', 'The service is starting.', { retryAfterS: 1 })
    const details = isFromThisMachine(request) ? { database: store.kind, visits: visitWriter.metrics() } : {}
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), QUERY_TIMEOUT_MS)
    })
    try {
      await Promise.race([store.checkReady(), timeout])
      return { error: 0, status: 'ready', release, ...details }
    } catch {
      const { status, headers, code, message } = new ApiError('database_away', 'The database does not answer.', {
        retryAfterS: 5,
      })
      return reply
        .code(status)
        .headers(headers)
        .send({ error: 1, message, code, ...details })
    } finally {
      clearTimeout(timer)
    }
  })
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSafeFetch } from '../../src/net/safe-fetch.ts'
import type { Scope } from './process.ts'

/** A request that a receiver of webhooks got. */
export interface Received {
  id: string
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: what is sent can be anything; the tests state what they expect.
  event: any
  path: string
  method: string
}

export type Answer = (received: Received, reply: ServerResponse, request: IncomingMessage) => void | Promise<void>

/** A fetch that reaches receivers, whose host is no name in the DNS. */
export const fetchFromReceivers = createSafeFetch({ allowPrivate: true, resolve: async () => ['127.0.0.1'] })

/** An HTTP server that keeps every request; `answer` can be replaced at any time, 204 unless it ends the reply. */
export async function startReceiver(t: Scope, first: Answer = () => {}) {
  const receiver = {
    url: '',
    received: [] as Received[],
    answer: first,
    /** Resolves once there are so many requests that pass; throws after two minutes. */
    async wait(count: number, passes: (one: Received) => boolean = () => true) {
      const until = Date.now() + 120_000
      while (receiver.received.filter(passes).length < count) {
        if (Date.now() > until) throw new Error(`${receiver.received.length} requests, not ${count}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return receiver.received.filter(passes)
    },
  }
  const server = createServer(async (request, reply) => {
    try {
      const body = await text(request)
      const { headers, url: path = '', method = '' } = request
      const received = {
        ...{ id: String(headers['webhook-id']), headers: headers as Record<string, string>, body, path, method },
        event: JSON.parse(body || 'null'),
      }
      receiver.received.push(received)
      await receiver.answer(received, reply, request)
      if (!reply.writableEnded && !reply.destroyed) reply.writeHead(204).end()
    } catch {
      reply.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  receiver.url = `http://receiver.test:${(server.address() as AddressInfo).port}`
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return receiver
}

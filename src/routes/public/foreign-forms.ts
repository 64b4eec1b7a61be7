import type { FastifyRequest } from 'fastify'

/** Whether a page of another site sent the form. Old browsers and plain http have only the header Origin. */
export function isFromElsewhere({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  if (site !== 'same-origin' && site !== 'none') return true
  // `null`: the browser does not tell.
  return origin !== undefined && origin !== 'null' && (!URL.canParse(origin) || new URL(origin).host !== host)
}

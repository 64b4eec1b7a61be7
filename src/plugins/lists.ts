import type { FastifyRequest } from 'fastify'
import type { ListQuery } from '../../schemas/lists.ts'
import { invalid } from '../errors/api-error.ts'
import type { Signer } from '../security/signer.ts'
import type { App, RequestedPage } from '../services.ts'
import { optionalTimestamp } from '../time/timestamps.ts'

const MAX_LIMIT = 1000
const SIGNATURE_LENGTH = 32

/** What a cursor is valid for: this list of this account, with the same filters and order. */
function statementOf({ account, routeOptions, params, query }: FastifyRequest, position: string): string[] {
  const { limit: _limit, page: _page, after: _after, ...filters } = query as Record<string, unknown>
  const kept = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    'cursor',
    String(account.id),
    String(routeOptions.url),
    JSON.stringify(params),
    JSON.stringify(kept),
    position,
  ]
}

function readCursor(request: FastifyRequest, signer: Signer, cursor: string): number[] {
  const [position = '', signature] = cursor.split('.', 2)
  if (signer.digest(statementOf(request, position)).slice(0, SIGNATURE_LENGTH) !== signature)
    throw invalid([{ path: 'query/after', message: 'is not a cursor of this list with these filters and this order' }])
  return JSON.parse(Buffer.from(position, 'base64url').toString()) as number[]
}

/** Gives every request for a list its `page`. Larger limits than 1000 are reduced, because clients send them. */
export function addListPages(app: App, signer: Signer): void {
  app.decorateRequest('page', {
    getter(this: FastifyRequest): RequestedPage {
      const query = this.query as ListQuery & { created_after?: string; created_before?: string }
      const limit = Math.min(query.limit, MAX_LIMIT)
      // A cursor has the number of records before it, because the next page may have another limit.
      const [passed, ...after] = query.after === undefined ? [] : readCursor(this, signer, query.after)
      const page = passed === undefined ? query.page : Math.floor(passed / limit) + 1
      const passedNext = (passed ?? (page - 1) * limit) + limit
      return {
        limit,
        page,
        direction: query.direction,
        ...(after.length > 0 ? { after } : {}),
        createdAfter: optionalTimestamp(query.created_after),
        createdBefore: optionalTimestamp(query.created_before),
        cursorOf: (key) => {
          const position = Buffer.from(JSON.stringify([passedNext, ...key])).toString('base64url')
          return `${position}.${signer.digest(statementOf(this, position)).slice(0, SIGNATURE_LENGTH)}`
        },
      }
    },
  })
}

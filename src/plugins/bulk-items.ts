import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, MAX_FAULTS } from '../errors/api-error.ts'
import type { Counters } from '../security/window-counters.ts'
import { type Resolve, sortFaults } from '../validation/fault-order.ts'
import { uniqueByField } from '../validation/faults.ts'
import { spendMore } from './api-guard.ts'
import type { RouteHook } from './route-hooks.ts'
import { findFaultsBy } from './validators.ts'

/** The body limit of bulk requests. */
export const BULK_BODY_LIMIT = 4 * 1024 * 1024
/** A bulk request counts as one request per this number of items, rounded up. */
const ITEMS_PER_REQUEST = 100
// The event loop serves other requests after this number of items.
const ITEMS_PER_TURN = 100

/** A body with a list whose items are validated one by one. */
interface BulkBody {
  name: string
  item: TSchema
  /** The schema of the body, with items of any type. */
  rest: TSchema
}

const known = new WeakMap<TSchema, BulkBody | null>()

/** The list that a schema of a body validates item by item, or null. */
export function bulkBodyOf(schema: TSchema): BulkBody | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  const { $id: _, ...inline } = schema
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>
  const [name, list] = Object.entries(properties).find(([, property]) => property['x-each']) ?? []
  const bulk =
    name === undefined || list === undefined
      ? null
      : {
          name,
          item: list['items'] as TSchema,
          rest: { ...inline, properties: { ...properties, [name]: { ...list, items: {} } } } as unknown as TSchema,
        }
  known.set(schema, bulk)
  return bulk
}

const pathOf = (bulk: BulkBody, path: string) => new RegExp(`^/${bulk.name}/(\\d+)(/.*)?$`).exec(path)

/**
 * Faults of strings that cannot be stored, outside the items. If there are more than are collected, any item may have
 * one.
 */
export function unstorableOutside(request: FastifyRequest, bulk: BulkBody): readonly Fault[] {
  const { text = [] } = request.faults ?? {}
  return text.length > MAX_FAULTS ? text : text.filter(({ path }) => !pathOf(bulk, path))
}

/**
 * Validates the items of a bulk request. If one invalid item fails the request, validation stops at the maximum number
 * of reported faults.
 */
export async function validateItems(request: FastifyRequest, bulk: BulkBody, resolve: Resolve): Promise<void> {
  const { atomic } = request.body as { atomic?: boolean }
  const items = (request.body as Record<string, unknown>)[bulk.name] as unknown[]
  const found = new Map<number, Fault[]>()
  for (const { path, message } of request.faults?.text ?? []) {
    const [, index, rest = ''] = pathOf(bulk, path) ?? []
    if (index !== undefined) found.set(Number(index), [...(found.get(Number(index)) ?? []), { path: rest, message }])
  }
  let total = 0
  for (const [i, item] of items.entries()) {
    if (i % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await nextTurn()
    const faults = [...(found.get(i) ?? []), ...findFaultsBy(request, bulk.item, item)]
    if (faults.length === 0) continue
    const sorted = sortFaults(uniqueByField(faults), bulk.item, resolve)
    found.set(i, total < MAX_FAULTS ? sorted : sorted.slice(0, 1))
    total += sorted.length
    if (total <= MAX_FAULTS || atomic === false) continue
    // The request fails, so the remaining items are not validated.
    items.length = i + 1
    break
  }
  request.faults = { ...request.faults, items: found }
}

/**
 * A `preValidation` hook: the items of the request count for the rate limit. A stored answer is replayed before that.
 */
export function countItems(counters: Counters, name: 'items' | 'ids' = 'items'): RouteHook {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const items = ((request.body ?? {}) as Record<string, unknown>)[name]
    const count = Array.isArray(items) ? Math.min(items.length, 1000) : 0
    const cost = Math.max(1, Math.ceil(count / ITEMS_PER_REQUEST))
    reply.header('X-RateLimit-Cost', cost)
    if (cost > 1) await spendMore(request, reply, counters, cost - 1)
  }
}

import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type ExternalTable, findExternalIds } from '../../db/queries/external-ids.ts'
import { MAX_ITEMS } from '../../schemas/bulk.ts'
import { EXTERNAL_PREFIX, type ExternalSubject } from '../../schemas/paths.ts'
import type { App, Services } from '../services.ts'
import { isObject } from '../validation/normalize.ts'
import type { RouteHook } from './route-hooks.ts'

// No row has this id: the route answers as for any other id that is not found.
const UNKNOWN = Number.MAX_SAFE_INTEGER
const storable = /^[^\x00-\x1F\x7F-\x9F\uFEFF]{1,255}$/u

const tables: Record<Exclude<ExternalSubject, 'item'>, ExternalTable> = { link: 'links', qr: 'qr_codes', bio: 'bios' }
const tablesOfTypes = new Map<string, ExternalTable>([
  ['links', 'links'],
  ['qr', 'qr_codes'],
  ['bio', 'bios'],
])

/** The external id in a value that should be an id, or undefined. */
function readExternalId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(EXTERNAL_PREFIX)) return undefined
  const externalId = value.slice(EXTERNAL_PREFIX.length)
  return storable.test(externalId) && externalId.isWellFormed() ? externalId : undefined
}

interface Parameter {
  part: 'params' | 'query'
  name: string
  subject: ExternalSubject
}

/** The path and query parameters that accept `ext_<externalid>` instead of an id; their schemas have `x-external`. */
function externalParameters({ params, querystring }: { params?: unknown; querystring?: unknown }): Parameter[] {
  const listed = (part: Parameter['part'], schema: unknown): Parameter[] =>
    Object.entries(((schema as TSchema | undefined)?.['properties'] ?? {}) as Record<string, TSchema>).flatMap(
      ([name, { 'x-external': subject }]) => (subject ? [{ part, name, subject }] : []),
    )
  return [...listed('params', params), ...listed('query', querystring)]
}

/**
 * Replaces `ext_<externalid>` by the id, before validation, in parameters of path and query whose schema has
 * `x-external`.
 */
export function resolveExternalIds(app: App, { db }: Pick<Services, 'db'>): void {
  const resolve = (parameters: Parameter[]) => async (request: FastifyRequest) => {
    for (const { part, name, subject } of parameters) {
      const values = request[part] as Record<string, string>
      const externalId = Object.hasOwn(values, name) ? readExternalId(values[name]) : undefined
      if (externalId === undefined) continue
      const table = subject === 'item' ? tablesOfTypes.get(values['type'] ?? '') : tables[subject]
      if (table === undefined) continue
      const found = await findExternalIds(db, request.account.id, table, [externalId])
      values[name] = String(found.get(externalId) ?? UNKNOWN)
    }
  }
  app.addHook('onRoute', (route) => {
    const parameters = externalParameters(route.schema ?? {})
    if (parameters.length > 0) route.preValidation = [resolve(parameters), ...[route.preValidation ?? []].flat()]
  })
}

/** A `preValidation` hook: the same for the links of a bulk request, in `ids` or in the `id` of each of the `items`. */
export function resolveExternalLinks({ db }: Pick<Services, 'db'>, name: 'items' | 'ids'): RouteHook {
  return async ({ account, body }) => {
    const list = isObject(body) ? body[name] : undefined
    // A longer list is refused.
    if (!Array.isArray(list) || list.length > MAX_ITEMS) return
    const idOf = (item: unknown) => (name === 'ids' ? item : isObject(item) ? item['id'] : undefined)
    const wanted = list.map((item) => readExternalId(idOf(item)))
    const found = await findExternalIds(
      db,
      account.id,
      'links',
      wanted.filter((externalId) => externalId !== undefined),
    )
    for (const [i, externalId] of wanted.entries()) {
      if (externalId === undefined) continue
      const id = found.get(externalId) ?? UNKNOWN
      list[i] = name === 'ids' ? id : { ...list[i], id }
    }
  }
}

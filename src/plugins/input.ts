import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type ApiError, type Fault, invalid } from '../errors/api-error.ts'
import type { App, Caller } from '../services.ts'
import { type Resolve, sortFaults } from '../validation/fault-order.ts'
import { uniqueByField } from '../validation/faults.ts'
import { unstorableStrings } from './body-parser.ts'
import type { RouteHook } from './route-hooks.ts'
import { findFaults } from './validators.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function branchFor(branches: TSchema[], value: unknown): TSchema | undefined {
  const real = branches.filter((branch) => branch['type'] !== 'null')
  if (real.length === 1) return real[0]
  const type = isObject(value) ? value['type'] : undefined
  return real.find((branch) => {
    const tag = (branch['properties'] as Record<string, TSchema> | undefined)?.['type']
    return tag !== undefined && (tag['const'] === type || (tag['enum'] as unknown[] | undefined)?.includes(type))
  })
}

/**
 * A body as the handlers want it, before it is validated: unknown fields are gone, "" in an optional field is null, and
 * null is absent, except where the schema says that null clears the field (`x-clears`). What has a wrong type is left as
 * it is, for the validator to name.
 */
export function normalize(schema: TSchema, value: unknown, resolve: Resolve): unknown {
  if (typeof schema['$ref'] === 'string') return normalize(resolve(schema['$ref']), value, resolve)
  if (Array.isArray(schema['anyOf'])) {
    const branch = value === null ? undefined : branchFor(schema['anyOf'] as TSchema[], value)
    return branch ? normalize(branch, value, resolve) : value
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    // One item too many is enough for the validator to refuse the list; it would report every item.
    const max = (schema['maxItems'] as number | undefined) ?? Number.POSITIVE_INFINITY
    const checked = value.length > max ? value.slice(0, max + 1) : value
    return items ? checked.map((item) => normalize(items, item, resolve)) : checked
  }
  const properties = schema['properties'] as Record<string, TSchema> | undefined
  if (!properties || !isObject(value)) return value
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const kept: Fields = {}
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue
    const given = value[name] === '' && !required.has(name) ? null : value[name]
    if (given !== null || required.has(name)) kept[name] = normalize(property, given, resolve)
    else if (property['x-clears']) kept[name] = null
  }
  return kept
}

/** Query and path values by their schema: whole numbers and booleans are read, an empty value is absent, the rest stays text. */
function coerce(schema: TSchema, values: Fields): Fields {
  const read: Fields = {}
  for (const [name, property] of Object.entries(schema['properties'] as Record<string, TSchema>)) {
    const text = Object.hasOwn(values, name) ? values[name] : undefined
    if (text === undefined || text === '') continue
    if (property['type'] === 'integer' && typeof text === 'string' && /^-?\d{1,20}$/.test(text))
      read[name] = Number(text)
    else if (property['type'] === 'boolean' && (text === 'true' || text === '1')) read[name] = true
    else if (property['type'] === 'boolean' && (text === 'false' || text === '0')) read[name] = false
    else read[name] = text
  }
  return read
}

const schemasOf = (request: FastifyRequest) =>
  (request.routeOptions.schema ?? {}) as Record<'body' | 'querystring' | 'params', TSchema | undefined>

const resolverOf =
  (request: FastifyRequest): Resolve =>
  (id) =>
    request.server.getSchema(id) as TSchema

interface InputFaults {
  path: readonly Fault[]
  query: readonly Fault[]
  body: readonly Fault[]
}

/** The path, query and body of a request in the types of its route's schema, with everything that is wrong with them. */
function readInput(request: FastifyRequest): InputFaults {
  const { body, querystring, params } = schemasOf(request)
  if (params) request.params = coerce(params, request.params as Fields)
  if (querystring) request.query = coerce(querystring, request.query as Fields)
  if (body) request.body = normalize(body, request.body ?? {}, resolverOf(request))
  return {
    path: findFaults(request, 'params', request.params),
    query: findFaults(request, 'querystring', request.query),
    body: [...unstorableStrings(request), ...findFaults(request, 'body', request.body)],
  }
}

const hasFaults = ({ path, query, body }: InputFaults) => path.length + query.length + body.length > 0

/** The 400 with all faults, in the order of the document. */
function refuse(request: FastifyRequest, faults: InputFaults): ApiError {
  const { body, querystring, params } = schemasOf(request)
  const ordered = (prefix: string, schema: TSchema | undefined, found: readonly Fault[]) =>
    sortFaults(uniqueByField(found), schema, resolverOf(request)).map((fault) => ({
      ...fault,
      path: prefix + fault.path,
    }))
  return invalid([
    ...ordered('path', params, faults.path),
    ...ordered('query', querystring, faults.query),
    ...ordered('', body, faults.body),
  ])
}

const nameIn = ({ path }: Fault) => path.split('/', 2)[1] ?? ''

/** The fields with undefined for those that have a fault. */
function validFields(values: unknown, faults: readonly Fault[]): Fields {
  const wrong = new Set(faults.map(nameIn))
  const entries = isObject(values) ? Object.entries(values) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, wrong.has(name) ? undefined : value]))
}

/**
 * Validates the path, the query and the body of every route of this scope and its children, after the hooks
 * `onRequest` and `preValidation` of the route, and refuses the request with all faults at once.
 */
export function addInputValidation(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const faults = readInput(request)
    if (hasFaults(faults)) done(refuse(request, faults))
    else done()
  })
}

/** Finds faults in a body that its schema does not show. Fields that have a fault already are undefined. */
type FindFaults = (input: { account: Caller; params: { id?: number }; body: Fields }) => Promise<Fault[]>

/**
 * A `preValidation` hook: where the schema refuses the request, the answer also lists the faults that `find` finds, so
 * that a client learns of all at once. A request that fits the schema passes; its handler checks the rest itself.
 */
export function alsoReport(find: FindFaults): RouteHook {
  return async (request) => {
    const faults = readInput(request)
    if (!hasFaults(faults)) return
    const valid = { params: validFields(request.params, faults.path), body: validFields(request.body, faults.body) }
    // The schema's faults are reported whether or not the others can be found.
    const more = await find({ account: request.account, ...valid }).catch(() => [])
    throw refuse(request, { ...faults, body: [...faults.body, ...more] })
  }
}

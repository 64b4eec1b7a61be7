import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type ApiError, type Fault, invalid } from '../errors/api-error.ts'
import { normalAlias } from '../links/aliases.ts'
import type { App, Caller, InputFaults } from '../services.ts'
import { type Resolve, sortFaults } from '../validation/fault-order.ts'
import { uniqueByField } from '../validation/faults.ts'
import { bulkBodyOf, unstorableOutside, validateItems } from './bulk-items.ts'
import type { RouteHook } from './route-hooks.ts'
import { findFaults, findFaultsBy } from './validators.ts'

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

interface Member {
  name: string
  property: TSchema
  isRequired: boolean
}

const members = new WeakMap<TSchema, Member[]>()

/** The members of an object schema; bulk requests ask a thousand times. */
function membersOf(schema: TSchema): Member[] {
  const known = members.get(schema)
  if (known) return known
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const listed = Object.entries(schema['properties'] as Record<string, TSchema>).map(([name, property]) => ({
    name,
    property,
    isRequired: required.has(name),
  }))
  members.set(schema, listed)
  return listed
}

/**
 * Normalizes a body before it is validated: removes unknown fields, turns "" in an optional field into null, and removes
 * null except in fields that it clears (`x-clears`). Values of a wrong type are left for the validator to report.
 */
export function normalize(schema: TSchema, value: unknown, resolve: Resolve): unknown {
  if (typeof schema['$ref'] === 'string') return normalize(resolve(schema['$ref']), value, resolve)
  if (schema['x-normalized'] && typeof value === 'string') return normalAlias(value)
  if (Array.isArray(schema['anyOf'])) {
    const branch = value === null ? undefined : branchFor(schema['anyOf'] as TSchema[], value)
    return branch ? normalize(branch, value, resolve) : value
  }
  if (Array.isArray(value)) {
    const items = schema['items'] as TSchema | undefined
    // One item too many is enough for the validator to reject the list; else it would report every item.
    const max = (schema['maxItems'] as number | undefined) ?? Number.POSITIVE_INFINITY
    const checked = value.length > max ? value.slice(0, max + 1) : value
    return items ? checked.map((item) => normalize(items, item, resolve)) : checked
  }
  if (!schema['properties'] || !isObject(value)) return value
  const normalized: Fields = {}
  for (const { name, property, isRequired } of membersOf(schema)) {
    if (!Object.hasOwn(value, name)) continue
    const member = value[name] === '' && !isRequired ? null : value[name]
    if (member !== null || isRequired) normalized[name] = normalize(property, member, resolve)
    else if (property['x-clears']) normalized[name] = null
  }
  return normalized
}

/** Converts query and path values to the integers and booleans of their schema, and drops empty values. */
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

const bulkOf = (request: FastifyRequest) => {
  const { body } = schemasOf(request)
  if (!body) return null
  return bulkBodyOf(typeof body['$ref'] === 'string' ? resolverOf(request)(body['$ref']) : body)
}

const NO_FAULTS: InputFaults = { header: [], path: [], query: [], body: [] }

/** Coerces and normalizes path, query and body of a request, and returns all its faults. */
function readInput(request: FastifyRequest): InputFaults {
  const { body, querystring, params } = schemasOf(request)
  // Redirects have neither.
  if (!body && !querystring && !params && request.faults === null) return NO_FAULTS
  const { header = [], text = [] } = request.faults ?? {}
  if (params) request.params = coerce(params, request.params as Fields)
  if (querystring) request.query = coerce(querystring, request.query as Fields)
  if (body) request.body = normalize(body, request.body ?? {}, resolverOf(request))
  const bulk = bulkOf(request)
  return {
    header,
    path: findFaults(request, 'params', request.params),
    query: findFaults(request, 'querystring', request.query),
    body: bulk
      ? [...unstorableOutside(request, bulk), ...findFaultsBy(request, bulk.rest, request.body)]
      : [...text, ...findFaults(request, 'body', request.body)],
  }
}

const hasFaults = ({ header, path, query, body }: InputFaults) =>
  header.length + path.length + query.length + body.length > 0

/** `invalid_request` with all faults, in the order of the schemas. */
function inputFailure(request: FastifyRequest, faults: InputFaults): ApiError {
  const { body, querystring, params } = schemasOf(request)
  const ordered = (prefix: string, schema: TSchema | undefined, found: readonly Fault[]) =>
    sortFaults(uniqueByField(found), schema, resolverOf(request)).map((fault) => ({
      ...fault,
      path: prefix + fault.path,
    }))
  return invalid([
    ...faults.header,
    ...ordered('path', params, faults.path),
    ...ordered('query', querystring, faults.query),
    ...ordered('', body, faults.body),
  ])
}

const nameIn = ({ path }: Fault) => path.split('/', 2)[1] ?? ''

/** The fields of a part of a request, with undefined for those that have a fault. */
export function validFields(values: unknown, faults: readonly Fault[]): Fields {
  const invalidNames = new Set(faults.map(nameIn))
  const entries = isObject(values) ? Object.entries(values) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, invalidNames.has(name) ? undefined : value]))
}

/**
 * Validates the path, query and body of every route of this scope and its children, after the hooks `onRequest` and
 * `preValidation` of the route. Rejects the request with all faults at once.
 */
export function addInputValidation(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const faults = request.faults?.input ?? readInput(request)
    if (hasFaults(faults)) return done(inputFailure(request, faults))
    const bulk = bulkOf(request)
    if (!bulk) return done()
    // Their handlers decide what becomes of a request with invalid items.
    validateItems(request, bulk, resolverOf(request)).then(() => done(), done)
  })
}

/** Finds faults that need the database. Fields that the schema has rejected are undefined. */
type FindFaults = (input: { account: Caller; params: { id?: number }; body: Fields }) => Promise<Fault[]>

/**
 * A `preValidation` hook: if the schema rejects the request, the response also lists the faults of `find`, so that clients
 * get all at once. Requests that match the schema pass; their handlers check the rest.
 */
export function alsoReport(find: FindFaults): RouteHook {
  return async (request) => {
    const faults = readInput(request)
    // It is not validated a second time before the handler.
    request.faults = { ...request.faults, input: faults }
    if (!hasFaults(faults)) return
    const valid = { params: validFields(request.params, faults.path), body: validFields(request.body, faults.body) }
    // The faults of the schema are reported even if `find` fails.
    const more = await find({ account: request.account, ...valid }).catch(() => [])
    throw inputFailure(request, { ...faults, body: [...faults.body, ...more] })
  }
}

import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type ApiError, type Fault, invalid } from '../errors/api-error.ts'
import type { App, Caller, InputFaults } from '../services.ts'
import { type Resolve, sortFaults } from '../validation/fault-order.ts'
import { uniqueByField } from '../validation/faults.ts'
import { isObject, normalize } from '../validation/normalize.ts'
import { bulkBodyOf, unstorableOutside, validateItems } from './bulk-items.ts'
import type { RouteHook } from './route-hooks.ts'
import { findFaults, findFaultsBy } from './validators.ts'

type Fields = Record<string, unknown>

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
    // Handlers of bulk requests decide whether invalid items fail the request.
    validateItems(request, bulk, resolverOf(request)).then(() => done(), done)
  })
}

/** Finds faults that need the database. Fields that the schema has rejected are undefined. */
type FindFaults = (input: { account: Caller; params: { id?: number }; body: Fields }) => Promise<Fault[]>

/**
 * A `preValidation` hook: if the schema rejects the request, the response also lists the faults of `find`, so that
 * clients get all at once. Requests that match the schema pass; their handlers check the rest.
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

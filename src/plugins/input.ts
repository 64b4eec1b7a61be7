import type { TSchema } from '@sinclair/typebox'
import { type Fault, invalid } from '../errors.ts'
import type { App } from '../parts.ts'
import { faultsOf, unite } from '../work/faults.ts'
import { unstorableStrings } from './body.ts'
import { inOrder, type Resolve } from './fault-order.ts'
import { complaintsOf } from './validators.ts'

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
    // One too many is enough for the validator to refuse; it would complain of every item.
    const most = (schema['maxItems'] as number | undefined) ?? Number.POSITIVE_INFINITY
    const looked = value.length > most ? value.slice(0, most + 1) : value
    return items ? looked.map((item) => normalize(items, item, resolve)) : looked
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

type Schemas = Record<string, TSchema | undefined>

const nameIn = ({ path }: Fault) => path.split('/', 2)[1] ?? ''

/** The fields with undefined for those that have a fault. */
function rightOf(values: unknown, faults: readonly Fault[]): Fields {
  const wrong = new Set(faults.map(nameIn))
  const entries = isObject(values) ? Object.entries(values) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, wrong.has(name) ? undefined : value]))
}

/**
 * Prepares the input of every route of this scope and its children, and refuses what is not valid: all that is wrong with
 * the path, the query and the body is told at once.
 */
export function checkInput(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, querystring, params } = (request.routeOptions.schema ?? {}) as Schemas
    const resolve: Resolve = (id) => request.server.getSchema(id) as TSchema
    if (params) request.params = coerce(params, request.params as Fields)
    if (querystring) request.query = coerce(querystring, request.query as Fields)
    if (body) request.body = normalize(body, request.body ?? {}, resolve)
    const inPath = params ? faultsOf(complaintsOf(request, 'params', request.params)) : []
    const inQuery = querystring ? faultsOf(complaintsOf(request, 'querystring', request.query)) : []
    const inBody = [
      ...unstorableStrings(request),
      ...(body ? faultsOf(complaintsOf(request, 'body', request.body)) : []),
    ]
    if (inPath.length + inQuery.length + inBody.length === 0) return done()

    const tell = (lookedUp: readonly Fault[] = []) => {
      const told = (prefix: string, schema: TSchema | undefined, found: readonly Fault[]) =>
        inOrder(unite(found), schema, resolve).map((one) => ({ ...one, path: prefix + one.path }))
      const faults = [
        ...told('path', params, inPath),
        ...told('query', querystring, inQuery),
        ...told('', body, [...inBody, ...lookedUp]),
      ]
      done(invalid(faults))
    }
    const { lookUp } = request.routeOptions.config
    if (!lookUp) return tell()
    const right = { params: rightOf(request.params, inPath), body: rightOf(request.body, inBody) }
    // What is wrong already is wrong whether or not the look-up succeeds.
    lookUp({ account: request.account, ...right }).then(tell, () => tell())
  })
}

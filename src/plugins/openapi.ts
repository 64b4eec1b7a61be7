import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { Ref } from '../../schemas/ref.ts'
import { Created, Done, Failure } from '../../schemas/replies.ts'
import { baseOperations, documentVersion } from '../contract.ts'
import { type FailureCode, failureCodes } from '../errors/codes.ts'
import { completeDocument } from '../openapi/complete-document.ts'
import { GUIDE, TAGS } from '../openapi/guide.ts'
import type { OpenApi } from '../openapi/model.ts'
import type { App } from '../services.ts'
import { hooksOf } from './route-hooks.ts'

/** Collects the routes into the OpenAPI document. Must be awaited before any route is registered. */
export async function collectDocument(app: App): Promise<void> {
  for (const schema of [Failure, Done, Created]) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waymark API',
        version: documentVersion,
        summary: 'Short links, QR codes, bio pages and campaigns over one JSON API.',
        description: GUIDE,
        contact: { name: 'The Waymark project' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: 'http://127.0.0.1:3000', description: 'A fresh installation' }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'The API key of an account.' } },
      },
    },
    convertConstToEnum: false,
    transformObject: (collected) =>
      completeDocument(
        ('openapiObject' in collected ? collected.openapiObject : {}) as unknown as OpenApi,
        baseOperations,
      ) as object,
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => (json.$id as string | undefined) ?? `def-${i}` },
  })
}

const KEY_CODES: FailureCode[] = ['key_missing', 'key_unknown', 'key_revoked', 'key_expired']
const RESTRICTION_CODES: FailureCode[] = [
  'ip_not_allowed',
  'permission_required',
  'domain_not_allowed',
  'account_suspended',
]
const READ_CODES: FailureCode[] = ['database_away', 'busy', 'closing']
const WRITE_CODES: FailureCode[] = [...READ_CODES, 'database_full', 'database_read_only']
// Failures before the route of a request is known, and errors of the service.
const UNEXPECTED_CODES: FailureCode[] = [
  'internal_error',
  'invalid_request',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'expectation_failed',
]

type Responses = Record<string, { 'x-codes'?: readonly FailureCode[] }>

/** The failure codes of a route: those of every route of its kind, those of its hooks, and those it declares itself. */
function codesOf(route: RouteOptions, needsKey: boolean): FailureCode[] {
  const { params, querystring, response } = route.schema ?? {}
  const isWrite = route.method !== 'GET' && !hooksOf(route).some(({ scope }) => scope === 'read')
  const hasBody = route.method !== 'GET'
  return [
    ...(hasBody || querystring || params ? (['invalid_request'] as const) : []),
    ...(needsKey ? KEY_CODES : []),
    ...(params ? (['not_found'] as const) : []),
    ...(hasBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limited',
    ...(isWrite ? WRITE_CODES : READ_CODES),
    ...hooksOf(route).flatMap(({ codes = [] }) => codes),
    ...Object.entries((response ?? {}) as Responses).flatMap(([status, { 'x-codes': codes = [] }]) => {
      for (const code of codes)
        if (String(failureCodes[code].status) !== status)
          throw new Error(`${route.method} ${route.url}: the status of ${code} is not ${status}`)
      return codes
    }),
    ...(needsKey ? RESTRICTION_CODES : []),
  ]
}

/**
 * A hook `onRoute` that adds the failures of a route to its responses. Throws if the route lacks what the document
 * needs.
 */
export const documentFailures =
  ({ needsKey }: { needsKey: boolean }) =>
  (route: RouteOptions): void => {
    if (route.method === 'HEAD' || route.schema?.hide) return
    const schema = route.schema
    const { summary, tags, operationId } = schema ?? {}
    if (!schema || !summary || !operationId || !tags?.length || !schema.response)
      throw new Error(`${route.method} ${route.url} has no operationId, tags, summary or responses`)
    const unknown = tags.find((tag) => !TAGS.some(({ name }) => name === tag))
    if (unknown !== undefined)
      throw new Error(`${route.method} ${route.url}: the tag ${unknown} is not in src/openapi/guide.ts`)
    const codes: Record<string, FailureCode[]> = { default: UNEXPECTED_CODES }
    for (const code of new Set(codesOf(route, needsKey))) {
      const { status } = failureCodes[code]
      codes[status] = [...(codes[status] ?? []), code]
    }
    const failures = Object.fromEntries(Object.keys(codes).map((status) => [status, Ref(Failure)]))
    schema.response = { ...(schema.response as object), ...failures }
    Object.assign(schema, { 'x-codes': codes })
    if (needsKey) schema.security = [{ apiKey: [] }]
  }

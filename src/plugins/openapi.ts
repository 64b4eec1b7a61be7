import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { Ref } from '../../schemas/ref.ts'
import { Failure } from '../../schemas/replies.ts'
import { baseOperations, documentVersion } from '../contract.ts'
import type { App } from '../parts.ts'
import { finishDocument } from '../work/openapi/finish.ts'
import { GUIDE } from '../work/openapi/guide.ts'
import type { OpenApi } from '../work/openapi/model.ts'

/** Collects the routes into the OpenAPI document; must be awaited before any route is made. */
export async function collectDocument(app: App): Promise<void> {
  app.addSchema(Failure)
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
      finishDocument(
        ('openapiObject' in collected ? collected.openapiObject : {}) as unknown as OpenApi,
        baseOperations,
      ) as object,
    refResolver: { buildLocalReference: (json, _base, _fragment, i) => (json.$id as string | undefined) ?? `def-${i}` },
  })
}

/** Adds to an operation of /api the failures it can answer with, and refuses one that the document could not describe. */
export function documentFailures(route: RouteOptions): void {
  if (route.method === 'HEAD' || route.schema?.hide) return
  const schema = route.schema
  const { summary, tags, operationId } = schema ?? {}
  const response = schema?.response as Record<string, unknown> | undefined
  if (!schema || !summary || !operationId || !tags?.length || !response)
    throw new Error(`${route.method} ${route.url} has no operationId, tags, summary or responses`)
  const failure = Ref(Failure)
  const hasBody = route.method !== 'GET'
  const isWrite = hasBody && !route.config?.reads
  schema.response = {
    ...response,
    ...(hasBody || schema.querystring || schema.params ? { 400: failure } : {}),
    401: failure,
    ...(isWrite ? { 403: failure } : {}),
    ...(schema.params ? { 404: failure } : {}),
    ...(hasBody ? { 413: failure, 415: failure } : {}),
    429: failure,
    503: failure,
    default: failure,
  }
  schema.security = [{ apiKey: [] }]
}

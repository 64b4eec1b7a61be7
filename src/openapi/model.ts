/** The parts of an OpenAPI 3.1 document that our programs use. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description?: string; [more: string]: unknown }
  servers: { url: string; description?: string }[]
  tags: Tag[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, OperationParameter>
    responses: Record<string, Response>
    headers: Record<string, Header>
    securitySchemes: Record<string, unknown>
  }
  [more: string]: unknown
}

export interface Tag {
  name: string
  description?: string
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: OperationParameter[]
  requestBody?: { required?: boolean; description?: string; content: Record<string, Media> }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
  [more: `x-${string}`]: unknown
}

export interface OperationParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
  [more: string]: unknown
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Media>
  links?: Record<string, { operationId: string; parameters: Record<string, string>; description: string }>
}

export interface Header {
  description: string
  required?: boolean
  schema: Schema
  [more: `x-${string}`]: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  example?: unknown
  default?: unknown
  [more: string]: unknown
}

/** An operation with its method and path. */
export interface Entry {
  method: string
  path: string
  operation: Operation
}

/** All operations of a document, in its order; references to shared parameters are resolved. */
export const entriesOf = (document: Pick<OpenApi, 'paths'> & Partial<Pick<OpenApi, 'components'>>): Entry[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: withParameters(operation, document.components?.parameters ?? {}),
    })),
  )

function withParameters(operation: Operation, shared: Record<string, OperationParameter>): Operation {
  if (!operation.parameters?.some(({ $ref }) => $ref !== undefined)) return operation
  const parameters = operation.parameters.map((parameter) => {
    const { $ref } = parameter
    return typeof $ref === 'string' ? (shared[nameOf($ref)] ?? parameter) : parameter
  })
  return { ...operation, parameters }
}

/** The example, or the first of the named examples. */
export const firstExample = ({ example, examples }: Media): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The schema, with a reference to a component resolved. */
export function resolve(document: Pick<OpenApi, 'components'>, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const component = document.components.schemas[nameOf(schema.$ref)]
  if (!component) throw new Error(`${schema.$ref} is not in the document`)
  return component
}

/** The response, with a reference to a component resolved. */
export function resolveResponse(document: Pick<OpenApi, 'components'>, response: Response): Response {
  if (response.$ref === undefined) return response
  const component = document.components.responses[nameOf(response.$ref)]
  if (!component) throw new Error(`${response.$ref} is not in the document`)
  return component
}

import { entriesOf, type OpenApi, resolve, type Schema } from '../../src/openapi/model.ts'

/** An operation of the published document, for tests of all operations. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with `{name}` for each parameter. */
  template: string
  params: { name: string; schema: Schema }[]
  body: Schema | undefined
  isList: boolean
  isApi: boolean
  /** Whether the document says that a read key is refused. */
  isWrite: boolean
}

/** Every operation of the document. */
export function operationsOf(document: OpenApi): Operation[] {
  return entriesOf(document).map(({ method, path, operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema
    return {
      id: operation.operationId,
      method: method as Operation['method'],
      template: path,
      params: (operation.parameters ?? []).filter((parameter) => parameter.in === 'path'),
      body: body && resolve(document, body),
      isList: (operation.parameters ?? []).some((parameter) => parameter.in === 'query' && parameter.name === 'page'),
      isApi: path.startsWith('/api/'),
      isWrite: '422' in operation.responses,
    }
  })
}

/** A value from the schema's examples; of an object the required fields, or all that have an example. */
export function exampleOf(document: OpenApi, given: Schema, all = false): unknown {
  const schema = resolve(document, given)
  const examples = given.examples ?? schema.examples
  if (examples && examples.length > 0) return examples[0]
  const properties = schema.properties
  if (properties) {
    const required = new Set(schema.required ?? [])
    const wanted = Object.entries(properties).filter(([name]) => all || required.has(name))
    return Object.fromEntries(wanted.map(([name, property]) => [name, exampleOf(document, property, all)]))
  }
  const branches = schema.anyOf ?? schema.oneOf
  if (branches?.[0]) return exampleOf(document, branches[0], all)
  if (schema.type === 'array') return [exampleOf(document, schema.items ?? {}, all)]
  return schema.enum?.[0]
}

/** The URL of an operation with these parameter values. */
export function addressOf(operation: Operation, values: Record<string, string | number>): string {
  return operation.template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => String(values[name]))
}

/** The resource that a parameter identifies: the noun before it in the path, or the one in its name. */
export function nounOf({ template }: Operation, param: string, type = ''): string {
  if (param === 'linkid' || (param === 'itemid' && type === 'links')) return 'url'
  if (param === 'itemid') return type
  if (param !== 'id' && param.endsWith('id')) return param.slice(0, -2)
  return new RegExp(`/([^/]+)/\\{${param}\\}`).exec(template)?.[1] ?? ''
}

/** The combinations of values of parameters that are not ids. */
export function choicesOf(operation: Operation): Record<string, string>[] {
  const listed = operation.params.filter(({ schema }) => schema.enum)
  let choices: Record<string, string>[] = [{}]
  for (const { name, schema } of listed)
    choices = choices.flatMap((choice) => (schema['enum'] as string[]).map((value) => ({ ...choice, [name]: value })))
  return choices
}

/** The parameters that are ids. */
export const idParams = (operation: Operation) =>
  operation.params.filter(({ schema }) => schema.type === 'integer' || schema.anyOf?.[0]?.type === 'integer')

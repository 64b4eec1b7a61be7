import { type Entry, type OpenApi, resolve, type Schema } from '../openapi/model.ts'
import type { ToolDefinition } from './tools.ts'

/** A JSON Schema whose root is an object, as the protocol demands. */
export interface ObjectSchema extends Schema {
  type: 'object'
  properties: Record<string, Schema>
  required: string[]
}

// Examples are for readers of the document; models need the descriptions of inputs only.
const forInput = (name: string) => !/^(x-|examples?$)/.test(name)
const forOutput = (name: string) => forInput(name) && name !== 'description'

/** A copy without references and without the keywords that `isKept` refuses. */
function inlined(document: OpenApi, schema: Schema, isKept: (keyword: string) => boolean): Schema {
  const { properties, ...rest } = resolve(document, schema)
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    return typeof value === 'object' && value !== null ? inlined(document, value as Schema, isKept) : value
  }
  const inner = Object.entries(properties ?? {}).map(([name, property]) => [name, inlined(document, property, isKept)])
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .filter(([name, value]) => isKept(name) && value !== undefined)
        .map(([name, value]) => [
          name,
          name === 'enum' || name === 'const' || name === 'default' ? value : copy(value),
        ]),
    ),
    ...(properties ? { properties: Object.fromEntries(inner) } : {}),
  }
}

/** The arguments of a tool: parameters of path and query and fields of the body of its operation, side by side. */
export function inputSchema(document: OpenApi, { operation }: Entry, tool: ToolDefinition): ObjectSchema {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header')
  const given = parameters.filter(({ name }) => !(name in (tool.fixed ?? {})))
  const media = operation.requestBody?.content[tool.file?.type ?? 'application/json']
  const body = media ? inlined(document, media.schema, forInput) : {}
  const { description: _, ...fields } = tool.file
    ? { properties: { [tool.file.argument]: body }, required: [tool.file.argument] }
    : (body as Partial<ObjectSchema>)
  return {
    ...fields,
    type: 'object',
    properties: {
      ...Object.fromEntries(
        given.map(({ name, description, schema }) => [
          name,
          { ...inlined(document, schema, forInput), ...(description === undefined ? {} : { description }) },
        ]),
      ),
      ...fields.properties,
    },
    required: [...given.filter(({ required }) => required).map(({ name }) => name), ...(fields.required ?? [])],
  }
}

/** The structured result of a tool: the reply of its operation. */
export function outputSchema(document: OpenApi, { operation }: Entry): ObjectSchema {
  const media = operation.responses['200']?.content?.['application/json']
  if (!media) throw new Error(`${operation.operationId} has no JSON reply`)
  return inlined(document, media.schema, forOutput) as ObjectSchema
}

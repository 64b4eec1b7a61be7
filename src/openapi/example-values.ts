import { type OpenApi, resolve, type Schema } from './model.ts'

// Optional fields of responses, which the example requests do not cause.
const RARE = ['warnings', 'atleast']

type Components = Pick<OpenApi, 'components'>

/**
 * An example value of a schema: its first example if it has one, else composed of the examples of its parts. Optional
 * fields are left out unless `all` is true, so that example requests work without changes.
 */
export function exampleOf(document: Components, given: Schema, all: boolean): unknown {
  const schema = resolve(document, given)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.example !== undefined) return schema.example
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  const branch = (schema.anyOf ?? schema.oneOf)?.[0]
  if (branch) return exampleOf(document, branch, all)
  if (schema.properties) {
    const required = new Set(schema.required ?? [])
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => (all && !RARE.includes(name)) || required.has(name))
        .map(([name, property]) => [name, exampleOf(document, property, all)]),
    )
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [exampleOf(document, schema.items, all)] : []
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1
  if (type === 'boolean') return true
  return type === 'null' ? null : 'text'
}

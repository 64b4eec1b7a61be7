import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { createCatalog } from '../../src/mcp/server.ts'
import { entriesOf, type OpenApi, type Schema } from '../../src/openapi/model.ts'
import { documentOf } from '../support/document.ts'
import { exampleOf } from '../support/operations.ts'
import { startService } from '../support/service.ts'

const service = await startService(t)
const document = documentOf(service.app)
const catalog = [...createCatalog(document).values()]

/** A schema of the document, with components in the place of references and without examples and extensions. */
function plain(value: unknown, omitted: readonly string[], { components }: OpenApi): unknown {
  const text = JSON.stringify(value, function (this: unknown, name, member) {
    const isField = (this as { isFields?: boolean }).isFields === true
    if (!isField && (name.startsWith('x-') || omitted.includes(name))) return undefined
    if (name === 'properties' && typeof member === 'object')
      return Object.defineProperty({ ...member }, 'isFields', { value: true })
    const ref = (member as Schema | null)?.$ref
    return ref === undefined ? member : components.schemas[ref.replace('#/components/schemas/', '')]
  })
  return JSON.parse(text)
}

t.test('the schemas of a tool are those of its operation', async (t) => {
  const entries = new Map(entriesOf(document).map((entry) => [entry.operation.operationId, entry]))
  for (const { definition, tool } of catalog) {
    const operation = entries.get(definition.operationId)?.operation
    if (!operation) throw new Error(`${definition.operationId} is not in the document`)
    const examples = ['example', 'examples']
    const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header')
    const body = plain(operation.requestBody?.content['application/json']?.schema ?? {}, examples, document) as Schema
    const expected = {
      ...Object.fromEntries(
        parameters
          .filter(({ name }) => definition.fixed?.[name] === undefined)
          .map(({ name, schema, description }) => [
            name,
            { ...(plain(schema, examples, document) as Schema), description },
          ]),
      ),
      ...body.properties,
      ...(definition.file
        ? {
            [definition.file.argument]: plain(
              operation.requestBody?.content[definition.file.type]?.schema,
              examples,
              document,
            ),
          }
        : {}),
    }
    t.same(tool.inputSchema.properties, expected, `${tool.name}: arguments`)
    t.same(
      tool.inputSchema.required,
      [
        ...parameters.filter(({ required }) => required).map(({ name }) => name),
        ...(definition.file ? [definition.file.argument] : (body.required ?? [])),
      ],
      `${tool.name}: required arguments`,
    )
    const names = [...parameters.map(({ name }) => name), ...Object.keys(body.properties ?? {})]
    t.equal(new Set(names).size, names.length, `${tool.name}: no argument is both a parameter and a field`)
    const reply = operation.responses['200']?.content?.['application/json']?.schema
    t.same(tool.outputSchema, plain(reply, [...examples, 'description'], document), `${tool.name}: result`)
  }
})

t.test('the schemas of the tools compile, and accept the examples of the document', async (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const entries = new Map(entriesOf(document).map((entry) => [entry.operation.operationId, entry]))
  for (const { definition, tool } of catalog) {
    const operation = entries.get(definition.operationId)?.operation
    const reply = operation?.responses['200']?.content?.['application/json']
    const validate = ajv.compile(tool.outputSchema as object)
    t.ok(validate(reply?.example), `${tool.name}: ${JSON.stringify(validate.errors)}`)
    const body = operation?.requestBody?.content['application/json']?.schema
    const ids = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path')
    const sent = {
      ...(body ? (exampleOf(document, body) as object) : {}),
      ...Object.fromEntries(ids.map(({ name }) => [name, 1])),
      ...(definition.file ? { [definition.file.argument]: 'url\nhttps://example.com/' } : {}),
    }
    const accepts = ajv.compile(tool.inputSchema as object)
    t.ok(accepts(sent), `${tool.name}: ${JSON.stringify(accepts.errors)}`)
  }
})

t.test('tools are described for models and people', async (t) => {
  const methods = new Map(entriesOf(document).map(({ method, operation }) => [operation.operationId, method]))
  for (const { definition, tool } of catalog) {
    t.match(tool.name, /^[a-z]+(_[a-z]+){1,2}$/)
    t.ok(tool.title && tool.description && tool.description.length > 60, tool.name)
    const method = methods.get(definition.operationId)
    const { readOnlyHint, destructiveHint } = definition.hints
    if (definition.operationId !== 'explainLink') t.equal(readOnlyHint, method === 'GET', tool.name)
    if (method === 'PUT' || method === 'DELETE') t.ok(destructiveHint, tool.name)
    for (const [name, { description }] of Object.entries(tool.inputSchema.properties as Record<string, Schema>))
      t.ok(description, `${tool.name}: ${name} has a description`)
    for (const [, name = '', value] of tool.description?.matchAll(/`(\w+): "(\w+)"`/g) ?? []) {
      const named = (tool.inputSchema.properties as Record<string, Schema>)[name]
      t.ok((named?.['enum'] as unknown[] | undefined)?.includes(value), `${tool.name}: ${name} may be ${value}`)
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(catalog.map(({ tool }) => tool)))
  t.ok(bytes < 100_000, `the list of tools has ${bytes} bytes`)
})

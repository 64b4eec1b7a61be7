import { CHECK } from '../faults.ts'
import { BODIES } from './bodies.ts'
import { exampleOf } from './example.ts'
import { describeAnswers, headers } from './failures.ts'
import { TAGS } from './guide.ts'
import { linkCreates } from './links.ts'
import {
  type Entry,
  entriesOf,
  type OpenApi,
  type Operation,
  type OperationParameter,
  type Schema,
  type Tag,
} from './model.ts'
import { publishedSchemas } from './published.ts'

/** What the collector of routes leaves to do, done once for all operations. Changes the document it is given. */
export function finishDocument(document: OpenApi, baseOperations: ReadonlySet<string>): OpenApi {
  const { components } = document
  components.schemas = sorted(publishedSchemas(components.schemas))
  components.headers = headers
  components.responses = {}
  for (const schema of Object.values(components.schemas)) explainNull(schema)
  document.paths = ordered(document)
  const entries = entriesOf(document)
  for (const entry of entries) finishOperation(document, entry, baseOperations)
  components.responses = sorted(components.responses)
  linkCreates(entries)
  const used = new Set([...entries, ...entriesOf({ paths: document.webhooks ?? {} })].flatMap((e) => e.operation.tags))
  const known = TAGS.filter(({ name }) => used.has(name))
  document.tags = [
    ...known,
    ...[...used].filter((name) => !known.some((tag) => tag.name === name)).map((name) => ({ name })),
  ]
  document['x-tagGroups'] = groupsOf(document.tags, entries)
  return inReadingOrder(document)
}

/** Apart: what the base document speaks of, and what has come to it. */
function groupsOf(tags: Tag[], entries: Entry[]): NonNullable<OpenApi['x-tagGroups']> {
  const based = new Set(entries.filter((e) => !e.operation['x-addition']).flatMap((e) => e.operation.tags))
  const names = tags.map(({ name }) => name)
  return [
    { name: 'Base document', tags: names.filter((name) => based.has(name)) },
    { name: 'Additions', tags: names.filter((name) => !based.has(name)) },
  ]
}

function inReadingOrder({
  openapi,
  info,
  servers,
  tags,
  'x-tagGroups': groups,
  paths,
  webhooks,
  components,
}: OpenApi): OpenApi {
  const { securitySchemes, schemas, responses, headers } = components
  return {
    openapi,
    info,
    servers,
    tags,
    'x-tagGroups': groups ?? [],
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: { securitySchemes, schemas, responses, headers },
  }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The paths in the order of their tags; within a tag as they were registered. */
function ordered(document: OpenApi): OpenApi['paths'] {
  const rank = (item: Record<string, Operation>) => {
    const tag = Object.values(item)[0]?.tags[0]
    const place = TAGS.findIndex(({ name }) => name === tag)
    return place < 0 ? TAGS.length : place
  }
  return Object.fromEntries(Object.entries(document.paths).sort(([, a], [, b]) => rank(a) - rank(b)))
}

function finishOperation(
  document: OpenApi,
  { method, path, operation }: Entry,
  baseOperations: ReadonlySet<string>,
): void {
  describeAnswers(document, operation, path.startsWith('/api/'))
  if (!baseOperations.has(`${method} ${path}`)) operation['x-addition'] = true
  for (const parameter of operation.parameters ?? []) finishParameter(parameter)
  const place = ({ in: where, name }: OperationParameter) =>
    where === 'path' ? path.indexOf(`{${name}}`) : path.length
  operation.parameters?.sort((a, b) => place(a) - place(b))
  for (const media of Object.values(operation.requestBody?.content ?? {}))
    media.example ??= BODIES[operation.operationId] ?? exampleOf(document, media.schema, false)
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue
    for (const media of Object.values(response.content ?? {})) {
      const name = media.schema.$ref?.slice('#/components/schemas/'.length)
      const description = name === undefined ? undefined : document.components.schemas[name]?.description
      if (description !== undefined) response.description = description
      media.example ??= exampleOf(document, media.schema, true)
    }
  }
}

/** Of a path parameter the example is what readers try; of the others it only shows: nobody wants to be searched for. */
function finishParameter(parameter: OperationParameter): void {
  const { description, examples, 'x-addition': isAddition, [CHECK]: _check, ...schema } = parameter.schema
  const { example = examples?.[0] } = parameter
  parameter.schema = schema
  parameter.description ??= description
  if (isAddition) parameter['x-addition'] = true
  delete parameter.example
  if (parameter.in === 'path') parameter.example = example
  else schema.examples = [example]
}

/** A field that null empties says so to people as well as (`x-clears`) to programs. */
function explainNull(schema: Schema): void {
  for (const property of Object.values(schema.properties ?? {})) {
    if (property['x-clears'] && !/\bnull\b/i.test(property.description ?? ''))
      property.description = `${property.description ?? ''} \`null\` clears it.`.trim()
  }
}

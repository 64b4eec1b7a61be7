import { CHECK } from '../validation/faults.ts'
import { FORM } from '../validation/messages.ts'
import { eventWebhooks } from './event-webhooks.ts'
import { EXAMPLE_BODIES, NAMED_EXAMPLE_BODIES } from './example-bodies.ts'
import { exampleOf } from './example-values.ts'
import { describeResponses, listCodes } from './failures.ts'
import { TAGS } from './guide.ts'
import { headers } from './headers.ts'
import {
  type Entry,
  entriesOf,
  type Media,
  type OpenApi,
  type Operation,
  type OperationParameter,
  type Schema,
  type Tag,
} from './model.ts'
import { addOperationLinks } from './operation-links.ts'
import { publishedSchemas, withExternal } from './published-schemas.ts'
import { shareParameters, shareReplies, sorted } from './shared-components.ts'

/**
 * Completes the document that was collected from the routes: responses, examples, order, shared components. Modifies
 * `document`.
 */
export function completeDocument(document: OpenApi, baseOperations: ReadonlySet<string>): OpenApi {
  const { components } = document
  components.schemas = sorted(publishedSchemas(components.schemas))
  components.headers = headers
  components.responses = {}
  for (const schema of Object.values(components.schemas)) describeNull(schema)
  document.paths = ordered(document)
  document.webhooks = eventWebhooks()
  const entries = entriesOf(document)
  for (const entry of entries) completeOperation(document, entry, baseOperations)
  components.responses = sorted(components.responses)
  listCodes(document)
  addOperationLinks(entries)
  shareParameters(document)
  shareReplies(document)
  const used = new Set([...entries, ...entriesOf({ paths: document.webhooks ?? {} })].flatMap((e) => e.operation.tags))
  const known = TAGS.filter(({ name }) => used.has(name))
  document.tags = [
    ...known,
    ...[...used].filter((name) => !known.some((tag) => tag.name === name)).map((name) => ({ name })),
  ]
  document['x-tagGroups'] = groupsOf(document.tags, entries)
  return inReadingOrder(document)
}

/** Two groups of tags: those of the base document, and those that only have additions. */
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
  const { securitySchemes, schemas, parameters = {}, responses, headers } = components
  return {
    openapi,
    info,
    servers,
    tags,
    'x-tagGroups': groups ?? [],
    paths,
    ...(webhooks ? { webhooks } : {}),
    components: { securitySchemes, schemas, parameters, responses, headers },
  }
}

/** Adds the example bodies of an operation: by name if there are several, else one. */
function addExamples(document: OpenApi, operationId: string, media: Media): void {
  const named = NAMED_EXAMPLE_BODIES[operationId]
  if (named) media.examples = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }]))
  else media.example ??= EXAMPLE_BODIES[operationId] ?? exampleOf(document, media.schema, false)
}

/** The paths in the order of their tags; within a tag in the order of registration. */
function ordered(document: OpenApi): OpenApi['paths'] {
  const rank = (item: Record<string, Operation>) => {
    const tag = Object.values(item)[0]?.tags[0]
    const place = TAGS.findIndex(({ name }) => name === tag)
    return place < 0 ? TAGS.length : place
  }
  return Object.fromEntries(Object.entries(document.paths).sort(([, a], [, b]) => rank(a) - rank(b)))
}

function completeOperation(
  document: OpenApi,
  { method, path, operation }: Entry,
  baseOperations: ReadonlySet<string>,
): void {
  describeResponses(document, operation, { isLimited: path.startsWith('/api/'), isBulk: path.includes('/bulk') })
  if (!baseOperations.has(`${method} ${path}`)) operation['x-addition'] = true
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema['x-external']) parameter.schema = withExternal(parameter.schema)
    completeParameter(parameter)
  }
  const place = ({ in: where, name }: OperationParameter) =>
    where === 'path' ? path.indexOf(`{${name}}`) : path.length
  operation.parameters?.sort((a, b) => place(a) - place(b))
  for (const media of Object.values(operation.requestBody?.content ?? {}))
    addExamples(document, operation.operationId, media)
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

/**
 * Tools fill `example` of a parameter into requests, so only path parameters get it; others get `examples` in their
 * schema.
 */
function completeParameter(parameter: OperationParameter): void {
  const {
    description,
    examples,
    'x-addition': isAddition,
    [CHECK]: _check,
    [FORM]: _form,
    ...schema
  } = parameter.schema
  const { example = examples?.[0] } = parameter
  parameter.schema = schema
  parameter.description ??= description
  if (isAddition) parameter['x-addition'] = true
  delete parameter.example
  if (parameter.in === 'path') parameter.example = example
  else schema.examples = [example]
}

/** Adds to the description of fields with `x-clears` that null clears them. */
function describeNull(schema: Schema): void {
  for (const property of Object.values(schema.properties ?? {})) {
    if (property['x-clears'] && !/\bnull\b/i.test(property.description ?? ''))
      property.description = `${property.description ?? ''} \`null\` clears it.`.trim()
  }
}

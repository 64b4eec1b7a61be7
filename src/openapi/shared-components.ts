import { entriesOf, type OpenApi, type OperationParameter } from './model.ts'

// Keyword of schemas that the document shows as a reference to a shared component (schemas/ref.ts).
const AS = 'x-published-as'
const PREFIX = '#/components/schemas/'

/** A record with its names in order. */
export const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

// The parameters of every list, and of every write.
const SHARED = ['query limit', 'query page', 'header Idempotency-Key']

/** Moves the parameters that all lists or all writes have in common to the components. */
export function shareParameters(document: OpenApi): void {
  const shared: Record<string, OperationParameter> = {}
  for (const { operation } of entriesOf(document))
    operation.parameters = operation.parameters?.map((parameter) => {
      if (!SHARED.includes(`${parameter.in} ${parameter.name}`)) return parameter
      shared[parameter.name] ??= parameter
      const known = shared[parameter.name]
      if (JSON.stringify(known) !== JSON.stringify(parameter)) return parameter
      return { $ref: `#/components/parameters/${parameter.name}` } as unknown as OperationParameter
    })
  document.components.parameters = sorted(shared)
}

/** Lets responses of the same shape refer to one component; each keeps its own description and example. */
export function shareReplies(document: OpenApi): void {
  const { schemas } = document.components
  for (const { operation } of entriesOf(document))
    for (const { content = {} } of Object.values(operation.responses))
      for (const { schema } of Object.values(content)) {
        const shared = schemas[schema.$ref?.slice(PREFIX.length) ?? '']?.[AS]
        if (shared !== undefined) schema.$ref = `${PREFIX}${shared}`
      }
  document.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([, schema]) => !(AS in schema)))
}

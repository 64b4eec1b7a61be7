import { type Entry, entriesOf, type OpenApi, type Parameter, resolve, resolveResponse, type Schema } from './model.ts'

/** Which way a value goes: `in` is sent by clients, who must not be asked for more; `out` is read by them, who must not get less. */
type Direction = 'in' | 'out'

interface Side {
  document: OpenApi
  schema: Schema
}

const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

const branchesOf = (schema: Schema) => schema.anyOf ?? schema.oneOf

/** The kinds of value a schema allows, by name; a reference to a component is followed. */
function kindsOf({ document, schema: given }: Side): Map<string, Schema> {
  const schema = resolve(document, given)
  const branches = branchesOf(schema)
  if (branches) return new Map(branches.flatMap((branch) => [...kindsOf({ document, schema: branch })]))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return new Map(types.map((type) => [type, schema]))
}

function compareLimits(old: Schema, now: Schema, where: string, direction: Direction): string[] {
  // For what clients send, narrower breaks; for what they read, wider may: only enumerations are told then.
  const faults: string[] = []
  const values = (schema: Schema) => schema.enum?.map((value) => JSON.stringify(value))
  const [before, after] = [values(old), values(now)]
  if (direction === 'in') {
    for (const value of before ?? [])
      if (after && !after.includes(value)) faults.push(`${where} no longer takes ${value}`)
    if (!before && after) faults.push(`${where} takes only ${after.join(', ')} now`)
    for (const limit of ['maxLength', 'maximum', 'maxItems'])
      if (Number(now[limit] ?? Infinity) < Number(old[limit] ?? Infinity))
        faults.push(`${where}: ${limit} fell from ${old[limit] ?? 'none'} to ${now[limit]}`)
    for (const limit of ['minLength', 'minimum', 'minItems'])
      if (Number(now[limit] ?? -Infinity) > Number(old[limit] ?? -Infinity))
        faults.push(`${where}: ${limit} rose from ${old[limit] ?? 'none'} to ${now[limit]}`)
    if (now['pattern'] !== undefined && now['pattern'] !== old['pattern'])
      faults.push(`${where}: its pattern is ${now['pattern']}, and was ${old['pattern'] ?? 'none'}`)
  } else {
    for (const value of after ?? []) if (before && !before.includes(value)) faults.push(`${where} may be ${value} now`)
    if (before && !after) faults.push(`${where} may be anything now`)
  }
  return faults
}

function compareSchemas(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  const pair = `${direction} ${old.schema.$ref ?? ''} ${now.schema.$ref ?? ''}`
  if (old.schema.$ref && now.schema.$ref) {
    if (seen.has(pair)) return []
    seen.add(pair)
  }
  const [before, after] = [kindsOf(old), kindsOf(now)]
  const faults: string[] = []
  const [from, to] = direction === 'in' ? [before, after] : [after, before]
  for (const kind of from.keys())
    if (!to.has(kind) && !(kind === 'integer' && to.has('number')))
      faults.push(
        direction === 'in' ? `${where} no longer takes a value of type ${kind}` : `${where} may be of type ${kind} now`,
      )
  for (const [kind, schema] of before) {
    const counterpart = after.get(kind)
    if (!counterpart) continue
    faults.push(...compareLimits(schema, counterpart, where, direction))
    const [a, b] = [
      { document: old.document, schema },
      { document: now.document, schema: counterpart },
    ]
    if (kind === 'object') faults.push(...compareMembers(a, b, where, direction, seen))
    if (kind === 'array' && schema.items && counterpart.items)
      faults.push(
        ...compareSchemas(
          { ...a, schema: schema.items },
          { ...b, schema: counterpart.items },
          `${where}[]`,
          direction,
          seen,
        ),
      )
  }
  return faults
}

function compareMembers(old: Side, now: Side, where: string, direction: Direction, seen: Set<string>): string[] {
  const faults: string[] = []
  const [needed, needs] = [new Set(old.schema.required ?? []), new Set(now.schema.required ?? [])]
  const members = now.schema.properties ?? {}
  for (const [name, schema] of Object.entries(old.schema.properties ?? {})) {
    const member = members[name]
    if (!member) faults.push(`${where}.${name} is gone`)
    else {
      if (direction === 'out' && needed.has(name) && !needs.has(name))
        faults.push(`${where}.${name} may be missing now`)
      faults.push(
        ...compareSchemas({ ...old, schema }, { ...now, schema: member }, `${where}.${name}`, direction, seen),
      )
    }
  }
  if (direction === 'in')
    for (const name of needs) if (!needed.has(name)) faults.push(`${where}.${name} is required now`)
  return faults
}

function compareParameters(old: Parameter[], now: Parameter[], documents: [OpenApi, OpenApi], where: string): string[] {
  const key = (parameter: Parameter) => `${parameter.in} parameter ${parameter.name}`
  const faults: string[] = []
  for (const parameter of old) {
    const counterpart = now.find((other) => key(other) === key(parameter))
    if (!counterpart) faults.push(`${where}: the ${key(parameter)} is gone`)
    else
      faults.push(
        ...compareSchemas(
          { document: documents[0], schema: parameter.schema },
          { document: documents[1], schema: counterpart.schema },
          `${where}: the ${key(parameter)}`,
          'in',
          new Set(),
        ),
      )
  }
  for (const parameter of now)
    if (parameter.required && !old.find((other) => key(other) === key(parameter))?.required)
      faults.push(`${where}: the ${key(parameter)} is required now`)
  return faults
}

function compareOperations(old: Entry, now: Entry, documents: [OpenApi, OpenApi]): string[] {
  const where = `${now.method} ${now.path}`
  const [a, b] = [old.operation, now.operation]
  const faults = compareParameters(a.parameters ?? [], b.parameters ?? [], documents, where)
  if (a.operationId !== b.operationId)
    faults.push(`${where}: its operationId was ${a.operationId} and is ${b.operationId}`)
  if (a.security?.length === 0 && b.security?.length !== 0) faults.push(`${where} needs a key now`)
  const [sent, sends] = [a.requestBody?.content['application/json'], b.requestBody?.content['application/json']]
  if (sends && !sent && resolve(documents[1], sends.schema).required?.length) faults.push(`${where} needs a body now`)
  if (sent && !sends) faults.push(`${where} no longer reads a body`)
  if (sent && sends)
    faults.push(
      ...compareSchemas(
        { document: documents[0], schema: sent.schema },
        { document: documents[1], schema: sends.schema },
        `${where}: body`,
        'in',
        new Set(),
      ),
    )
  for (const [status, given] of Object.entries(a.responses)) {
    const answer = b.responses[status]
    if (!answer && status.startsWith('2')) faults.push(`${where} no longer answers ${status}`)
    const before = resolveResponse(documents[0], given)
    const after = answer && resolveResponse(documents[1], answer)
    for (const [type, media] of Object.entries(before.content ?? {})) {
      const other = after?.content?.[type]
      if (after && !other) faults.push(`${where}: the answer ${status} no longer comes as ${type}`)
      if (other)
        faults.push(
          ...compareSchemas(
            { document: documents[0], schema: media.schema },
            { document: documents[1], schema: other.schema },
            `${where}: answer ${status}`,
            'out',
            new Set(),
          ),
        )
    }
  }
  return faults
}

/** What in `now` would break a client written against `old`, a line each, and the operations that are new. */
export function compareDocuments(old: OpenApi, now: OpenApi): { breaking: string[]; added: string[] } {
  const key = ({ method, path }: Entry) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`
  const current = new Map(entriesOf(now).map((entry) => [key(entry), entry]))
  const known = new Set(entriesOf(old).map(key))
  const breaking = entriesOf(old).flatMap((entry) => {
    const counterpart = current.get(key(entry))
    if (!counterpart) return [`${entry.method} ${entry.path} is gone`]
    return compareOperations(entry, counterpart, [old, now])
  })
  return {
    breaking: [...new Set(breaking)],
    added: [...current.values()]
      .filter((entry) => !known.has(key(entry)))
      .map(({ method, path, operation }) => `${method} ${path}: ${lower(operation.summary)}`),
  }
}

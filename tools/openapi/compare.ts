import {
  type Entry,
  entriesOf,
  type OpenApi,
  type Operation,
  type OperationParameter,
  type Response,
  resolve,
  resolveResponse,
  type Schema,
} from '../../src/openapi/model.ts'
import { compareSchemas, type Direction } from './compare-schemas.ts'

type Documents = readonly [old: OpenApi, now: OpenApi]

const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

const compareTypes = ([old, now]: Documents, a: Schema, b: Schema, where: string, direction: Direction) =>
  compareSchemas({ document: old, schema: a }, { document: now, schema: b }, where, direction, new Set())

function compareParameters(
  old: OperationParameter[],
  now: OperationParameter[],
  documents: Documents,
  where: string,
): string[] {
  const key = (parameter: OperationParameter) => `${parameter.in} parameter ${parameter.name}`
  const faults: string[] = []
  for (const parameter of old) {
    const counterpart = now.find((other) => key(other) === key(parameter))
    if (!counterpart) faults.push(`${where}: the ${key(parameter)} is gone`)
    else
      faults.push(
        ...compareTypes(documents, parameter.schema, counterpart.schema, `${where}: the ${key(parameter)}`, 'in'),
      )
  }
  for (const parameter of now)
    if (parameter.required && !old.find((other) => key(other) === key(parameter))?.required)
      faults.push(`${where}: the ${key(parameter)} is required now`)
  return faults
}

type Body = NonNullable<Operation['requestBody']>

const isNeeded = (document: OpenApi, { required, content }: Body) =>
  required === true &&
  Object.values(content).some(({ schema }) => (resolve(document, schema).required ?? []).length > 0)

function compareBodies(old: Body | undefined, now: Body | undefined, documents: Documents, where: string): string[] {
  if (!old) return now && isNeeded(documents[1], now) ? [`${where} needs a body now`] : []
  if (!now) return [`${where} no longer reads a body`]
  return [
    ...(now.required === true && old.required !== true ? [`${where} needs a body now`] : []),
    ...Object.entries(old.content).flatMap(([type, media]) => {
      const other = now.content[type]
      if (!other) return [`${where} no longer reads a body of ${type}`]
      return compareTypes(documents, media.schema, other.schema, `${where}: body`, 'in')
    }),
  ]
}

function compareHeaders(old: Response, now: Response, documents: Documents, where: string): string[] {
  return Object.keys(old.headers ?? {}).flatMap((name) => {
    const [before, after] = [documents[0].components.headers[name], documents[1].components.headers[name]]
    if (!before) return []
    if (!after || !Object.hasOwn(now.headers ?? {}, name)) return [`${where} no longer comes with ${name}`]
    return [
      ...(before.required && !after.required ? [`${where} may come without ${name} now`] : []),
      ...compareTypes(documents, before.schema, after.schema, `${where}: ${name}`, 'out'),
    ]
  })
}

function compareAnswers(old: Operation, now: Operation, documents: Documents, where: string): string[] {
  const faults: string[] = []
  for (const [status, given] of Object.entries(old.responses)) {
    const answer = now.responses[status]
    if (!answer) {
      faults.push(`${where} no longer answers ${status}`)
      continue
    }
    const [before, after] = [resolveResponse(documents[0], given), resolveResponse(documents[1], answer)]
    faults.push(...compareHeaders(before, after, documents, `${where}: answer ${status}`))
    for (const [type, media] of Object.entries(before.content ?? {})) {
      const other = after.content?.[type]
      if (!other) faults.push(`${where}: the answer ${status} no longer comes as ${type}`)
      else faults.push(...compareTypes(documents, media.schema, other.schema, `${where}: answer ${status}`, 'out'))
    }
  }
  // Clients can handle a new failure status by its class and `error`, but not a new success status.
  for (const status of Object.keys(now.responses))
    if (/^[23]/.test(status) && !old.responses[status]) faults.push(`${where} may answer ${status} now`)
  return faults
}

/** The alternative security requirements, each a list of schemes (with scopes) that are all required. */
const alternatives = (document: OpenApi, { security = document['security'] as Operation['security'] }: Operation) =>
  (security ?? []).map((way) => Object.entries(way).map(([scheme, scopes]) => [scheme, ...scopes].join(' ')))

function compareSecurity(old: Operation, now: Operation, documents: Documents, where: string): string[] {
  const [before, after] = [alternatives(documents[0], old), alternatives(documents[1], now)]
  if (after.length === 0) return []
  if (before.length === 0) return [`${where} needs a key now`]
  return before
    .filter((had) => !after.some((way) => way.every((scheme) => had.includes(scheme))))
    .map((had) => `${where} no longer lets ${had.join(' with ') || 'everybody'} in`)
}

function compareOperations(old: Entry, now: Entry, documents: Documents): string[] {
  const where = `${now.method} ${now.path}`
  const [a, b] = [old.operation, now.operation]
  const faults: string[] = []
  if (a.operationId !== b.operationId)
    faults.push(`${where}: its operationId was ${a.operationId} and is ${b.operationId}`)
  // Generators name classes and folders by the tag.
  if (a.tags.join() !== b.tags.join()) faults.push(`${where}: its tag was ${a.tags.join()} and is ${b.tags.join()}`)
  return [
    ...faults,
    ...compareSecurity(a, b, documents, where),
    ...compareParameters(a.parameters ?? [], b.parameters ?? [], documents, where),
    ...compareBodies(a.requestBody, b.requestBody, documents, where),
    ...compareAnswers(a, b, documents, where),
  ]
}

/** Parts that all operations share: names of generated types, and the security schemes. */
function compareShared([old, now]: Documents): string[] {
  const names = Object.keys(old.components.schemas).filter((name) => !Object.hasOwn(now.components.schemas, name))
  const schemes = Object.entries(old.components.securitySchemes).filter(([name, scheme]) => {
    const wanted = ({ type, scheme: kind, in: place, name: field }: Record<string, unknown>) =>
      JSON.stringify([type, kind, place, field])
    const other = now.components.securitySchemes[name] as Record<string, unknown> | undefined
    return !other || wanted(other) !== wanted(scheme as Record<string, unknown>)
  })
  return [
    ...names.map((name) => `The component ${name} is gone`),
    ...schemes.map(([name]) => `The security scheme ${name} is gone, or another`),
  ]
}

/** The changes in `now` that break clients written for `old`, one line each, and the new operations. */
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
    breaking: [...new Set([...compareShared([old, now]), ...breaking])],
    added: [...current.values()]
      .filter((entry) => !known.has(key(entry)))
      .map(({ method, path, operation }) => `${method} ${path}: ${lower(operation.summary)}`),
  }
}

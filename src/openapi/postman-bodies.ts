import { exampleOf } from './example-values.ts'
import { type Entry, firstExample, type OpenApi } from './model.ts'

/** Values that must be unique, so that the collection can run several times on the same service. */
const random: Record<string, string> = {
  name: 'Postman {{run}}',
  username: 'postman-{{run}}',
  email: 'postman-{{run}}@example.com',
  domain: 'https://postman-{{run}}.example.com',
  slug: 'postman-{{run}}',
  custom: 'postman-{{run}}',
}

/** Bodies that differ from the document's examples. The update of the account sets its current e-mail address. */
const bodies: Record<string, unknown> = {
  updateAccount: { email: '{{account_email}}' },
  deleteAccount: { password: '{{account_password}}' },
  login: { username: 'postman-{{run}}', password: 'correct horse battery' },
  receivePaymentEvent: { id: 'postman-{{run}}', type: 'invoice.payment_succeeded' },
}

/** The JSON body of a request; undefined if it has none. */
export function bodyOf(document: OpenApi, { operation }: Entry): unknown {
  const media = operation.requestBody?.content['application/json']
  if (!media) return undefined
  const example = bodies[operation.operationId] ?? firstExample(media) ?? exampleOf(document, media.schema, false)
  if (typeof example !== 'object' || example === null || operation.operationId in bodies) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, typeof value === 'string' ? (random[name] ?? value) : value]),
  )
}

/** The example of a body that is never JSON, with its type. */
export function fileBodyOf({ operation }: Entry): { type: string; raw: string } | undefined {
  const [first] = Object.entries(operation.requestBody?.content ?? {})
  if (!first || operation.requestBody?.content['application/json']) return undefined
  return { type: first[0], raw: String(firstExample(first[1])) }
}

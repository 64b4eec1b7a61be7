import fc, { type Arbitrary } from 'fast-check'
import t from 'tap'
import { FetchError } from '../src/net/fetch-error.ts'
import { type Entry, entriesOf, type OperationParameter } from '../src/openapi/model.ts'
import { nearlyValid, strange, valid } from './support/arbitrary.ts'
import { documentOf, replyChecker } from './support/document.ts'
import { startService } from './support/service.ts'
import { runsAllVariants } from './support/variants.ts'

// Generates valid and slightly invalid requests from the document. All replies must be documented.
// FUZZ_SECONDS makes the run longer; another FUZZ_SEED gives other requests.

// A fixed number of requests by default, independent of the speed of the machine.
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
t.setTimeout((seconds + 300) * 1000)

const service = await startService(t, {}, { safeFetch: () => Promise.reject(new FetchError('fetch_address')) })
const document = documentOf(service.app)
const check = replyChecker(document)
let client = await service.newClient()
const kept = new Map<string, number[]>()

interface Request {
  entry: Entry
  choices: number[]
  ids: (string | null)[]
  query: [string, unknown][]
  body: unknown
}

const nounOf = (path: string, name: string) =>
  name === 'linkid' || name === 'itemid' ? 'url' : name === 'id' ? (path.split('/')[2] ?? '') : name.replace(/id$/, '')

const someQuery = (parameters: OperationParameter[]): Arbitrary<[string, unknown][]> =>
  fc
    .tuple(
      ...parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) =>
          fc.option(fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: valid(document, schema) }, strange))),
        ),
    )
    .map((pairs) => pairs.filter((pair) => pair !== null))

const oddIds = fc.oneof(fc.constantFrom('0', '-1', '1.5', 'abc', '9007199254740993', '1e3'), fc.string())

const requestsOf = (entry: Entry): Arbitrary<Request> => {
  const schema = entry.operation.requestBody?.content['application/json']?.schema
  return fc.record({
    entry: fc.constant(entry),
    choices: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    ids: fc.array(fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, oddIds), { minLength: 3, maxLength: 3 }),
    query: someQuery(entry.operation.parameters ?? []),
    body: schema
      ? fc.oneof({ weight: 2, arbitrary: valid(document, schema) }, nearlyValid(document, schema))
      : fc.constant(undefined),
  })
}

/** Ids are those of resources that this run created, if any, or those from `ids`. */
function addressOf({ entry: { path, operation }, choices, ids, query }: Request): string {
  let place = 0
  const address = path.replaceAll(/\{([a-z]+)\}/g, (_whole, name: string) => {
    const at = place++
    const odd = ids[at]
    if (odd !== null && odd !== undefined) return encodeURIComponent(odd.toWellFormed())
    const listed = operation.parameters?.find((parameter) => parameter.name === name)?.schema.enum
    const known: unknown[] = listed ?? kept.get(nounOf(path, name)) ?? []
    const choice = choices[at] ?? 0
    return String(choice % 7 === 6 || known.length === 0 ? 9007199254740991 - choice : known[choice % known.length])
  })
  const search = query
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())}`,
    )
    .join('&')
  return search ? `${address}?${search}` : address
}

t.test('generated valid and slightly invalid requests get only documented replies', async (t) => {
  const statuses = new Map<number, number>()
  // Create operations are more frequent than delete operations, so that updates find resources.
  const weight = (entry: Entry) => (entry.path.endsWith('/add') ? 3 : entry.method === 'DELETE' ? 1 : 2)
  const entries = entriesOf(document).filter(({ path }) => path.startsWith('/api/') || path.startsWith('/webhook/'))
  const requests = fc.oneof(...entries.map((entry) => ({ weight: weight(entry), arbitrary: requestsOf(entry) })))
  const result = await fc.check(
    fc.asyncProperty(requests, async (request) => {
      const { method, path } = request.entry
      const address = addressOf(request)
      const sent = { key: client.apikey, ...(request.body === undefined ? {} : { body: request.body }) }
      const reply = await service.send(method as 'GET', address, sent)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      const { id } = reply.body ?? {}
      // A request has deleted the account or revoked its key.
      if (reply.status === 401) {
        client = await service.newClient()
        kept.clear()
      }
      if (reply.status === 200 && path.endsWith('/add') && typeof id === 'number') {
        const noun = nounOf(path, 'id')
        kept.set(noun, [...(kept.get(noun) ?? []), id].slice(-20))
      }
      const fault = check(method, address, reply)
      if (fault) throw new Error(fault)
      if (reply.status >= 500) throw new Error(`${method} ${address} answers ${reply.text}`)
    }),
    {
      seed,
      ...(seconds > 0
        ? { numRuns: 1_000_000, interruptAfterTimeLimit: seconds * 1000 }
        : { numRuns: runsAllVariants ? 1500 : 450 }),
      markInterruptAsFailure: false,
      endOnFailure: true,
    },
  )
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  t.comment(`${result.numRuns} requests: ${counted.join(', ')}; FUZZ_SEED=${seed}`)
  if (result.failed)
    t.fail(`FUZZ_SEED=${seed}: ${String(result.errorInstance)}`, {
      request: JSON.stringify(result.counterexample)?.slice(0, 3000),
    })
  t.ok((statuses.get(200) ?? 0) > 100, 'many are accepted')
  t.ok((statuses.get(400) ?? 0) > 100, 'many are refused')
})

import { addresses } from './addresses.ts'
import { type Limits, makeLimits, type Waiting } from './retry.ts'
import type { components, operations } from './schema.ts'

export type { components, operations }

type Id = keyof typeof addresses & keyof operations
type Parameters<K extends Id> = operations[K]['parameters']
type Needed<T, Name extends string> = [T] extends [undefined | never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
type Body<K extends Id> = operations[K] extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : undefined
type Input<K extends Id> = Needed<Parameters<K>['path'], 'path'> &
  Needed<Parameters<K>['query'], 'query'> &
  Needed<Body<K>, 'body'>
type Answer<K extends Id> = operations[K]['responses'] extends { 200: { content: { 'application/json': infer A } } }
  ? A
  : never

// An operation without anything to send is called without an argument.
type Call<K extends Id> =
  Record<string, never> extends Input<K>
    ? (input?: Input<K>) => Promise<Answer<K>>
    : (input: Input<K>) => Promise<Answer<K>>

/** One method an operation of the document, by its operationId. */
export type WaymarkClient = { [K in Id]: Call<K> }

export interface ClientOptions extends Partial<Waiting> {
  /** Address of the service, without a slash at the end. */
  baseUrl: string
  /** Not needed for `register` and `login`. */
  apiKey?: string
  fetch?: typeof fetch
}

/** A failure that the service told of: `code` is for programs, `message` for people. */
export class WaymarkError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { path: string; message: string }[]
  readonly requestId: string | null

  constructor(response: Response, failure: Partial<components['schemas']['Failure']>) {
    super(failure.message ?? `The service answers ${response.status}.`)
    this.name = 'WaymarkError'
    this.status = response.status
    this.code = failure.code ?? 'unknown'
    this.errors = failure.errors ?? []
    this.requestId = response.headers.get('X-Request-Id')
  }
}

interface Sent {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

function addressOf(base: string, template: string, { path = {}, query = {} }: Sent): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(path[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${base}${filled}${search ? `?${search}` : ''}`
}

async function ask(
  options: ClientOptions,
  limits: Limits,
  method: string,
  template: string,
  sent: Sent,
): Promise<unknown> {
  const address = addressOf(options.baseUrl.replace(/\/+$/, ''), template, sent)
  const response = await limits.send(method, () =>
    (options.fetch ?? fetch)(address, {
      method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(options.apiKey ? { Authorization: `Bearer ${options.apiKey}` } : {}),
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    }),
  )
  const answer = (await response.json().catch(() => ({}))) as { error?: unknown }
  // Lists carry success as the string "0".
  if (!response.ok || Number(answer.error) !== 0) throw new WaymarkError(response, answer as object)
  return answer
}

/** A client of one service and key. It keeps to the rate limit and repeats what may be repeated; failures are thrown as WaymarkError. */
export function createClient(options: ClientOptions): WaymarkClient {
  const limits = makeLimits(options)
  return Object.fromEntries(
    Object.entries(addresses).map(([id, [method, template]]) => [
      id,
      (sent: Sent = {}) => ask(options, limits, method, template, sent),
    ]),
  ) as unknown as WaymarkClient
}

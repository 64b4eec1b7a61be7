import { addresses } from './addresses.ts'
import type { CallOptions } from './call.ts'
import { createRetry, type Retry, type RetryOptions } from './retry.ts'
import type { components, operations } from './schema.ts'
import type { WaymarkClient } from './methods.ts'

export type { Answer, CallOptions, Input, OperationId } from './call.ts'
export { iterate } from './iterate.ts'
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify.ts'
export type { components, operations, WaymarkClient }

export interface ClientOptions extends Partial<RetryOptions> {
  /** Address of the service, such as `https://go.example.com`. */
  baseUrl: string
  /** An API key. `register` and `login` need none. */
  apiKey?: string
  /** Longest wait for one answer, in milliseconds; 0 for none. Default 30000. A request that timed out is not repeated. */
  timeoutMs?: number
  /** Another implementation of `fetch`. */
  fetch?: typeof fetch
}

/** A failure answered by the service: `code` is for programs, `message` for people. */
export class WaymarkError extends Error {
  /** HTTP status. */
  readonly status: number
  /** Stable word, such as `alias_taken`; docs/errors.md lists all. */
  readonly code: string
  /** Every invalid field of the request. */
  readonly errors: { path: string; message: string }[]
  /** Names the request in the logs of the service. */
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

interface RawInput {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

function urlOf(base: string, template: string, { path = {}, query = {} }: RawInput): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(path[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${base}${filled}${search ? `?${search}` : ''}`
}

async function call(
  client: ClientOptions,
  retry: Retry,
  method: string,
  template: string,
  isFile: boolean,
  input: RawInput,
  { signal, timeoutMs = client.timeoutMs ?? 30_000, idempotencyKey }: CallOptions,
): Promise<unknown> {
  const url = urlOf(client.baseUrl.replace(/\/+$/, ''), template, input)
  const send = async () => {
    const signals = [...(signal ? [signal] : []), ...(timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : [])]
    const response = await (client.fetch ?? fetch)(url, {
      method,
      headers: {
        Accept: isFile ? '*/*' : 'application/json',
        'Content-Type': input.body instanceof Blob ? input.body.type : 'application/json',
        ...(client.apiKey ? { Authorization: `Bearer ${client.apiKey}` } : {}),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(input.body === undefined
        ? {}
        : { body: input.body instanceof Blob ? input.body : JSON.stringify(input.body) }),
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    })
    // Read here, so that the time-out covers the body too.
    if (isFile && response.ok) return { response, answer: await response.blob() }
    return { response, answer: (await response.json().catch(rethrowAbort)) as { error?: unknown } }
  }
  const isRepeatable = method !== 'POST' || idempotencyKey !== undefined
  const { response, answer } = await retry.send(isRepeatable, send, signal)
  if (answer instanceof Blob) return answer
  // Lists carry success as the string "0".
  if (!response.ok || Number(answer.error) !== 0) throw new WaymarkError(response, answer as object)
  return answer
}

// An answer that is not JSON becomes a failure by its status; one that was aborted stays an abort.
function rethrowAbort(error: unknown): object {
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) throw error
  return {}
}

/**
 * Creates a client of one service and key. It respects the rate limit and repeats what may be repeated; a failure is thrown
 * as WaymarkError, a time-out as a DOMException named `TimeoutError`.
 */
export function createClient(options: ClientOptions): WaymarkClient {
  const retry = createRetry(options)
  return Object.fromEntries(
    Object.entries(addresses).map(([id, [method, template, kind]]) => [
      id,
      (input: RawInput = {}, callOptions: CallOptions = {}) =>
        call(options, retry, method, template, kind === 'file', input, callOptions),
    ]),
  ) as unknown as WaymarkClient
}

import type { addresses } from './addresses.ts'
import type { operations } from './schema.ts'

export type OperationId = keyof typeof addresses & keyof operations

type Parameters<K extends OperationId> = operations[K]['parameters']
type Part<T, Name extends string> = [T] extends [undefined | never]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
type Body<K extends OperationId> = operations[K] extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : operations[K] extends { requestBody: object }
    ? Blob
    : undefined

/**
 * What an operation takes: path parameters, query parameters and body, each where it has one. A file is a Blob with its
 * media type, such as `text/csv`.
 */
export type Input<K extends OperationId> = Part<Parameters<K>['path'], 'path'> &
  Part<Parameters<K>['query'], 'query'> &
  Part<Body<K>, 'body'>

/** The body of a successful answer; of a picture or another file, a Blob. */
export type Answer<K extends OperationId> = operations[K]['responses'] extends {
  200: { content: { 'application/json': infer A } }
}
  ? A
  : Blob

export interface CallOptions {
  /** Aborts the call, its waits included; it then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Longest wait for one answer, in milliseconds; 0 for none. Default: `timeoutMs` of the client. */
  timeoutMs?: number
  /**
   * Makes a write safe to repeat: the service does it once and replays its answer for 24 hours. 1 to 255 visible ASCII
   * characters, new for each request: `crypto.randomUUID()`. A POST with it is repeated after a lost connection.
   */
  idempotencyKey?: string
}

// An operation that takes no input is called without an argument.
export type Call<K extends OperationId> =
  Record<string, never> extends Input<K>
    ? (input?: Input<K>, options?: CallOptions) => Promise<Answer<K>>
    : (input: Input<K>, options?: CallOptions) => Promise<Answer<K>>

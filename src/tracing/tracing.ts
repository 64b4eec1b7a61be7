import type { LogEvent } from 'kysely'
import type { JobStep } from '../../db/queries/jobs.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'

export interface EndedRequest {
  id: string
  method: string
  /** The pattern of its route. */
  route: string
  status: number
  /** Whether the failure is one of the service. */
  hasFailed: boolean
  accountId: number | undefined
}

/** The span of a request. */
export interface RequestSpan {
  /** Of the trace, 32 hex digits; undefined if the request is not sampled. */
  traceId: string | undefined
  /** Runs `work` so that the spans that it begins are children of this one. */
  run(work: () => void): void
  end(request: EndedRequest): void
}

/** Records spans and sends them to a collector. */
export interface Tracing {
  /** Begins the span of a request; `traceparent` is the header of W3C Trace Context. */
  startRequest(traceparent: string | undefined): RequestSpan
  /** A statement of the database has ended: a span if it belongs to a sampled one. */
  recordQuery(event: LogEvent): void
  /** A fetch whose requests are spans with this purpose. */
  traceFetches(purpose: string, fetch: SafeFetch): SafeFetch
  /** A job step that is a span with this kind of job. */
  traceStep(kind: string, step: JobStep): JobStep
  /** Sets the listener for the outcome of exports: the error when they begin to fail, undefined when they succeed again. */
  report(onChange: (error: Error | undefined) => void): void
  /** Sends what waits; gives up after three seconds. */
  close(): Promise<void>
}

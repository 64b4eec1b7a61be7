import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
} from '@opentelemetry/sdk-trace-base'
import type { LogEvent } from 'kysely'
import type { Config } from '../config/config.ts'
import { release } from '../contract.ts'
import type { FetchError } from '../net/fetch-error.ts'
import { createExporter } from './exporter.ts'
import type { Tracing } from './tracing.ts'

const CLOSE_MS = 3000
const SEND_EVERY_MS = 2000
const MAX_ATTRIBUTE_LENGTH = 1000
const MAX_WAITING_SPANS = 4096

// Independent of the ids in `traceparent`, which any client can choose.
function sampleRandomly(ratio: number): Sampler {
  return {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `Random{${ratio}}`,
  }
}

const propagator = new W3CTraceContextPropagator()
const getter = {
  get: (carrier: { traceparent: string }) => carrier.traceparent,
  keys: () => ['traceparent'],
}
const contextOf = (traceparent: string | undefined) =>
  traceparent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, { traceparent }, getter)

const codeOf = (error: unknown) => (error as Partial<FetchError>)?.code ?? (error as Error)?.name ?? 'error'

function fail(span: Span, error: unknown): void {
  // The message may hold URLs and values.
  span.setAttribute('error.type', codeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
}

export function createTracing(config: Config): Tracing {
  const sampler = sampleRandomly(config.OTEL_TRACES_SAMPLER_ARG)
  const { exporter, report } = createExporter(config)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME, 'service.version': release }),
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: MAX_WAITING_SPANS, scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  })
  const tracer = provider.getTracer('waymark', release)
  const active = new AsyncLocalStorage<Context>()
  const activeContext = () => active.getStore() ?? ROOT_CONTEXT

  async function inSpan<T>(name: string, kind: SpanKind, attributes: Attributes, work: (span: Span) => Promise<T>) {
    const span = tracer.startSpan(name, { kind, attributes }, activeContext())
    try {
      return await active.run(trace.setSpan(activeContext(), span), () => work(span))
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  function recordQuery(event: LogEvent): void {
    const context = activeContext()
    if (!trace.getSpan(context)?.isRecording()) return
    const sql = event.query.sql.replaceAll(/\s+/g, ' ').trim()
    const operation = /\w+/.exec(sql)?.[0]?.toUpperCase() ?? 'SQL'
    // Without the values of its parameters.
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql }
    const startTime = Date.now() - event.queryDurationMillis
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime }, context)
    if (event.level === 'error') fail(span, event.error)
    span.end()
  }

  return {
    startRequest(traceparent) {
      const parent = contextOf(traceparent)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      const context = trace.setSpan(parent, span)
      return {
        traceId: span.isRecording() ? span.spanContext().traceId : undefined,
        run: (work) => active.run(context, work),
        end({ method, route, status, hasFailed, id, accountId }) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'waymark.request.id': id,
            'waymark.account.id': accountId,
          })
          if (hasFailed) span.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    recordQuery,
    traceFetches: (purpose, fetch) => (url, options) =>
      inSpan(`fetch ${purpose}`, SpanKind.CLIENT, { 'waymark.fetch.purpose': purpose }, async (span) => {
        const reply = await fetch(url, options)
        span.setAttribute('http.response.status_code', reply.status)
        return reply
      }),
    traceStep: (kind, step) => (db, job) =>
      inSpan(`job ${kind}`, SpanKind.INTERNAL, { 'waymark.job.id': job.id, 'waymark.job.kind': kind }, () =>
        step(db, job),
      ),
    report,
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]),
  }
}

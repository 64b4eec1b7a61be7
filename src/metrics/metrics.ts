import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { release } from '../contract.ts'
import type { FetchError } from '../net/fetch-error.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { type Observed, observeServices } from './service-metrics.ts'

/** What a process has counted, in the text format of Prometheus. */
export interface Metrics {
  contentType: string
  /** The metrics with their present values. Never rejects: without the database, its gauges keep their values. */
  read(): Promise<string>
  /** Counts a response; `route` is the pattern of the route, not the URL of the request. */
  countResponse(method: string, route: string, status: number, seconds: number): void
  /** Counts a report of a visitor. */
  countReport(kind: string): void
  /** A fetch whose requests are counted under this purpose. */
  countFetches(purpose: string, fetch: SafeFetch): SafeFetch
  /** Adds the metrics of the services, which are read from them for each scrape. */
  observe(services: Observed): void
}

// From a redirect out of the cache to a slow page of statistics.
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const FETCH_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'waymark_info',
    help: 'Always 1; the label is the release.',
    labelNames: ['release'],
    registers,
  }).set({ release }, 1)
  const responses = new Histogram({
    name: 'waymark_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const fetches = new Histogram({
    name: 'waymark_fetch_duration_seconds',
    help: 'Time of requests to other servers with their wait in the queue, by purpose and outcome (a status class or a code).',
    labelNames: ['purpose', 'outcome'],
    buckets: FETCH_SECONDS,
    registers,
  })

  const reports = new Counter({
    name: 'waymark_abuse_reports_total',
    help: 'Reports of visitors about links, by kind.',
    labelNames: ['kind'],
    registers,
  })

  let refresh = async () => {}
  return {
    contentType: registry.contentType,
    async read() {
      await refresh()
      return registry.metrics()
    },
    countResponse: (method, route, status, seconds) =>
      responses.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds),
    countReport: (kind) => reports.inc({ kind }),
    countFetches: (purpose, fetch) => async (url, options) => {
      const since = performance.now()
      const count = (outcome: string) => fetches.observe({ purpose, outcome }, (performance.now() - since) / 1000)
      try {
        const reply = await fetch(url, options)
        count(`${Math.floor(reply.status / 100)}xx`)
        return reply
      } catch (error) {
        count((error as Partial<FetchError>).code ?? 'error')
        throw error
      }
    },
    observe(services) {
      refresh = observeServices(registry, services)
    },
  }
}

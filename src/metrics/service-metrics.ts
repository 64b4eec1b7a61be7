import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Store } from '../../db/open.ts'
import { readBacklog } from '../../db/queries/backlog.ts'
import { readSinkLag } from '../../db/queries/visit-sink.ts'
import type { Caches } from '../cache/cache-registry.ts'
import type { ChangeFeed } from '../cache/change-feed.ts'
import type { SinkCounts, VisitSink } from '../clickhouse/visit-sink.ts'
import type { Counters } from '../security/window-counters.ts'
import type { VisitJobs } from '../visits/visit-jobs.ts'
import type { VisitWriter } from '../visits/visit-writer.ts'

/** The services whose metrics are read for each scrape. */
export interface Observed {
  store: Pick<Store, 'api' | 'poolMetrics'>
  visitWriter: Pick<VisitWriter, 'metrics'>
  visitJobs: Pick<VisitJobs, 'roundAge'>
  visitSink: Pick<VisitSink, 'counts'> | null
  caches: Pick<Caches, 'metrics'>
  changes: Pick<ChangeFeed, 'isInterrupted'>
  counters: Pick<Counters, 'isShared'>
}

// Several scrapers read the tables only once in this time, also if it failed.
const BACKLOG_MS = 5000
// Less than the time-out of a scrape, which is 10 s by default.
const MAX_WAIT_MS = 2000

/** Adds their metrics to a registry. Returns what refreshes those that come from the database; it never rejects. */
export function observeServices(registry: Registry, services: Observed): () => Promise<void> {
  observeVisits(registry, services)
  observeCaches(registry, services)
  if (services.visitSink) observeSink(registry, services.visitSink)
  return observeDatabase(registry, services)
}

type Read = () => Iterable<readonly [labels: Record<string, string>, value: number]>

/** A gauge whose values are read for each scrape. */
function addGauge(registry: Registry, name: string, help: string, labelNames: string[], read: Read): void {
  new Gauge({
    name: `waymark_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.set(labels, value)
    },
  })
}

/** A counter whose total is kept elsewhere and read for each scrape. */
function addCounter(registry: Registry, name: string, help: string, labelNames: string[], read: Read): void {
  new Counter({
    name: `waymark_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, value] of read()) this.inc(labels, value)
    },
  })
}

function observeVisits(registry: Registry, { visitWriter, visitJobs }: Observed): void {
  const counter = (name: string, help: string, read: () => number) =>
    addCounter(registry, name, help, [], () => [[{}, read()]])
  counter('visits_written_total', 'Visits that were committed.', () => visitWriter.metrics().written)
  counter(
    'visits_late_total',
    'Visits that were not committed before their response.',
    () => visitWriter.metrics().late,
  )
  counter('visits_dropped_total', 'Visits that were lost.', () => visitWriter.metrics().dropped)
  counter('visit_groups_total', 'Groups in which visits were committed.', () => visitWriter.metrics().groups)
  addGauge(registry, 'visits_buffered', 'Visits in memory that are not committed yet.', [], () => [
    [{}, visitWriter.metrics().buffered],
  ])
  addGauge(
    registry,
    'roll_up_round_age_seconds',
    'Time since this process began the last complete round of the roll-up, which takes about 120 s.',
    [],
    () => [[{}, visitJobs.roundAge()]],
  )
}

function observeSink(registry: Registry, sink: Pick<VisitSink, 'counts'>): void {
  const counter = (name: keyof SinkCounts, help: string) =>
    addCounter(registry, `sink_${name}_total`, help, [], () => [[{}, sink.counts()[name]]])
  counter('batches', 'Batches of visits that ClickHouse has taken.')
  counter('visits', 'Visits that ClickHouse has taken.')
  counter('failures', 'Turns of the sink that failed.')
}

function observeCaches(registry: Registry, { caches, changes, counters }: Observed): void {
  type Name = 'hits' | 'misses' | 'stale' | 'evictions' | 'failures' | 'entries' | 'negatives' | 'bytes'
  const read =
    (name: Name): Read =>
    () =>
      Object.entries(caches.metrics()).map(([cache, metrics]) => [{ cache }, metrics[name]] as const)
  const counter = (name: Name, help: string) => addCounter(registry, `cache_${name}_total`, help, ['cache'], read(name))
  const gauge = (name: Name, help: string) => addGauge(registry, `cache_${name}`, help, ['cache'], read(name))
  counter('hits', 'Values that a cache had.')
  counter('misses', 'Values that a cache had to load.')
  counter('stale', 'Stale values that were returned because no fresh one came in time.')
  counter('evictions', 'Values that were removed for want of room.')
  counter('failures', 'Loads that failed.')
  gauge('entries', 'Values in a cache, without absences.')
  gauge('negatives', 'Absences in a cache.')
  gauge('bytes', 'Estimated memory of the values of a cache.')
  addGauge(
    registry,
    'change_feed_connected',
    '1 while changes of other instances arrive; 0 while cached values may be old.',
    [],
    () => [[{}, changes.isInterrupted ? 0 : 1]],
  )
  addGauge(registry, 'limits_shared', '1 while limits are counted in Redis, 0 while in this process alone.', [], () => [
    [{}, counters.isShared() ? 1 : 0],
  ])
}

function observeDatabase(registry: Registry, { store, visitSink }: Observed): () => Promise<void> {
  addGauge(registry, 'database_connections', 'Connections by pool and state.', ['pool', 'state'], () =>
    Object.entries(store.poolMetrics()).flatMap(([pool, { max, used, free }]) => [
      [{ pool, state: 'used' }, used] as const,
      [{ pool, state: 'free' }, free] as const,
      [{ pool, state: 'max' }, max] as const,
    ]),
  )
  addGauge(registry, 'database_waiting', 'Callers that wait for a connection, by pool.', ['pool'], () =>
    Object.entries(store.poolMetrics()).map(([pool, { waiting }]) => [{ pool }, waiting] as const),
  )
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `waymark_${name}`, help, labelNames, registers: [registry] })
  const gauges = {
    up: gauge(
      'database_up',
      '1 if the database answered within 2 s when it was asked for what waits; else the gauges of that keep their values.',
    ),
    unfolded: gauge('visits_unfolded', 'Visits that are not yet added to the totals of their link, code or page.'),
    unrolled: gauge('visits_unrolled', 'Visits that the counters of accounts and groups lack, approximately.'),
    jobs: gauge('jobs', 'Unfinished background jobs by kind and state.', ['kind', 'state']),
    deliveries: gauge('webhook_deliveries_pending', 'Deliveries to webhooks that are not done.'),
    deliveryLag: gauge('webhook_delivery_lag_seconds', 'How long the most overdue delivery has been due.'),
    failing: gauge('webhooks_failing', 'Enabled webhooks whose last attempt failed.'),
    payments: gauge('payment_events', 'Payment events that are not applied, by status.', ['status']),
    paymentAge: gauge('payment_event_age_seconds', 'Age of the oldest payment event that is pending.'),
  }
  const sinkGauges = visitSink && {
    visits: gauge('sink_lag_visits', 'Visits that ClickHouse does not have yet; at most 100,000 are counted.'),
    seconds: gauge('sink_lag_seconds', 'How long the oldest of them waits, at most.'),
  }
  let readAt = Number.NEGATIVE_INFINITY
  const readAll = async () => {
    const backlog = await readBacklog(store.api)
    gauges.unfolded.set(backlog.unfoldedVisits)
    gauges.unrolled.set(backlog.unrolledVisits)
    gauges.jobs.reset()
    for (const { kind, waiting, failing } of backlog.jobs) {
      gauges.jobs.set({ kind, state: 'waiting' }, waiting - failing)
      gauges.jobs.set({ kind, state: 'failing' }, failing)
    }
    gauges.deliveries.set(backlog.pendingDeliveries)
    gauges.deliveryLag.set(backlog.deliveryLag)
    gauges.failing.set(backlog.failingWebhooks)
    gauges.payments.set({ status: 'pending' }, backlog.paymentEvents.pending)
    gauges.payments.set({ status: 'failed' }, backlog.paymentEvents.failed)
    gauges.paymentAge.set(backlog.paymentEvents.oldestPendingAge)
    if (!sinkGauges) return
    const lag = await readSinkLag(store.api)
    sinkGauges.visits.set(lag.visits)
    sinkGauges.seconds.set(lag.seconds)
  }
  let reading: Promise<void> | undefined
  return () => {
    if (Date.now() - readAt < BACKLOG_MS) return Promise.resolve()
    reading ??= readAll()
      .then(
        () => gauges.up.set(1),
        () => gauges.up.set(0),
      )
      .finally(() => {
        readAt = Date.now()
        reading = undefined
      })
    const late = sleep(MAX_WAIT_MS, undefined, { ref: false }).then(() => {
      if (reading !== undefined) gauges.up.set(0)
    })
    return Promise.race([reading, late])
  }
}

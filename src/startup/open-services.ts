import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../db/migrate.ts'
import type { Store } from '../../db/open.ts'
import { hasTrigrams } from '../../db/queries/indexes.ts'
import { settleRestored } from '../../db/queries/restored.ts'
import { deleteSecret, readSecret } from '../../db/queries/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openBlocklist } from '../abuse/blocklist.ts'
import { createListFetcher } from '../abuse/list-fetcher.ts'
import { createCaches } from '../cache/cache-registry.ts'
import { subscribeToChanges } from '../cache/change-feed.ts'
import { createClickhouse } from '../clickhouse/client.ts'
import { createClickhouseStatistics } from '../clickhouse/statistics.ts'
import { runVisitSink } from '../clickhouse/visit-sink.ts'
import type { Config } from '../config/config.ts'
import { startDeliveries } from '../deliveries/deliveries.ts'
import { explainPause } from '../deliveries/origin.ts'
import { resealWebhooks } from '../deliveries/webhooks.ts'
import { checkDomain } from '../domains/dns-check.ts'
import { createDomainChecks } from '../domains/domain-checks.ts'
import { checkProof, createTxtResolver } from '../domains/proof.ts'
import { createImports } from '../import/imports.ts'
import { MAX_OPEN_IMPORTS } from '../import/open-imports.ts'
import { createRecordCheck } from '../import/record-check.ts'
import { IMPORT_FETCHES } from '../import/service-client.ts'
import { importStep } from '../import/write-step.ts'
import { runJobs } from '../jobs/job-runner.ts'
import { runMaintenance } from '../jobs/maintenance.ts'
import { createLinkChecks, LINK_CHECK_FETCHES } from '../links/link-checks.ts'
import { createReservedAliases } from '../links/reserved-aliases.ts'
import { fetchTextBy } from '../net/fetch-text.ts'
import { createSafeFetch } from '../net/safe-fetch.ts'
import { createPaypalVerifier } from '../payments/paypal-signature.ts'
import { createPictureStore } from '../pictures/picture-store.ts'
import { createRouteCache } from '../routing/route-cache.ts'
import type { FairQueueLimits } from '../security/fair-queue.ts'
import { createSeal } from '../security/seal.ts'
import { createSigner } from '../security/signer.ts'
import { createCounters, openRedis } from '../security/window-counters.ts'
import type { Services } from '../services.ts'
import { openTracing } from '../tracing/open-tracing.ts'
import { createChecks } from '../validation/checks.ts'
import { openCountryLookup } from '../visits/country-lookup.ts'
import { createStatisticsSource } from '../visits/statistics-source.ts'
import { runVisitJobs } from '../visits/visit-jobs.ts'
import { createVisitWriter } from '../visits/visit-writer.ts'
import { createVisitorSalts } from '../visits/visitor-hash.ts'
import { openStore, printProgress } from './open-store.ts'

// The connection of a job's step that takes longer is closed; the next start repeats the step.
const MAX_JOB_STEP_MS = 1000

const sealWebhooks = (secret: string) => createSeal(secret, 'webhook secrets')

// A secret in the settings replaces the stored one, which is deleted so that backups do not contain it.
async function findSigningSecret({ SECRET }: Config, { db }: Store): Promise<string> {
  if (SECRET === '') return readSecret(db, 'signing', randomBytes(32).toString('base64url'))
  await inTransaction(db, async (db) => {
    const stored = await deleteSecret(db, 'signing')
    if (stored !== undefined) await resealWebhooks(db, sealWebhooks(stored), sealWebhooks(SECRET))
  })
  return SECRET
}

/** How long requests wait; tests wait longer, because on a busy machine an answer may be late. */
export interface Patience {
  /** For an uncached value, before they get 503. */
  lookupMs: number
  /** For a fresh value where there is a stale one. Default: as each cache says. */
  refreshMs?: number
  /** For the notification of their own change. Default: as the change feed says. */
  settleMs?: number
  /** For the other instances to receive that change. Default: as the change feed says. */
  answerMs?: number
  /** For the pictures that they name. Default: as the picture store says. */
  pictureMs?: number
  /** For an answer of Redis. Default: as the counters say. */
  redisMs?: number
}

const USUAL_PATIENCE: Patience = { lookupMs: 900 }

// In place of what works in the background, for a program that ends soon: servers do that work.
const IDLE = { wake() {}, report() {}, idle: async () => {}, roundAge: () => 0, close: async () => {} }

// More than the sender has attempts under way.
const WEBHOOK_LIMITS = { concurrency: 128, concurrencyPerOwner: 128, maxWaiting: 128, maxWaitingPerOwner: 128 }

/** Creates the services around an open store; `close` closes them all, and the store. */
export async function createServices(
  config: Config,
  store: Store,
  {
    patience = USUAL_PATIENCE,
    hasBackgroundWork = true,
    tracing = null,
    ...replaced
  }: Partial<Pick<Services, 'safeFetch' | 'tracing'>> & { patience?: Patience; hasBackgroundWork?: boolean } = {},
): Promise<{ services: Services; close: () => Promise<void> }> {
  // Before anything can write an event.
  await settleRestored(store.db)
  const isMeasured = config.METRICS_PORT > 0 || config.METRICS_TOKEN !== ''
  const metrics = isMeasured ? (await import('../metrics/metrics.ts')).createMetrics() : null
  const createFetch = (purpose: string, limits?: FairQueueLimits) => {
    const fetch = replaced.safeFetch ?? createSafeFetch(limits && { limits })
    const counted = metrics ? metrics.countFetches(purpose, fetch) : fetch
    return tracing ? tracing.traceFetches(purpose, counted) : counted
  }
  const safeFetch = createFetch('user')
  const countryLookup = await openCountryLookup(config.GEO_DB, config.CITY_DB)
  const secret = await findSigningSecret(config, store)
  const changes = await subscribeToChanges(store, patience)
  // The embedded database runs in this process, so it is never away.
  const caches = createCaches(changes, {
    missTimeoutMs: store.kind === 'server' ? patience.lookupMs : undefined,
    patienceMs: patience.refreshMs,
  })
  const blocklist = await openBlocklist({ db: store.db, config, changes })
  const visitWriter = createVisitWriter({
    db: store.visitors,
    countryLookup,
    salts: createVisitorSalts(store.visitors),
    maxConcurrent: store.visitorConnections - 1,
    commitTimeout: config.CLICK_COMMIT_TIMEOUT_MS,
    maxBufferedBytes: config.CLICK_BUFFER_MB * 1024 * 1024,
    respectDnt: config.RESPECT_DNT === 'on',
  })
  const keepMonths = config.CLICK_RETENTION_MONTHS || null
  const visitJobs = hasBackgroundWork ? runVisitJobs({ store, writer: visitWriter, keepMonths }) : IDLE
  const clickhouse = config.CLICKHOUSE_URL === '' ? null : createClickhouse(config.CLICKHOUSE_URL)
  const visitSink = clickhouse && hasBackgroundWork ? runVisitSink(store, clickhouse) : null
  const reservedAliases = createReservedAliases()
  const steps = { import: importStep({ config, reservedAliases, isEmbedded: store.kind === 'embedded' }) }
  const onNewJob = (listener: () => void) => changes.on('jobs', listener)
  const jobs = hasBackgroundWork ? runJobs(store, onNewJob, steps, tracing?.traceStep) : IDLE
  const maintenance = hasBackgroundWork ? runMaintenance(store, config) : IDLE
  const imports = createImports({
    db: store.api,
    check: createRecordCheck(
      createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates, blocklist }),
    ),
    // A queue of their own: their requests take up to 20 s and come for hours.
    fetch: createFetch('import', IMPORT_FETCHES),
    wake: jobs.wake,
    maxOpen: MAX_OPEN_IMPORTS,
  })
  const webhookSeal = sealWebhooks(secret)
  const sendEvents = async () => {
    const pause = await explainPause(store.db, config)
    if (pause !== undefined) printProgress(pause)
    // The sender has turns for accounts itself.
    const fetch = createFetch('webhook', WEBHOOK_LIMITS)
    return startDeliveries(
      { db: store.db, api: store.api, config, seal: webhookSeal, fetch },
      (listener) => changes.on('events', listener),
      (listener) => changes.on('deleted_accounts', listener),
    )
  }
  const deliveries = hasBackgroundWork ? await sendEvents() : IDLE
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, patience.redisMs) : undefined
  const counters = createCounters(redis)
  const services: Services = {
    config,
    store,
    db: store.api,
    changes,
    caches,
    countryLookup,
    visitWriter,
    statistics: createStatisticsSource(
      store,
      clickhouse && config.STATISTICS_ENGINE === 'clickhouse'
        ? createClickhouseStatistics(store.api, clickhouse)
        : null,
    ),
    visitJobs,
    visitSink,
    jobs,
    maintenance,
    imports,
    deliveries,
    webhookSeal,
    signer: createSigner(secret),
    routeCache: createRouteCache(store.visitors, { caches, changes }, config),
    pixelTemplates: config.pixelTemplates,
    safeFetch,
    pictures: createPictureStore({ db: store.visitors, caches, safeFetch, waitMs: patience.pictureMs }),
    // A separate queue, so that fetches for accounts do not delay the verification of payments.
    verifyPaypal: createPaypalVerifier(createFetch('payment')),
    reservedAliases,
    blocklist,
    checkDomain: (host) => checkDomain(host, { host: config.baseHost }),
    proveDomain: (claim) => checkProof(claim, { resolveTxt: createTxtResolver(), fetchText: fetchTextBy(safeFetch) }),
    domainChecks: createDomainChecks({
      db: store.api,
      settings: { isChecked: config.domainCheck, isProofNeeded: config.domainProof },
      check: (host) => services.checkDomain(host),
      prove: (claim) => services.proveDomain(claim),
    }),
    linkChecks: createLinkChecks({
      db: store.db,
      config,
      fetch: createFetch('link_check', LINK_CHECK_FETCHES),
    }),
    listFetcher: hasBackgroundWork
      ? createListFetcher({ db: store.db, config, fetch: createFetch('blocklist') })
      : { ...IDLE, fetchDue: async () => {} },
    lifecycle: { draining: false, closing: false },
    counters,
    metrics,
    tracing,
  }
  metrics?.observe(services)
  return {
    services,
    close: async () => {
      // No further step of a job starts. Waiting visits go first: nothing else would be lost.
      const jobsEnded = Promise.all([
        imports.close(),
        visitJobs.close(),
        visitSink?.close(),
        jobs.close(),
        maintenance.close(),
        deliveries.close(),
      ])
      await visitWriter.close()
      counters.close()
      blocklist.close()
      redis?.disconnect()
      await Promise.all([services.domainChecks.close(), services.linkChecks.close(), services.listFetcher.close()])
      await Promise.race([jobsEnded, sleep(MAX_JOB_STEP_MS, undefined, { ref: false })])
      await changes.close().catch(() => {})
      await store.close()
      await tracing?.close()
    },
  }
}

/** Opens the database, migrates it to the newest schema and creates the services. */
export async function openServices(config: Config, program: string) {
  const tracing = await openTracing(config)
  const store = await openStore(config, program, printProgress, tracing?.recordQuery)
  try {
    await migrate(store.db, printProgress)
    if (!(await hasTrigrams(store.db)))
      printProgress(
        'Searches of links are slow: an administrator of the database should run "create extension pg_trgm" in it (docs/operations.md).',
      )
    return await createServices(config, store, { tracing })
  } catch (error) {
    await store.close()
    await tracing?.close()
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../db/migrate.ts'
import { openEmbedded, openServer, type Store } from '../../db/open.ts'
import { hasTrigrams } from '../../db/queries/indexes.ts'
import { deleteSecret, readSecret } from '../../db/queries/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { createCaches } from '../cache/caches.ts'
import { subscribeToChanges } from '../cache/changes.ts'
import type { Config } from '../config/config.ts'
import { startDeliveries } from '../deliveries/deliveries.ts'
import { resealWebhooks } from '../deliveries/webhooks.ts'
import { checkDomain } from '../domains/dns-check.ts'
import { createDomainChecks } from '../domains/domain-checks.ts'
import { createRecordCheck } from '../import/check.ts'
import { createImports } from '../import/imports.ts'
import { importStep } from '../import/step.ts'
import { runJobs } from '../jobs/job-runner.ts'
import { runMaintenance } from '../jobs/maintenance.ts'
import { createReservedAliases } from '../links/reserved-aliases.ts'
import { createSafeFetch } from '../net/safe-fetch.ts'
import { createPaypalVerifier } from '../payments/paypal-signature.ts'
import { createPictureStore } from '../pictures/picture-store.ts'
import { createRouteCache } from '../routing/route-cache.ts'
import { createCounters, openRedis } from '../security/counters.ts'
import { createSeal } from '../security/seal.ts'
import { createSigner } from '../security/signer.ts'
import type { Services } from '../services.ts'
import { createChecks } from '../validation/checks.ts'
import { openGeo } from '../visits/country-lookup.ts'
import { runVisitJobs } from '../visits/visit-jobs.ts'
import { createVisitWriter } from '../visits/visit-writer.ts'
import { createVisitorSalts } from '../visits/visitor-hash.ts'

// The connection of a job's step that takes longer is closed; the next start repeats the step.
const MAX_JOB_STEP_MS = 1000

// Each may hold an answer of 8 MiB. An account has at most three imports, which ask for one page at a time.
const IMPORT_FETCHES = { concurrency: 12, concurrencyPerOwner: 2, maxWaiting: 600, maxWaitingPerOwner: 6 }

const printProgress = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * Opens the database of the settings. `program` is the name that other processes see if they open the same embedded
 * database; `report` gets a line if opening has to wait.
 */
export async function openStore(config: Config, program: string, report = printProgress): Promise<Store> {
  if (config.DATABASE_URL)
    return openServer(config.DATABASE_URL, {
      connections: config.DATABASE_CONNECTIONS,
      listenUrl: config.DATABASE_LISTEN_URL,
    })
  return openEmbedded(config.DATA_DIR, program, { report })
}

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

// While the database does not answer, requests for uncached values get 503 after this time.
const LOOKUP_TIMEOUT_MS = 900

// More than the sender has attempts under way.
const WEBHOOK_LIMITS = { concurrency: 128, concurrencyPerOwner: 128, maxWaiting: 128, maxWaitingPerOwner: 128 }

/** Creates the services around an open store; `close` closes them all, and the store. */
export async function createServices(
  config: Config,
  store: Store,
  {
    lookupTimeoutMs = LOOKUP_TIMEOUT_MS,
    ...replaced
  }: Partial<Pick<Services, 'safeFetch'>> & { lookupTimeoutMs?: number } = {},
): Promise<{ services: Services; close: () => Promise<void> }> {
  const safeFetch = replaced.safeFetch ?? createSafeFetch()
  const geo = await openGeo(config.GEO_DB)
  const secret = await findSigningSecret(config, store)
  const changes = await subscribeToChanges(store)
  // The embedded database runs in this process, so it is never away.
  const caches = createCaches(changes, { missTimeoutMs: store.kind === 'server' ? lookupTimeoutMs : undefined })
  const visitWriter = createVisitWriter({
    db: store.visitors,
    geo,
    salts: createVisitorSalts(store.visitors),
    maxConcurrent: store.visitorConnections - 1,
    commitTimeout: config.CLICK_COMMIT_TIMEOUT_MS,
    maxBufferedBytes: config.CLICK_BUFFER_MB * 1024 * 1024,
    respectDnt: config.RESPECT_DNT === 'on',
  })
  const visitJobs = runVisitJobs({
    store,
    writer: visitWriter,
    keepMonths: config.CLICK_RETENTION_MONTHS || null,
  })
  const reservedAliases = createReservedAliases()
  const jobs = runJobs(store, (listener) => changes.on('jobs', listener), {
    import: importStep({ config, reservedAliases, isEmbedded: store.kind === 'embedded' }),
  })
  const maintenance = runMaintenance(store, config)
  const imports = createImports({
    db: store.api,
    check: createRecordCheck(createChecks({ config, reservedAliases, pixelTemplates: config.pixelTemplates })),
    // A queue of their own: their requests take up to 20 s and come for hours.
    fetch: replaced.safeFetch ?? createSafeFetch({ limits: IMPORT_FETCHES }),
    wake: jobs.wake,
  })
  const webhookSeal = sealWebhooks(secret)
  const deliveries = startDeliveries(
    {
      db: store.db,
      config,
      seal: webhookSeal,
      // The sender has turns for accounts itself.
      fetch: replaced.safeFetch ?? createSafeFetch({ limits: WEBHOOK_LIMITS }),
    },
    (listener) => changes.on('events', listener),
  )
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL) : undefined
  const counters = createCounters(redis)
  const services: Services = {
    config,
    store,
    db: store.api,
    changes,
    caches,
    geo,
    visitWriter,
    visitJobs,
    jobs,
    maintenance,
    imports,
    deliveries,
    webhookSeal,
    signer: createSigner(secret),
    routeCache: createRouteCache(store.visitors, { caches, changes }, config),
    pixelTemplates: config.pixelTemplates,
    safeFetch,
    pictures: createPictureStore({ db: store.visitors, caches, safeFetch }),
    verifyPaypal: createPaypalVerifier(
      // A separate queue, so that fetches for accounts do not delay the verification of payments.
      replaced.safeFetch ?? createSafeFetch(),
    ),
    reservedAliases,
    checkDomain: (host) => checkDomain(host, { host: config.baseHost }),
    domainChecks: createDomainChecks({
      db: store.api,
      isChecked: config.domainCheck,
      check: (host) => services.checkDomain(host),
    }),
    lifecycle: { draining: false, closing: false },
    counters,
  }
  return {
    services,
    close: async () => {
      // No further step of a job starts. Waiting visits go first: nothing else would be lost.
      const jobsEnded = Promise.all([
        imports.close(),
        visitJobs.close(),
        jobs.close(),
        maintenance.close(),
        deliveries.close(),
      ])
      await visitWriter.close()
      counters.close()
      redis?.disconnect()
      await services.domainChecks.close()
      await Promise.race([jobsEnded, sleep(MAX_JOB_STEP_MS, undefined, { ref: false })])
      await changes.close().catch(() => {})
      await store.close()
    },
  }
}

/** Opens the database, migrates it to the newest schema and creates the services. */
export async function openServices(config: Config, program: string) {
  const store = await openStore(config, program)
  try {
    await migrate(store.db, printProgress)
    if (!(await hasTrigrams(store.db)))
      printProgress(
        'Searches of links are slow: an administrator of the database should run "create extension pg_trgm" in it (docs/operations.md).',
      )
    return await createServices(config, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

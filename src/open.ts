import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { Redis } from 'ioredis'
import { migrate } from '../db/migrate.ts'
import { openEmbedded, openServer, type Store } from '../db/open.ts'
import { readSecret } from '../db/queries/secrets.ts'
import type { Config } from './config.ts'
import type { Parts } from './parts.ts'
import { watchChanges } from './work/changes.ts'
import { gatherClicks } from './work/clicks.ts'
import { checkDomain } from './work/domain-check.ts'
import { makeSafeFetch } from './work/fetch/safe-fetch.ts'
import { openGeo } from './work/geo.ts'
import { makeVerifyPaypal } from './work/payments/paypal-signature.ts'
import { holdPictures } from './work/pictures.ts'
import { reserveAliases } from './work/reserved-aliases.ts'
import { watchRoutes } from './work/routes.ts'
import { makeSigner } from './work/signer.ts'
import { runVisitJobs } from './work/visit-jobs.ts'
import { watchVisitors } from './work/visitors.ts'

/** Opens the database the settings name. `program` is what another process is told when the embedded one is held. */
export async function openStore(config: Config, program: string): Promise<Store> {
  if (config.DATABASE_URL) return openServer(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
  mkdirSync(config.DATA_DIR, { recursive: true })
  return openEmbedded(config.DATA_DIR, program)
}

/** Makes the parts of a service around an open store; `close` closes them all, the store too. */
export async function makeParts(
  config: Config,
  store: Store,
  { safeFetch = makeSafeFetch() }: Partial<Pick<Parts, 'safeFetch'>> = {},
): Promise<{ parts: Parts; close: () => Promise<void> }> {
  const geo = await openGeo(config.GEO_DB)
  const secret = config.SECRET || (await readSecret(store.db, 'signing', randomBytes(32).toString('base64url')))
  const changes = await watchChanges(store)
  const clicks = gatherClicks({
    db: store.db,
    geo,
    visitors: watchVisitors(store.db),
    commitTimeout: config.CLICK_COMMIT_TIMEOUT_MS,
    respectDnt: config.RESPECT_DNT === 'on',
  })
  const visitJobs = runVisitJobs({
    store,
    written: () => clicks.metrics().written,
    keepMonths: config.CLICK_RETENTION_MONTHS || null,
  })
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, {
        connectTimeout: 1000,
        // A Redis that is silent holds no request up for longer.
        commandTimeout: 300,
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
      })
    : undefined
  // Without a listener a lost connection would end the process; the limiter lets requests pass meanwhile.
  redis?.on('error', () => {})
  const parts: Parts = {
    config,
    store,
    db: store.prompt,
    changes,
    geo,
    clicks,
    visitJobs,
    signer: makeSigner(secret),
    routes: watchRoutes(store.prompt, changes, config),
    pixelTemplates: config.pixelTemplates,
    safeFetch,
    pictures: holdPictures({ db: store.prompt, changes, safeFetch }),
    verifyPaypal: makeVerifyPaypal(safeFetch),
    aliases: reserveAliases(),
    checkDomain: (host) => checkDomain(host, { host: config.baseHost }),
    state: { leaving: false, closing: false },
    ...(redis ? { redis } : {}),
  }
  return {
    parts,
    close: async () => {
      redis?.disconnect()
      await visitJobs.close()
      await clicks.close()
      await changes.close().catch(() => {})
      await store.close()
    },
  }
}

/** Opens everything a service needs, bringing the database to the newest schema first where asked. */
export async function openParts(config: Config, program: string, { migrate: migrateFirst }: { migrate: boolean }) {
  const store = await openStore(config, program)
  try {
    if (migrateFirst) await migrate(store.db)
    return await makeParts(config, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

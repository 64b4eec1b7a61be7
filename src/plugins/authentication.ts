import type { FastifyRequest } from 'fastify'
import { findKey, type KeyHolder, touchKey } from '../../db/queries/key-holders.ts'
import { statusOf } from '../accounts/plan-limits.ts'
import { createLru } from '../cache/lru.ts'
import { ApiError, keyUnknown, suspended, tooMany, unauthorized } from '../errors/api-error.ts'
import { isInRanges } from '../security/ip-ranges.ts'
import { createLookupLimit, LookupLimitError } from '../security/lookup-limit.ts'
import { hashKey } from '../security/secrets.ts'
import type { App, Caller, Services } from '../services.ts'

const MAX_KEYS = 10_000
const TTL_MS = 60_000
const UNKNOWN_TTL_MS = 5000
const MAX_AGE_MS = 300_000
const PATIENCE_MS = 900
const TOUCH_MS = 60_000

// The format of newKey in src/security/secrets.ts. Anything else is not looked up.
const wellFormedKey = /^wm_[0-9A-Za-z]{43}$/

/** The caller of a request, or the failure if its key is missing or not valid. */
export type Identity = { caller: Caller; failure?: undefined } | { caller?: undefined; failure: ApiError }

/** The key of `Authorization: Bearer <key>` or `Token <key>` (which older clients send), in upper or lower case. */
function keyOf(request: FastifyRequest): string | undefined {
  return /^(?:bearer|token) +([^\s]{1,256}) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Finds the holders of keys by hash, cached until the database notifies of a change. */
function createKeyCache({ db, caches, config }: Pick<Services, 'db' | 'caches' | 'config'>) {
  const holders = caches.create<KeyHolder>('keys', {
    maxEntries: MAX_KEYS,
    maxNegatives: MAX_KEYS,
    ttlMs: (holder) => (holder === null ? UNKNOWN_TTL_MS : TTL_MS),
    maxAgeMs: MAX_AGE_MS,
    // Long, because nearly every request needs the database anyway: a stale entry, whose key may have been revoked, is
    // used only while the database does not answer.
    patienceMs: PATIENCE_MS,
    tagsOf: ({ keyId, accountId }) => [`api_keys:${keyId}`, `accounts:${accountId}`],
    tables: ['api_keys', 'accounts'],
    negativeTables: ['api_keys'],
  })
  // As many as the requests that an address may send without a key.
  const max = config.RATE_LIMIT_PER_MINUTE
  const budget = createLookupLimit({ maxUnknown: max, maxLookups: max, windowMs: 60_000 })

  return (key: string, ip: string): KeyHolder | null | Promise<KeyHolder | null> => {
    if (!wellFormedKey.test(key)) return null
    const hash = hashKey(key)
    return holders.get(hash, () => budget.run(ip, async () => (await findKey(db, hash)) ?? null))
  }
}

/** Creates the function that identifies the caller of a request. It rejects if the database is away. */
export function createAuthenticator(
  app: App,
  { db, caches, config, blocklist }: Pick<Services, 'db' | 'caches' | 'config' | 'blocklist'>,
) {
  const holderOf = createKeyCache({ db, caches, config })
  const touched = createLru<number, true>(10_000, { ttl: TOUCH_MS })

  return async (request: FastifyRequest): Promise<Identity> => {
    const key = keyOf(request)
    if (key === undefined)
      return { failure: unauthorized('key_missing', 'Send your API key as `Authorization: Bearer <API_KEY>`.') }
    let holder: KeyHolder | null
    try {
      holder = await holderOf(key, request.ip)
    } catch (error) {
      if (!(error instanceof LookupLimitError)) throw error
      return { failure: tooMany('Too many requests with unknown keys; wait until the window resets.', error.waitMs) }
    }
    if (!holder) return { failure: keyUnknown() }
    if (holder.revoked) return { failure: unauthorized('key_revoked', 'This API key has been revoked.') }
    if (holder.expires !== null && holder.expires.getTime() <= Date.now())
      return { failure: unauthorized('key_expired', 'This API key has expired.') }
    if (blocklist.blocksAccount(holder.accountId)) return { failure: suspended() }
    if (holder.ips !== null && !isInRanges(holder.ips, request.ip))
      return { failure: new ApiError('ip_not_allowed', `This API key may not be used from ${request.ip}.`) }
    if (!touched.has(holder.keyId)) {
      touched.set(holder.keyId, true)
      touchKey(db, holder.keyId).catch((error) =>
        app.log.warn({ err: error }, 'the last use of an API key could not be stored'),
      )
    }
    return {
      caller: {
        id: holder.accountId,
        actor: holder.isLogin ? 'login' : 'key',
        keyId: holder.keyId,
        keyName: holder.name,
        scope: holder.scope,
        expires: holder.expires,
        permissions: holder.permissions,
        ips: holder.ips,
        domains: holder.domains,
        listError: holder.listError,
        status: statusOf(holder.plan),
      },
    }
  }
}

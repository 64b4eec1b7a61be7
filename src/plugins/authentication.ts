import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findKey, type KeyHolder, touchKey } from '../../db/queries/keys.ts'
import { ApiError } from '../errors.ts'
import type { App, Caller, Parts } from '../parts.ts'
import { statusOf } from '../work/plan-limits.ts'
import type { PlanStatus } from '../work/plans.ts'
import { hashKey } from '../work/secrets.ts'

const CACHE_MS = 60_000
const UNKNOWN_MS = 5_000
const TOUCH_MS = 60_000

// As newKey of src/work/secrets.ts makes them: what looks otherwise is nobody's key, and no question for the database.
const wellFormedKey = /^wm_[0-9A-Za-z]{43}$/

const unauthorized = (code: string, message: string) =>
  new ApiError(401, code, message, undefined, { 'WWW-Authenticate': 'Bearer' })

/** What a request's key turned out to be: a caller, or why there is none. */
export type Identity =
  | { caller: Caller; status: PlanStatus; refusal?: undefined }
  | { caller?: undefined; refusal: ApiError }

/** The key of `Authorization: Bearer <key>` (or `Token <key>`, an older form real clients send); the word's case does not matter. */
function keyOf(request: FastifyRequest): string | undefined {
  return /^(?:bearer|token) +([^\s]{1,256}) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The holders of keys, remembered until the database tells of a change; for a moment also that a key has none. */
function rememberHolders({ db, changes }: Pick<Parts, 'db' | 'changes'>) {
  const holders = new LRUCache<string, KeyHolder>({ max: 10_000, ttl: CACHE_MS })
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_MS })
  // What was read before a change was heard may be old: it is used once, but not kept.
  let epoch = 0
  const forget = () => {
    epoch++
    holders.clear()
    unknown.clear()
  }
  for (const table of ['api_keys', 'accounts']) changes.on(table, forget)
  changes.onGap(forget)

  return async (key: string): Promise<KeyHolder | undefined> => {
    if (!wellFormedKey.test(key)) return undefined
    const hash = hashKey(key)
    const known = holders.get(hash)
    if (known || unknown.has(hash)) return known
    const before = epoch
    const holder = await findKey(db, hash)
    if (epoch !== before) return holder
    if (holder) holders.set(hash, holder)
    else unknown.set(hash, true)
    return holder
  }
}

/** Finds out who a request is from. */
export function makeIdentify(app: App, { db, changes }: Pick<Parts, 'db' | 'changes'>) {
  const holderOf = rememberHolders({ db, changes })
  const touched = new LRUCache<number, true>({ max: 10_000, ttl: TOUCH_MS })

  return async (request: FastifyRequest): Promise<Identity> => {
    const key = keyOf(request)
    if (key === undefined)
      return { refusal: unauthorized('key_missing', 'Send your API key as `Authorization: Bearer <API_KEY>`.') }
    const holder = await holderOf(key)
    if (!holder) return { refusal: unauthorized('key_unknown', 'This API key is not known.') }
    if (holder.revoked) return { refusal: unauthorized('key_revoked', 'This API key has been revoked.') }
    if (holder.expires !== null && holder.expires.getTime() <= Date.now())
      return { refusal: unauthorized('key_expired', 'This API key has expired.') }
    if (!touched.has(holder.keyId)) {
      touched.set(holder.keyId, true)
      touchKey(db, holder.keyId).catch((error) => app.log.warn({ err: error }, 'key use not noted'))
    }
    return {
      caller: { id: holder.accountId, keyId: holder.keyId, scope: holder.scope },
      status: statusOf(holder.plan),
    }
  }
}

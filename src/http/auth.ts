import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findKey, type KeyHolder, touchKey } from '../../db/queries/keys.ts'
import { ApiError } from '../errors.ts'
import type { App, Caller, Parts } from '../parts.ts'
import { statusOf } from '../work/plan-limits.ts'
import type { PlanStatus } from '../work/plans.ts'

const CACHE_MS = 60_000
const TOUCH_MS = 60_000

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

/** Looks keys up, remembering them until the database tells of a change. */
export function makeIdentify(app: App, { db, changes }: Pick<Parts, 'db' | 'changes'>) {
  const holders = new LRUCache<string, KeyHolder>({ max: 10_000, ttl: CACHE_MS })
  const touched = new LRUCache<number, true>({ max: 10_000, ttl: TOUCH_MS })
  for (const table of ['api_keys', 'accounts']) changes.on(table, () => holders.clear())
  changes.onGap(() => holders.clear())

  return async (request: FastifyRequest): Promise<Identity> => {
    const key = keyOf(request)
    if (key === undefined)
      return { refusal: unauthorized('key_missing', 'Send your API key as `Authorization: Bearer <API_KEY>`.') }
    const hash = createHash('sha256').update(key).digest('hex')
    const holder = holders.get(hash) ?? (await findKey(db, hash))
    if (!holder) return { refusal: unauthorized('key_unknown', 'This API key is not known.') }
    holders.set(hash, holder)
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

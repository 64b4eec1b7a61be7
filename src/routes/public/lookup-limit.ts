import type { FastifyRequest } from 'fastify'
import { type ApiError, notFoundFailure, tooMany } from '../../errors/api-error.ts'
import type { AdmitLookup } from '../../routing/route-cache.ts'
import { createLookupLimit, LookupLimitError } from '../../security/lookup-limit.ts'

const MAX_UNKNOWN = 60
const MAX_LOOKUPS = 120
const WINDOW_MS = 60_000

/** The lookups of one request. */
export interface RequestLookups {
  /** Runs a lookup of something that is not cached. */
  admit: AdmitLookup
  /** The failure for something that does not exist: 404, or 429 if the IP address has requested too many of them. */
  notFound(): ApiError
}

/**
 * Limits how many URLs that do not exist an IP address can request, against guessing, and the queries that this takes.
 * Requests for cached URLs are not limited.
 */
export function limitLookups(): (request: FastifyRequest) => RequestLookups {
  const limit = createLookupLimit({ maxUnknown: MAX_UNKNOWN, maxLookups: MAX_LOOKUPS, windowMs: WINDOW_MS })
  return (request) => {
    let isCounted = false
    return {
      admit: async (lookup) => {
        try {
          const found = await limit.run(request.ip, lookup)
          isCounted ||= found === null || found === undefined
          return found
        } catch (error) {
          isCounted = true
          throw error instanceof LookupLimitError ? tooManyUnknown(error) : error
        }
      },
      notFound() {
        if (isCounted) return notFoundFailure()
        try {
          limit.count(request.ip)
          return notFoundFailure()
        } catch (error) {
          return tooManyUnknown(error as LookupLimitError)
        }
      },
    }
  }
}

const tooManyUnknown = ({ waitMs }: LookupLimitError) =>
  tooMany('Too many addresses that do not exist; try again later.', waitMs, 'too_many_unknown')

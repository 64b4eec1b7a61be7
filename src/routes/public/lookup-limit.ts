import type { FastifyRequest } from 'fastify'
import { type ApiError, tooMany } from '../../errors/api-error.ts'
import type { AdmitLookup } from '../../routing/route-cache.ts'
import { createLookupLimit, LookupLimitError } from '../../security/lookup-limit.ts'
import { nothingHere } from './errors.ts'

const MAX_UNKNOWN = 60
const MAX_LOOKUPS = 120
const WINDOW_MS = 60_000

/** The look-ups of one request. */
interface RequestLookups {
  /** For a look-up of something that is not cached. */
  admit: AdmitLookup
  /** The failure for something that does not exist: a 404, or a 429 where the address met too many of them. */
  notFound(): ApiError
}

/**
 * Limits how many addresses that do not exist an IP address may ask for: someone who guesses finds few, and costs no more
 * queries than that. What is cached is never limited.
 */
export function limitLookups(): (request: FastifyRequest) => RequestLookups {
  const budget = createLookupLimit({ maxUnknown: MAX_UNKNOWN, maxLookups: MAX_LOOKUPS, windowMs: WINDOW_MS })
  return (request) => {
    let isCounted = false
    return {
      admit: async (lookup) => {
        try {
          return await budget.run(request.ip, lookup)
        } catch (error) {
          throw error instanceof LookupLimitError ? refusal(error) : error
        } finally {
          isCounted = true
        }
      },
      notFound() {
        if (isCounted) return nothingHere()
        try {
          budget.count(request.ip)
          return nothingHere()
        } catch (error) {
          return refusal(error as LookupLimitError)
        }
      },
    }
  }
}

const refusal = ({ waitMs }: LookupLimitError) =>
  tooMany('Too many addresses that do not exist; try again later.', waitMs, 'too_many_unknown')

import type { Access, KeyRestrictions, Resource } from '../../schemas/key-restrictions.ts'
import { ApiError } from '../errors/api-error.ts'
import { canonicalRange, isInRanges } from '../security/ip-ranges.ts'
import { formatTimestamp } from '../time/timestamps.ts'

/** What a key may do: its restrictions, and when it ends (null: never). */
export interface KeyLimits extends KeyRestrictions {
  expires: Date | null
}

/** The limits of a key that has none, such as those of the command line. */
export const NO_LIMITS: KeyLimits = { expires: null, permissions: null, ips: null, domains: null }

export const isRestricted = ({ permissions, ips, domains }: KeyRestrictions): boolean =>
  permissions !== null || ips !== null || domains !== null

const includes = (given: Access | undefined, needed: Access) => given === needed || given === 'write'

/** Whether a key may do this with a resource. */
export const isPermitted = ({ permissions }: KeyRestrictions, resource: Resource, access: Access): boolean =>
  permissions === null || includes(permissions[resource], access)

/** Ranges in their shortest form, each once. They have passed the check `ipRange`. */
export const canonicalRanges = (ips: readonly string[]): string[] => [
  ...new Set(ips.map((range) => canonicalRange(range) ?? range)),
]

// A key that is restricted to domains can reach no operation that makes or changes keys.
function exceeds(key: KeyRestrictions, maker: KeyRestrictions): boolean {
  const needed = Object.entries(key.permissions ?? {}) as [Resource, Access][]
  const { ips } = maker
  return (
    (maker.permissions !== null &&
      (key.permissions === null || !needed.every(([resource, access]) => isPermitted(maker, resource, access)))) ||
    (ips !== null && (key.ips === null || !key.ips.every((range) => isInRanges(ips, range))))
  )
}

/** Throws `key_exceeds_maker` if a key can do more than the one that a request to make or change it is sent with. */
export function assertNoMore(key: KeyRestrictions, maker: KeyRestrictions): void {
  if (exceeds(key, maker))
    throw new ApiError(
      'key_exceeds_maker',
      'The API key of this request is restricted: it cannot make or change keys that can do more than itself.',
    )
}

/** The same, and throws `key_outlives_maker` if the key would expire later. */
export function assertWithin(key: KeyLimits, maker: KeyLimits): void {
  assertNoMore(key, maker)
  if (maker.expires !== null && (key.expires === null || key.expires > maker.expires))
    throw new ApiError(
      'key_outlives_maker',
      `The API key of this request expires at ${formatTimestamp(maker.expires)} UTC: it cannot create keys that expire later.`,
    )
}

/**
 * A function that throws where a request may not change a key in this way: `key_exceeds_maker`, and where that lifts
 * restrictions of a key that expires later than the one of the request, `key_outlives_maker`.
 */
export const changeCheck =
  ({ permissions, ips, domains }: Partial<KeyRestrictions>, maker: KeyLimits) =>
  (key: KeyLimits): void =>
    permissions === undefined && ips === undefined && domains === undefined
      ? assertNoMore(key, maker)
      : assertWithin(key, maker)

import { ApiError, taken } from '../errors.ts'
import type { ReservedAliases } from '../work/reserved-aliases.ts'

/** Throws a 400 where a wanted alias is a word of the service's own addresses. */
export function refuseReserved(aliases: ReservedAliases, alias: string | undefined): void {
  if (alias !== undefined && aliases.isReserved(alias))
    throw new ApiError(400, 'alias_reserved', 'This alias is a word of the service itself; choose another one.', [
      { path: '/custom', message: 'is reserved' },
    ])
}

/** The 409 of an alias that is somebody's. */
export const aliasTaken = () =>
  taken('alias_taken', '/custom', 'This alias is taken on this domain; choose another one.')

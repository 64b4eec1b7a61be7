import { ApiError } from '../errors/api-error.ts'

/** Throws `not_found` for a link that no visitor can reach, because its domain was deleted. */
export function refuseDetached({ detached }: { detached: boolean }): void {
  if (detached) throw new ApiError('not_found', 'This link has no short URL: its domain was deleted.')
}

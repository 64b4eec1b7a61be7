import { ApiError } from '../errors/api-error.ts'

/** Throws `not_found` if the domain of a link was deleted, so that the link has no short URL. */
export function refuseDetached({ detached }: { detached: boolean }): void {
  if (detached) throw new ApiError('not_found', 'This link has no short URL: its domain was deleted.')
}

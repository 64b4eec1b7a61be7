import { ApiError } from '../errors/api-error.ts'

/** How many imports of an account are read or written at the same time. */
export const MAX_OPEN_IMPORTS = 3

export const tooManyImports = (): ApiError =>
  new ApiError('busy', `${MAX_OPEN_IMPORTS} imports of this account are running: wait for one to end.`, {
    retryAfterS: 10,
  })

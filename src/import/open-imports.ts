import type { Database } from '../../db/open.ts'
import { countOpenImports } from '../../db/queries/imports.ts'
import { ApiError } from '../errors/api-error.ts'

/** How many imports of an account are read or written at the same time. */
export const MAX_OPEN_IMPORTS = 3

/** Whether the account may have one more unfinished import. */
export const hasRoomForImport = async (db: Database, accountId: number): Promise<boolean> =>
  (await countOpenImports(db, accountId)) < MAX_OPEN_IMPORTS

export const tooManyImports = (): ApiError =>
  new ApiError('busy', `${MAX_OPEN_IMPORTS} imports of this account are running: wait for one to end.`, {
    retryAfterS: 10,
  })

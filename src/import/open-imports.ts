import type { Database } from '../../db/open.ts'
import { countOpenImports } from '../../db/queries/imports.ts'
import { ApiError } from '../errors/api-error.ts'

const MAX_OPEN = 3

/** Whether the account may have one more unfinished import. */
export const hasRoomForImport = async (db: Database, accountId: number): Promise<boolean> =>
  (await countOpenImports(db, accountId)) < MAX_OPEN

export const tooManyImports = (): ApiError =>
  new ApiError('busy', `${MAX_OPEN} imports of this account are running: wait for one to end.`, { retryAfterS: 10 })

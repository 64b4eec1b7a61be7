import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSetupError } from '../../db/failure.ts'
import type { Store } from '../../db/open.ts'
import type { Config } from '../config/config.ts'
import { openStore, openStoreOrCopy } from './open-store.ts'

/**
 * Opens the database that the settings name. `program` is the name of this process in messages of other processes.
 * With `mustExist` it throws if there is no database yet; with `mayCopy` it may open a copy of one that is in use.
 */
export async function openForCommand(
  config: Config,
  program: string,
  { isQuiet, mayCopy, mustExist }: { isQuiet: boolean; mayCopy: boolean; mustExist: boolean },
): Promise<Store> {
  if (mustExist) requireDatabase(config)
  return (mayCopy ? openStoreOrCopy : openStore)(config, program, isQuiet ? () => {} : undefined)
}

/** Throws if the settings name a data directory without a database, which opening would create. */
function requireDatabase({ DATABASE_URL, DATA_DIR }: Config): void {
  if (DATABASE_URL === '' && !existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')))
    throw new DatabaseSetupError(
      `There is no database in the data directory ${DATA_DIR}: set DATA_DIR to that of the service.`,
    )
}

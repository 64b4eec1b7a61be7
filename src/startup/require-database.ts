import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSetupError } from '../../db/failure.ts'
import type { Config } from '../config/config.ts'

/** Throws if the settings name a data directory without a database, which opening would create. */
export function requireDatabase({ DATABASE_URL, DATA_DIR }: Config): void {
  if (DATABASE_URL === '' && !existsSync(join(DATA_DIR, 'postgres', 'PG_VERSION')))
    throw new DatabaseSetupError(
      `There is no database in the data directory ${DATA_DIR}: set DATA_DIR to that of the service.`,
    )
}

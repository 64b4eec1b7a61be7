import { DatabaseInUseError } from '../../db/failure.ts'
import { openEmbedded, openEmbeddedCopy, openServer, type Store } from '../../db/open.ts'
import type { Config } from '../config/config.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** Prints a line on standard error. */
export const printProgress = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * Opens the database of the settings. `program` is the name that other processes see if they open the same embedded
 * database; `report` gets a line if opening has to wait, `onQuery` every statement that has ended.
 */
export async function openStore(
  config: Config,
  program: string,
  report = printProgress,
  onQuery?: Tracing['recordQuery'],
): Promise<Store> {
  if (config.DATABASE_URL)
    return openServer(config.DATABASE_URL, {
      connections: config.DATABASE_CONNECTIONS,
      listenUrl: config.DATABASE_LISTEN_URL,
      statisticsUrl: config.STATISTICS_DATABASE_URL,
      onQuery,
    })
  return openEmbedded(config.DATA_DIR, program, { report, onQuery })
}

/** Opens the database like `openStore`, or a copy of the embedded one, if another process on this machine has it open. */
export async function openStoreOrCopy(config: Config, program: string, report = printProgress): Promise<Store> {
  try {
    return await openStore(config, program, () => {})
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    return openEmbeddedCopy(config.DATA_DIR, report)
  }
}
